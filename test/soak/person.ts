import type { Random } from '../../src/training-erp/data/random.ts';
import type { Books } from './checker/books.ts';
import { readPrintedBefore } from './checker/claims.ts';
import type { Run } from './checker/claims.ts';
import type { PaperDesk } from './checker/paper.ts';

/** The packer's next command. */
export interface Decision {
  readonly args: readonly string[];
  /** Codes that they want on paper again. */
  readonly again: readonly string[];
}

/** The packer: follows the program's instructions, and answers its questions truthfully. */
export class Person {
  readonly #books: Books;
  readonly #desk: PaperDesk | null;
  readonly #random: Random;
  #missingSeen = 0;
  #changesSeen = 0;
  #conclude: 'first' | 'no' | null;
  /** Words that hold until the grouping is done. */
  readonly #accepted = new Set<'printed' | 'unplaced'>();
  /** Papers of another grouping, which are not those in question. */
  #oldPapers: ReadonlyMap<string, number> = new Map();

  /** `conclude`: what they mean to do with the grouping. */
  constructor(
    books: Books,
    desk: PaperDesk | null,
    random: Random,
    conclude: 'first' | 'no' | null = null,
  ) {
    this.#conclude = conclude;
    this.#books = books;
    this.#desk = desk;
    this.#random = random;
  }

  async decide(run: Run, codesByPlace: readonly string[]): Promise<Decision> {
    const again = await this.#judgeOldPapers(run, codesByPlace);
    const { option, accept } = await this.#answer(run, codesByPlace);
    const words = [...accept, ...this.#accepted, ...(again.length > 0 ? ['print-again'] : [])];
    return {
      args: [
        ...(this.#conclude === null ? [] : ['--conclude', this.#conclude]),
        ...option,
        ...(words.length === 0 ? [] : ['--accept', words.join(',')]),
      ],
      again,
    };
  }

  /** The arguments of the first run. */
  begin(): readonly string[] {
    return this.#conclude === null ? [] : ['--conclude', this.#conclude];
  }

  async #answer(
    run: Run,
    codesByPlace: readonly string[],
  ): Promise<{ readonly option: readonly string[]; readonly accept: readonly string[] }> {
    const go = (...option: readonly string[]) => ({ option, accept: [] });
    const accept = (word: string) => ({ option: [], accept: [word] });
    if (run.code === 0) return go();
    const { stderr } = run;
    if (run.code === 6) return go('--conclusion-was', await this.#books.answer());
    if (stderr.includes('--print-job'))
      return go('--print-job', this.#random.pick(['wait', 'withdraw']));
    if (stderr.includes('--print-was'))
      return go('--print-was', await this.#lookAtPaper(stderr, codesByPlace));
    if (stderr.includes('--accept unplaced')) {
      this.#accepted.add('unplaced');
      return go();
    }
    if (stderr.includes('--conclude first')) {
      this.#conclude = 'first';
      return go();
    }
    if (stderr.includes('--accept other')) return accept('other');
    if (stderr.includes('--accept many')) return accept('many');
    if (stderr.includes('--accept fewer')) return accept('fewer');
    if (stderr.includes('--accept changes')) {
      this.#changesSeen += 1;
      return this.#changesSeen > 1 ? accept('changes') : go();
    }
    if (run.code === 4 && /labels? missing/.test(stderr)) {
      this.#missingSeen += 1;
      return this.#missingSeen > 2 ? accept('missing') : go();
    }
    return go();
  }

  /**
   * Looks for the papers of shipments that are said to be printed in another grouping, if they are
   * asked for. Returns those that they want again: all of them if one is not there.
   */
  async #judgeOldPapers(run: Run, codesByPlace: readonly string[]): Promise<readonly string[]> {
    if (!run.stderr.includes('run again with --accept printed')) return [];
    const codes = readPrintedBefore(run).map((place) => codesByPlace[place - 1] ?? '');
    await this.#desk?.settle();
    const counted = this.#desk?.count(codes);
    const isThere =
      counted === undefined
        ? this.#random.chance(0.5)
        : codes.every((code) => (counted.get(code) ?? 0) > 0);
    // Some do not find a paper that is there.
    if (isThere && this.#random.chance(0.8)) {
      this.#accepted.add('printed');
      return [];
    }
    this.#oldPapers = counted ?? new Map();
    return codes;
  }

  /**
   * Waits until no more labels come out, then answers for the uncertain ones: all, none, or the
   * positions that are printed.
   */
  async #lookAtPaper(stderr: string, codesByPlace: readonly string[]): Promise<string> {
    if (this.#desk === null) return 'done';
    await this.#desk.settle();
    const places = readPlaces(/^ {2}perhaps on paper: (.+)$/m.exec(stderr)?.[1] ?? '');
    const counted = this.#desk.count(codesByPlace);
    const there = places.filter((place) => {
      const code = codesByPlace[place - 1] ?? '';
      return (counted.get(code) ?? 0) > (this.#oldPapers.get(code) ?? 0);
    });
    if (there.length === places.length) return 'done';
    return there.length === 0 ? 'not-done' : there.join(',');
  }
}

/** `#1-3, #5` */
export function readPlaces(text: string): readonly number[] {
  return text.split(', ').flatMap((part) => {
    const [, from, to] = /^#(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (from === undefined) return [];
    return Array.from(
      { length: Number(to ?? from) - Number(from) + 1 },
      (_, index) => Number(from) + index,
    );
  });
}
