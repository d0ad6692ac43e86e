import type { Random } from '../../src/training-erp/data/random.ts';
import type { Books } from './checker/books.ts';
import type { Run } from './checker/claims.ts';
import type { PaperDesk } from './checker/paper.ts';

/** The packer's next command. */
export interface Decision {
  readonly args: readonly string[];
}

/** The packer: follows the program's instructions, and answers its questions truthfully. */
export class Person {
  readonly #books: Books;
  readonly #desk: PaperDesk | null;
  readonly #random: Random;
  #missingSeen = 0;
  #changesSeen = 0;
  #concludesFirst = false;

  constructor(books: Books, desk: PaperDesk | null, random: Random) {
    this.#books = books;
    this.#desk = desk;
    this.#random = random;
  }

  async decide(run: Run, codesByPlace: readonly string[]): Promise<Decision> {
    const go = (...args: readonly string[]): Decision => ({
      args: [...(this.#concludesFirst ? ['--conclude', 'first'] : []), ...args],
    });
    if (run.code === 0) return go();
    const { stderr } = run;
    if (run.code === 6) return go('--conclusion-was', await this.#books.answer());
    if (stderr.includes('--print-job'))
      return go('--print-job', this.#random.pick(['wait', 'withdraw']));
    if (stderr.includes('--print-was'))
      return go('--print-was', await this.#lookAtPaper(stderr, codesByPlace));
    if (stderr.includes('--conclude first')) {
      this.#concludesFirst = true;
      return go();
    }
    if (stderr.includes('--accept other')) return go('--accept', 'other');
    if (stderr.includes('--accept many')) return go('--accept', 'many');
    if (stderr.includes('--accept fewer')) return go('--accept', 'fewer');
    if (stderr.includes('--accept changes')) {
      this.#changesSeen += 1;
      return this.#changesSeen > 1 ? go('--accept', 'changes') : go();
    }
    if (run.code === 4 && /labels? missing/.test(stderr)) {
      this.#missingSeen += 1;
      return this.#missingSeen > 2 ? go('--accept', 'missing') : go();
    }
    return go();
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
    const there = places.filter((place) => (counted.get(codesByPlace[place - 1] ?? '') ?? 0) > 0);
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
