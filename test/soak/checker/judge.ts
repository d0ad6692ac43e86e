import { existsSync } from 'node:fs';
import type { Stage } from '../stage.ts';
import {
  findUntruePages,
  findUntruths,
  hasOption,
  readPlaced,
  readPrintedBefore,
  readSaid,
} from './claims.ts';
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
  /** By code, the grouping in whose file it is. */
  readonly #inFiles = new Map<string, number>();
  /** Codes that a person wants on paper again. */
  readonly #again = new Set<string>();
  /** In files, labels that are in another grouping's file too, and strangers'. */
  readonly #unasked = new Set<string>();
  #concludedFirst = false;

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
    if (hasOption(run, '--conclude', 'first')) this.#concludedFirst = true;
    const { panel } = this.#stage;
    const placed = readPlaced(run);
    if (panel === null || placed === null) return;
    this.#stage.meet(panel.scenario);
    if (placed > panel.own.size)
      this.blame([`said ${placed} labels of files on rows, and ${panel.own.size} are own ones`]);
  }

  /** `codes`: those of the list by place. A list that changes has other places: only on paper. */
  judgePrintedBefore(run: Run, codes: readonly string[]): void {
    if (this.#desk === null) return;
    const moved = new Set(this.#stage.moved.map(({ code }) => code));
    for (const place of readPrintedBefore(run)) {
      const code = codes[place - 1] ?? '';
      if (!moved.has(code))
        this.blame([`said #${place} printed in another grouping, and it was in none`]);
    }
  }

  /** The person wants these once more, though they are printed in another grouping. */
  allowAgain(codes: readonly string[]): void {
    if (codes.length === 0) return;
    const all = this.#desk === null ? this.#stage.moved.map(({ code }) => code) : codes;
    for (const code of all) this.#again.add(code);
  }

  /** Checks the merged file of a run that reports that everything is printed. */
  async judgePages(run: Run): Promise<void> {
    const said = readSaid(run);
    if (said?.printed !== true || run.wasPair) return;
    if (said.pdf === null || !existsSync(said.pdf)) {
      this.blame(['said printed, and there is no file']);
      return;
    }
    const { books, odd, panel } = this.#stage;
    try {
      const marks = new Set(panel?.marks);
      const codes = [...this.#stage.allCodes, ...marks];
      const all = await readPageCodes(said.pdf, codes, this.#tmp);
      const here = books.allCodes();
      const pages = all.map((page) => page.filter((code) => here.has(code)));
      this.blame(findUntruePages(run, said, pages, books, odd));
      this.#judgeOrigin(all.flat(), marks);
      this.blame(this.#findUnplaced(run, new Set(pages.flat())));
    } catch (error) {
      this.blame([
        `the file cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`,
      ]);
    }
  }

  /** Notes the labels of this grouping's file that are a stranger's, or in another one's file. */
  #judgeOrigin(codes: readonly string[], marks: ReadonlySet<string>): void {
    const { groupingId, moved, odd } = this.#stage;
    for (const code of codes.filter((one) => marks.has(one)))
      this.#note(code, "a stranger's label");
    for (const { id, code } of moved) {
      if (!codes.includes(code) || odd.has(id)) continue;
      const before = this.#inFiles.get(code) ?? groupingId;
      if (before !== groupingId && !this.#again.has(code))
        this.#note(code, 'in the files of two groupings');
    }
    for (const code of codes) this.#inFiles.set(code, groupingId);
  }

  #note(code: string, what: string): void {
    this.#unasked.add(code);
    this.log.push(`  !! ${what}: ${code}`);
  }

  /** Own labels of files that are not in the print, though their shipments are in the list. */
  #findUnplaced(run: Run, codes: ReadonlySet<string>): readonly string[] {
    const { books, panel, odd, met } = this.#stage;
    // After a conclusion no label of a file is taken; without its tracking code nothing names a row.
    if (panel === null || this.#concludedFirst || met.has('list: fields that are missing'))
      return [];
    const { required, codes: good } = books.standing();
    const unplaced = required.filter(
      ({ id, code }) =>
        panel.own.get(id) === code && good.get(id)?.size === 1 && !odd.has(id) && !codes.has(code),
    );
    const before = new Set(
      readSaid(run)?.failed.flatMap(({ shipment, kind }) =>
        kind === 'printed-before' ? [shipment] : [],
      ),
    );
    return unplaced
      .filter(({ id }) => !before.has(id))
      .map(({ code }) => `the own label ${code} of a file is not printed`);
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

  /** Labels on paper, or in files, that nobody asked for. */
  countUnasked(): number {
    const expected = 1 + (this.#desk?.repeats ?? 0);
    const doubled = this.#countMore(this.#stage.allCodes, (code) =>
      this.#again.has(code) ? expected + 1 : expected,
    );
    const strange = this.#countMore(this.#stage.panel?.marks ?? [], () => 0);
    return doubled + strange + (this.#desk === null ? this.#unasked.size : 0);
  }

  #countMore(codes: Iterable<string>, mayBe: (code: string) => number): number {
    const counted = [...(this.#desk?.count(codes) ?? [])];
    const more = counted.filter(([code, times]) => times > mayBe(code));
    if (more.length > 0)
      this.log.push(`  !! on paper unasked: ${more.map(([code]) => code).join(', ')}`);
    return more.reduce((sum, [code, times]) => sum + times - mayBe(code), 0);
  }
}
