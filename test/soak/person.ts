import type { Books } from './checker/books.ts';
import type { Run } from './checker/claims.ts';
import type { PaperDesk } from './checker/paper.ts';

/** What the packer types next. */
export interface Decision {
  readonly args: readonly string[];
}

/** The packer: does what the program says, and answers its questions from what really is. */
export class Person {
  readonly #books: Books;
  readonly #desk: PaperDesk | null;
  /** Answers about paper at once, in place of waiting until the printer is quiet. */
  readonly #isHasty: boolean;
  #missingSeen = 0;
  #changesSeen = 0;
  #concludesFirst = false;
  /** Doubts about several labels of which some are on paper: no one answer is true of all. */
  mixedDoubts = 0;
  /** Codes that the packer puts on paper by hand after such a doubt. */
  readonly byHand = new Set<string>();

  constructor(books: Books, desk: PaperDesk | null, isHasty: boolean) {
    this.#books = books;
    this.#desk = desk;
    this.#isHasty = isHasty;
  }

  async decide(run: Run, codesByPlace: readonly string[]): Promise<Decision> {
    const go = (...args: readonly string[]): Decision => ({
      args: [...(this.#concludesFirst ? ['--conclude-first'] : []), ...args],
    });
    if (run.code === 0) return go();
    const { stderr } = run;
    if (run.code === 6) return go('--conclusion-was', this.#books.answer());
    if (stderr.includes('--print-was')) return go('--print-was', await this.#lookAtPaper(stderr, codesByPlace));
    if (stderr.includes('--conclude-first')) {
      this.#concludesFirst = true;
      return go();
    }
    if (stderr.includes('--accept-changes')) {
      this.#changesSeen += 1;
      return this.#changesSeen > 1 ? go('--accept-changes') : go();
    }
    if (run.code === 4 && /labels? missing/.test(stderr)) {
      this.#missingSeen += 1;
      return this.#missingSeen > 2 ? go('--accept-missing') : go();
    }
    return go();
  }

  async #lookAtPaper(stderr: string, codesByPlace: readonly string[]): Promise<'done' | 'not-done'> {
    const desk = this.#desk;
    if (desk === null) return 'done';
    if (!this.#isHasty) await desk.settle();
    const places = readPlaces(/^ {2}perhaps on paper: (.+)$/m.exec(stderr)?.[1] ?? '');
    const counted = desk.count(codesByPlace);
    const doubted = places.flatMap((place) => codesByPlace[place - 1] ?? []);
    const missing = doubted.filter((code) => (counted.get(code) ?? 0) === 0);
    if (missing.length === 0) return 'done';
    if (missing.length === doubted.length) return 'not-done';
    this.mixedDoubts += 1;
    for (const code of missing) this.byHand.add(code);
    return 'done';
  }
}

/** `#1-3, #5` */
export function readPlaces(text: string): readonly number[] {
  return text.split(', ').flatMap((part) => {
    const [, from, to] = /^#(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (from === undefined) return [];
    return Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index);
  });
}
