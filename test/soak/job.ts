import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../src/training-erp/data/random.ts';
import type { SandboxLabelFormat } from '../../src/training-erp/index.ts';
import { Child } from './child.ts';
import { findUntruePages, findUntruths, readSaid } from './claims.ts';
import type { Run } from './claims.ts';
import { damageJournal } from './damage.ts';
import { SmallDisk } from './disk.ts';
import { Disturbance } from './disturbance.ts';
import { readPageCodes } from './pages.ts';
import { PaperDesk } from './paper.ts';
import { Person } from './person.ts';
import { printerDies, scenarios } from './scenarios/index.ts';
import { Stage } from './stage.ts';
import type { Counts, JobReport, Tools } from './types.ts';

const token = 'soak-token-7f3a91c05b';
/** Runs in bad weather, and then in good weather, before the job counts as one that cannot be brought to its end. */
const stormyRuns = 7;
const calmRuns = 9;

/** One job from its seed: a grouping, what is hostile around it, and a packer who brings it to its end. */
export class Job {
  readonly #seed: number;
  readonly #tools: Tools;
  readonly #random: Random;
  readonly #dir: string;
  readonly #log: string[] = [];
  readonly #untrue: string[] = [];
  readonly #counts: Counts = { runs: 0, kills: 0, stops: 0, jumps: 0, fullDisks: 0, damages: 0, pairs: 0 };
  #disk: SmallDisk | null = null;
  /** From here on the program cannot know what it was told: its data were harmed. */
  #end = '';

  constructor(seed: number, tools: Tools) {
    this.#seed = seed;
    this.#tools = tools;
    this.#random = new Random(seed, 'soak');
    this.#dir = join(tools.tmp, `job-${seed}`);
  }

