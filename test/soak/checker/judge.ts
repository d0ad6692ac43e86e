import { existsSync } from 'node:fs';
import type { Stage } from '../stage.ts';
import { findUntruePages, findUntruths, readSaid } from './claims.ts';
import type { Run } from './claims.ts';
import { readPageCodes } from './pages.ts';
import type { PaperDesk } from './paper.ts';

/** Compares the program's reports with its surroundings, and records untruths. */
export class Judge {
  readonly #stage: Stage;
  readonly #desk: PaperDesk | null;
  readonly #tmp: string;
  readonly log: string[] = [];
  readonly untrue: string[] = [];

  constructor(stage: Stage, desk: PaperDesk | null, tmp: string) {
    this.#stage = stage;
    this.#desk = desk;
    this.#tmp = tmp;
  }

  note(text: string): void {
    this.log.push(`  ${text}`);
  }

  noteRun(run: Run, what: string): void {
    const asked = run.args.slice(run.args.indexOf('--json') + 1).join(' ');
    const how = run.killed ? 'killed' : `exit ${String(run.code ?? run.signal)}`;
    const said = run.stderr
      .split('\n')
      .filter((line) => line !== '' && !/^labels \d+\/\d+/.test(line));
    const words = said.length === 0 ? '' : `: ${said.slice(0, 5).join(' | ').slice(0, 600)}`;
    this.note(`${asked} [${what}] → ${how}${words}`);
  }

  blame(found: readonly string[]): void {
    for (const what of found) {
      this.untrue.push(what);
      this.log.push(`  !! ${what}`);
    }
  }

  judgeRun(run: Run): void {
    this.blame(findUntruths(run, this.#stage.books, this.#stage.sandbox.token));
  }

  /** Checks the merged file of a run that reports that everything is printed. */
  async judgePages(run: Run): Promise<void> {
    const said = readSaid(run);
    if (said?.printed !== true || run.wasPair) return;
    if (said.pdf === null || !existsSync(said.pdf)) {
      this.blame(['said printed, and there is no file']);
      return;
    }
    const { books, odd } = this.#stage;
    try {
      const pages = await readPageCodes(said.pdf, books.allCodes().keys(), this.#tmp);
      this.blame(findUntruePages(run, said, pages, books, odd));
    } catch (error) {
      this.blame([
        `the file cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`,
      ]);
    }
  }

  /** Labels of a finished job that are not on paper, though they should be. */
  findMissingPaper(): readonly string[] {
    if (this.#desk === null) return [];
    const { required } = this.#stage.books.standing();
    const { shipments } = this.#stage.grouping;
    const without = new Set(
      shipments.filter(({ refusal }) => refusal !== null).map(({ dispatch }) => dispatch.id),
    );
    const counted = this.#desk.count(required.map(({ code }) => code));
    return required
      .filter(({ id, code }) => counted.get(code) === 0 && !without.has(id))
      .map(({ code }) => code);
  }

  countDoubledPaper(): number {
    const codes = this.#stage.books.allCodes().keys();
    const expected = 1 + (this.#desk?.repeats ?? 0);
    const doubled = [...(this.#desk?.count(codes) ?? [])].filter(([, times]) => times > expected);
    if (doubled.length > 0)
      this.log.push(`  !! on paper twice: ${doubled.map(([code]) => code).join(', ')}`);
    return doubled.reduce((sum, [, times]) => sum + times - expected, 0);
  }
}