  async run(): Promise<JobReport> {
    const random = this.#random;
    const { cups } = this.#tools;
    const onPaper = random.chance(0.2) && cups !== null;
    const formats: readonly SandboxLabelFormat[] = onPaper
      ? ['zpl']
      : random.pick([['pdf'], ['pdf'], ['pdf', 'png'], ['pdf', 'zpl', 'zip'], ['zip'], ['pdf', 'png', 'zpl', 'zip']]);
    const stage = await Stage.open(random, {
      seed: this.#seed,
      token,
      concludesAgain: random.chance(0.7),
      shipments: onPaper ? random.int(3, 12) : random.chance(0.04) ? 0 : random.int(1, 9),
      groupings: 1,
      formats,
      latencyMs: random.pick([0, 5, 30]),
      labelsAfterConclusion: !onPaper && random.chance(0.08),
      labelLess: random.chance(0.1) ? 1 : 0,
      ...(random.chance(0.1) ? { rateLimitPerMinute: random.int(4, 20), rateLimitWindowMs: 2000 } : {}),
      ...(random.chance(0.05) ? { linkLifetimeSeconds: 1 } : {}),
    });
    await mkdir(this.#dir, { recursive: true });
    const labelMs = random.pick([0, 30, 150]);
    const desk = onPaper ? await PaperDesk.open(cups, `dock-${this.#seed}`, labelMs) : null;
    try {
      await this.#arm(stage, desk);
      await this.#play(stage, desk);
      await this.#inspectRemains(stage, desk);
    } finally {
      this.#disk?.close();
      await desk?.close();
      await stage.close();
      await rm(this.#dir, { recursive: true, force: true });
    }
    const { books } = stage;
    return {
      seed: this.#seed,
      counts: this.#counts,
      met: [...stage.met],
      figures: {
        conclusions: Math.max(books.unasked, books.effects - 1),
        labels: desk === null ? 0 : this.#countDoubled(stage, desk),
        sentences: this.#untrue.length,
      },
      untrue: this.#untrue,
      end: this.#end,
      log: this.#log,
      mixedDoubts: this.#mixedDoubts,
      lostByPrinter: this.#lostByPrinter,
    };
  }

  #mixedDoubts = 0;
  #lostByPrinter = 0;

  async #arm(stage: Stage, desk: PaperDesk | null): Promise<void> {
    const random = this.#random;
    const fitting = scenarios.filter(({ leavesLabels, isPrinter }) =>
      desk === null ? isPrinter !== true : leavesLabels === true,
    );
    const count = random.pick([1, 1, 2, 2, 3, 4]);
    let slow = false;
    const names: string[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      // The first goes through the table, so that none is left to chance; in front of a printer, half of them are its own.
      const own = fitting.filter(({ isPrinter }) => isPrinter === true);
      const scenario =
        own.length > 0 && random.chance(0.5)
          ? random.pick(own)
          : nth === 0
            ? fitting[this.#seed % fitting.length]
            : random.pick(fitting);
      if (scenario === undefined || names.includes(scenario.name) || (scenario.isSlow === true && slow)) continue;
      slow ||= scenario.isSlow === true;
      names.push(scenario.name);
      stage.begin(scenario.name);
      await scenario.arm(stage, desk);
    }
    if (random.chance(0.12) && this.#tools.diskWay === 'tmpfs') {
      this.#disk = new SmallDisk(join(this.#dir, 'disk'), 64);
    }
    this.#log.push(`${names.join(' + ')}${desk === null ? '' : ', on paper'}`);
  }

  async #play(stage: Stage, desk: PaperDesk | null): Promise<void> {
    const person = new Person(stage.books, desk, this.#random.chance(0.5));
    let args: readonly string[] = this.#random.chance(0.06) ? ['--conclude-first'] : [];
    let last = '';
    let same = 0;
    for (let nth = 0; nth < stormyRuns + calmRuns; nth += 1) {
      const isStormy = nth < stormyRuns;
      if (nth === stormyRuns) {
        stage.calm();
        this.#disk?.makeRoom();
      }
      desk?.setRight();
      const codes = stage.grouping.shipments.map(({ dispatch }) => dispatch.id);
      const run = await this.#once(stage, desk, args, isStormy && this.#random.chance(0.8));
      this.#judge(run, stage);
      if (run.code === 0) await this.#judgePages(run, stage);
      await desk?.settle();
      if (run.code === 0 && !run.wasPair && (nth > 2 || this.#random.chance(0.7))) {
        this.#end = 'done';
        break;
      }
      const decision = await person.decide(run, this.#codesOf(stage, codes));
      args = decision.args;
      const now = `${String(run.code)} ${args.join(' ')}`;
      same = !isStormy && !run.killed && now === last ? same + 1 : 0;
      last = now;
      if (same >= 2) {
        this.#end = this.#whyNot(run, stage);
        break;
      }
      if (isStormy) {
        stage.happenNext();
        if (this.#random.chance(0.12)) await this.#damage();
      }
    }
    if (this.#end === '') this.#end = `no end: ${last}`;
    if (this.#end !== 'done' && !this.#end.startsWith('told')) this.#untrue.push(this.#end);
    this.#mixedDoubts = person.mixedDoubts;
    if (desk !== null && this.#end === 'done') this.#judgePaper(stage, desk, person);
  }

  /** Why a job that does not end cannot end, where the program says so and it is so. */
  #whyNot(run: Run, stage: Stage): string {
    if (run.stderr.includes('no shipment') && stage.grouping.shipments.length === 0)
      return 'told: the grouping is empty';
    const [first = 'nothing'] = run.stderr.split('\n').filter((line) => !/^labels \d+\/\d+/.test(line));
    return `dead end: exit ${String(run.code)}: ${first.slice(0, 160)}`;
  }

  #codesOf(stage: Stage, ids: readonly number[]): readonly string[] {
    const owner = stage.books.allCodes();
    return ids.map((id) => [...owner].find(([, of]) => of === id)?.[0] ?? '');
  }

  async #once(stage: Stage, desk: PaperDesk | null, args: readonly string[], isRough: boolean): Promise<Run> {
    const random = this.#random;
    const root = this.#disk === null ? this.#dir : join(this.#dir, 'disk');
    const isFull = isRough && random.chance(this.#disk === null ? 0.04 : 0.5);
    if (isFull) {
      this.#counts.fullDisks += 1;
      this.#disk?.fill(random.pick([0, 4, 40, 200, 1000]));
    } else this.#disk?.makeRoom();
    const jump = isRough && random.chance(0.12);
    if (jump) this.#counts.jumps += 1;
    const start = (data: string, more: readonly string[]): Child =>
      new Child({
        args: [
          ...[
            'dispatch',
            String(stage.groupingId),
            '--base-url',
            stage.sandbox.baseUrl,
            '--token-env',
            'DOCA_SOAK_TOKEN',
          ],
          ...['--data', join(root, data), '--out', join(root, 'out'), '--json', ...more],
          ...(desk === null ? [] : ['--printer', desk.queue]),
        ],
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: join(root, 'home'),
          XDG_DATA_HOME: join(root, 'home', 'xdg'),
          TMPDIR: this.#tools.tmp,
          LC_ALL: 'en_US.UTF-8',
          DOCA_SOAK_TOKEN: stage.sandbox.token,
          NODE_COMPILE_CACHE: this.#tools.compileCache,
          ...(jump ? { DOCA_SOAK_CLOCK: `${random.int(0, 3000)}:${this.#pickJump()}` } : {}),
          ...(this.#tools.broken === null ? {} : { DOCA_SOAK_BREAK: this.#tools.broken }),
          ...(desk === null ? {} : { CUPS_SERVER: desk.server }),
        },
        ...(isFull && this.#disk === null ? { fileLimitKb: random.pick([1, 8, 64, 200]) } : {}),
      });
    const isPair = isRough && !args.includes('--conclusion-was') && random.chance(0.12);
    this.#counts.runs += 1;
    const child = start('data', args);
    const disturbance = new Disturbance(random, isRough && !isFull, stage, this.#counts);
    disturbance.watch(child);
    let second: Promise<Omit<Run, 'wasPair'>> | null = null;
    if (isPair) {
      this.#counts.pairs += 1;
      this.#counts.runs += 1;
      await sleep(random.pick([0, 0, 300, 1500, 4000]));
      second = start(random.chance(0.5) ? 'data' : 'other', args).ended;
    }
    const run: Run = { ...(await child.ended), wasPair: isPair };
    disturbance.end();
    this.#note(run, disturbance.what);
    if (second !== null) {
      const other: Run = { ...(await second), wasPair: true };
      this.#note(other, 'beside it');
      this.#judge(other, stage);
    }
    return run;
  }

  #pickJump(): number {
    const day = 86_400_000;
    return this.#random.pick([1, -1]) * this.#random.pick([2000, 90_000, 3_600_000, day, 400 * day, 3650 * day]);
  }

  #note(run: Run, what: string): void {
    const asked = run.args.slice(run.args.indexOf('--json') + 1).join(' ');
    const how = run.killed ? 'killed' : `exit ${String(run.code ?? run.signal)}`;
    const said = run.stderr.split('\n').filter((line) => line !== '' && !/^labels \d+\/\d+/.test(line));
    this.#log.push(
      `  ${asked} [${what}] → ${how}${said.length === 0 ? '' : `: ${said.slice(0, 4).join(' | ').slice(0, 500)}`}`,
    );
  }

  #judge(run: Run, stage: Stage): void {
    this.#blame(findUntruths(run, stage.books, token));
  }

  async #judgePages(run: Run, stage: Stage): Promise<void> {
    const said = readSaid(run);
    if (said?.printed !== true || run.wasPair) return;
    if (said.pdf === null || !existsSync(said.pdf)) {
      this.#blame(['said printed, and there is no file']);
      return;
    }
    try {
      const pages = await readPageCodes(said.pdf, stage.books.allCodes().keys(), this.#dir);
      this.#blame(findUntruePages(run, said, pages, stage.books, stage.odd));
    } catch (error) {
      this.#blame([`the file cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`]);
    }
  }

  #blame(found: readonly string[]): void {
    for (const what of found) {
      this.#untrue.push(what);
      this.#log.push(`  !! ${what}`);
    }
  }

  #judgePaper(stage: Stage, desk: PaperDesk, person: Person): void {
    const { required } = stage.books.standing();
    const counted = desk.count(required.map(({ code }) => code));
    const failedHere = new Set(
      stage.grouping.shipments.filter(({ hasLabel }) => !hasLabel).map(({ dispatch }) => dispatch.id),
    );
    const missing = required.filter(
      ({ id, code }) => counted.get(code) === 0 && !person.byHand.has(code) && !failedHere.has(id),
    );
    if (missing.length === 0) return;
    // A printer that dies takes along what its spooler had been told it has: nobody above can know.
    if (stage.met.has(printerDies[0]) || stage.met.has(printerDies[1])) this.#lostByPrinter += missing.length;
    else this.#blame([`done, and no paper of ${missing.map(({ code }) => code).join(', ')}`]);
  }

  #countDoubled(stage: Stage, desk: PaperDesk): number {
    const doubled = [...desk.count(stage.books.allCodes().keys())].filter(([, times]) => times > 1);
    if (doubled.length > 0) this.#log.push(`  !! on paper twice: ${doubled.map(([code]) => code).join(', ')}`);
    return doubled.reduce((sum, [, times]) => sum + times - 1, 0);
  }

  async #damage(): Promise<void> {
    const root = this.#disk === null ? this.#dir : join(this.#dir, 'disk');
    this.#disk?.makeRoom();
    const how = await damageJournal(join(root, 'data'), this.#random);
    if (how === null) return;
    this.#counts.damages += 1;
    this.#log.push(`  the journal: ${how}`);
  }

  async #inspectRemains(stage: Stage, desk: PaperDesk | null): Promise<void> {
    await desk?.settle();
    for (const entry of await readdir(this.#dir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || entry.name === 'filler') continue;
      if ((await readFile(path)).includes(stage.sandbox.token)) this.#blame([`the token in ${entry.name}`]);
    }
  }
}
