import { join } from 'node:path';
import { Random } from '../../src/training-erp/data/random.ts';
import type { SandboxLabelFormat } from '../../src/training-erp/index.ts';
import type { Run } from './checker/claims.ts';
import { Judge } from './checker/judge.ts';
import { PaperDesk } from './checker/paper.ts';
import { Person } from './person.ts';
import { printerDies, scenarios } from './scenarios/index.ts';
import type { Scenario } from './scenarios/index.ts';
import { Stage } from './stage.ts';
import type { JobReport, Tools } from './types.ts';
import { Workplace } from './workplace.ts';

const token = 'soak-token-7f3a91c05b';
/**
 * The number of runs under faults, and then without, before a job counts as one that cannot be
 * finished.
 */
const stormyRuns = 7;
const calmRuns = 9;

const formats: readonly (readonly SandboxLabelFormat[])[] = [
  ['pdf'],
  ['pdf'],
  ['pdf', 'png'],
  ['pdf', 'zpl', 'zip'],
  ['zip'],
  ['pdf', 'png', 'zpl', 'zip'],
];

/**
 * Plays the job of this seed: a grouping, its hostile surroundings, and a packer who finishes it.
 */
export async function playJob(seed: number, tools: Tools): Promise<JobReport> {
  // Neighbours among the seeds have much in common; these have not.
  const random = new Random(Math.imul(seed, 0x9e37_79b1), 'soak');
  const onPaper = (tools.onlyPaper || seed % 5 === 0) && tools.cups !== null;
  const isLong = seed % 37 === 0;
  const stage = await Stage.open(random, {
    seed,
    token,
    concludesAgain: random.chance(0.7),
    shipments: isLong
      ? 40
      : onPaper
        ? random.int(3, 12)
        : random.chance(0.03)
          ? 0
          : random.int(1, 9),
    formats: onPaper ? ['zpl'] : random.pick(formats),
    latencyMs: random.pick([0, 5, 30]),
    labelsAfterConclusion: random.chance(0.08),
    labelLess: random.chance(0.1) ? 1 : 0,
    ...(random.chance(0.1)
      ? { rateLimitPerMinute: random.int(4, 20), rateLimitWindowMs: 2000 }
      : {}),
    ...(random.chance(0.05) ? { linkLifetimeSeconds: 1 } : {}),
  });
  const labelMs = random.pick([0, 30, 150, 600]);
  const desk = onPaper ? await PaperDesk.open(tools.cups, `dock-${seed}`, labelMs) : null;
  const workplace = new Workplace(join(tools.tmp, `job-${seed}`), tools, random, stage, desk);
  try {
    return await new Job(seed, random, stage, desk, workplace, tools.first).play();
  } finally {
    await desk?.close();
    await stage.close();
    await workplace.close();
  }
}

class Job {
  readonly #seed: number;
  readonly #random: Random;
  readonly #stage: Stage;
  readonly #desk: PaperDesk | null;
  readonly #workplace: Workplace;
  /** The name of the first scenario begins so. */
  readonly #wanted: string;
  readonly #judge: Judge;
  /** Labels that a dying printer had taken. */
  readonly #lost = new Set<string>();

  constructor(
    seed: number,
    random: Random,
    stage: Stage,
    desk: PaperDesk | null,
    workplace: Workplace,
    wanted: string,
  ) {
    this.#wanted = wanted;
    this.#seed = seed;
    this.#random = random;
    this.#stage = stage;
    this.#desk = desk;
    this.#workplace = workplace;
    this.#judge = new Judge(stage, desk, workplace.dir);
  }

  async play(): Promise<JobReport> {
    const judge = this.#judge;
    const stage = this.#stage;
    await this.#arm();
    this.#workplace.writePanel();
    const end = await this.#workAll();
    if (end !== 'done' && !end.startsWith('told')) judge.blame([end]);
    await this.#desk?.settle();
    judge.blame((await this.#workplace.findFilesWith(token)).map((name) => `the token in ${name}`));
    const processes = await this.#workplace.countProcesses();
    if (processes > 0) judge.blame([`${processes} processes left behind`]);
    const concluded = stage.allBooks.map(({ unasked, effects }) => Math.max(unasked, effects - 1));
    return {
      seed: this.#seed,
      counts: this.#workplace.counts,
      met: [...stage.met],
      figures: {
        conclusions: concluded.reduce((sum, times) => sum + Math.max(0, times), 0),
        labels: judge.countUnasked(),
        sentences: judge.untrue.length,
      },
      untrue: judge.untrue,
      end,
      log: judge.log,
      lostByPrinter: this.#lost.size,
    };
  }

  async #arm(): Promise<void> {
    const names = new Set<string>();
    let isSlow = false;
    for (const scenario of this.#chooseScenarios()) {
      if (names.has(scenario.name) || (scenario.isSlow === true && isSlow)) continue;
      isSlow ||= scenario.isSlow === true;
      names.add(scenario.name);
      this.#stage.begin(scenario.name);
      await scenario.arm(this.#stage, this.#desk);
    }
    this.#judge.log.push(`${[...names].join(' + ')}${this.#desk === null ? '' : ', on paper'}`);
  }

  /**
   * The first scenario comes from the table, seed by seed, so that every one is played; a printer
   * has its own at times.
   */
  #chooseScenarios(): readonly Scenario[] {
    const random = this.#random;
    const desk = this.#desk;
    const fitting = scenarios.filter(({ leavesLabels, isPrinter }) =>
      desk === null ? isPrinter !== true : leavesLabels === true,
    );
    const printers = fitting.filter(({ isPrinter }) => isPrinter === true);
    const more = Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () =>
      random.pick(fitting),
    );
    const wanted = fitting.filter(({ name }) => name.startsWith(this.#wanted));
    const first = wanted[this.#seed % wanted.length];
    return [
      ...(first === undefined ? [] : [first]),
      ...more,
      ...(printers.length > 0 && random.chance(0.6) ? [random.pick(printers)] : []),
    ];
  }

  /**
   * Works at the grouping and, if shipments are moved, at the next one, and then at what is left of
   * the first. Returns how it ended.
   */
  async #workAll(): Promise<string> {
    const random = this.#random;
    const stage = this.#stage;
    const moment = stage.moveMoment;
    if (moment === null) return this.#work(random.chance(0.06) ? 'first' : null);
    const runs = moment === 'begun' ? random.int(1, 3) : Infinity;
    const first = await this.#work(moment === 'printed' ? 'no' : null, runs);
    if (first !== 'done' && first !== 'left') return first;
    this.#judge.note(`${stage.moveOn()} shipments are in the next grouping now`);
    const second = await this.#work(null);
    if (second !== 'done' || moment === 'concluded') return second;
    stage.turnBack();
    this.#judge.note('back to the first grouping');
    return this.#work(null);
  }

  /** Runs the program until the grouping is done. Returns how it ended. `left`: it may not be. */
  async #work(conclude: 'first' | 'no' | null, runs = Infinity): Promise<string> {
    const person = new Person(this.#stage.books, this.#desk, this.#random, conclude);
    const end = await this.#run(person, runs);
    await this.#desk?.settle();
    if (end === 'done') this.#judgePaper();
    return end;
  }

  #judgePaper(): void {
    const unprinted = this.#judge.findMissingPaper();
    // A printer that dies loses labels that its spooler reported as delivered: the program cannot
    // know.
    if (printerDies.some((name) => this.#stage.met.has(name)))
      for (const code of unprinted) this.#lost.add(code);
    else if (unprinted.length > 0)
      this.#judge.blame([`done, and no paper of ${unprinted.join(', ')}`]);
  }

  async #run(person: Person, runs: number): Promise<string> {
    const random = this.#random;
    let args = person.begin();
    let last = '';
    let same = 0;
    for (let nth = 0; nth < stormyRuns + calmRuns; nth += 1) {
      if (nth >= runs) return 'left';
      const isStormy = nth < stormyRuns;
      if (nth === stormyRuns) {
        this.#stage.calm();
        this.#workplace.makeRoom();
      }
      this.#desk?.setRight();
      const places = this.#stage.listPlaces();
      const run = await this.#runOnce(args, isStormy && random.chance(0.8));
      if (run.code === 0 && !run.wasPair && (nth > 2 || random.chance(0.7))) return 'done';
      if (isOfNewerVersion(run)) this.#workplace.takeNewerVersion();
      const codes = this.#codesOf(places);
      this.#judge.judgePrintedBefore(run, codes);
      const decision = await person.decide(run, codes);
      args = decision.args;
      this.#judge.allowAgain(decision.again);
      const now = `${String(run.code)} ${args.join(' ')}`;
      same = !isStormy && now === last ? same + 1 : 0;
      last = now;
      // A packer who first has to conclude, and then is told twice of a missing label, has typed
      // the same three times.
      if (same >= 3) return this.#explain(run);
      if (!isStormy) continue;
      this.#stage.happenNext();
      const damage = random.chance(0.12) ? await this.#workplace.damage() : null;
      if (damage !== null) this.#judge.note(`harmed: ${damage}`);
    }
    return `no end: ${last}`;
  }

  async #runOnce(args: readonly string[], isRough: boolean): Promise<Run> {
    const [first, ...beside] = await this.#workplace.run(args, isRough);
    if (first === undefined) throw new Error('a run left nothing');
    for (const { run, what } of [first, ...beside]) {
      this.#judge.noteRun(run, what);
      this.#judge.judgeRun(run);
    }
    if (first.run.code === 0) await this.#judge.judgePages(first.run);
    return first.run;
  }

  /** Returns why a job cannot be finished, if the program reports so and it is true. */
  #explain(run: Run): string {
    if (run.stderr.includes('no shipment') && this.#stage.grouping.shipments.length === 0) {
      return 'told: the grouping is empty';
    }
    // A flipped bit in its version looks like a newer version.
    if (isOfNewerVersion(run)) return 'told: the journal is of a newer version';
    const [first = 'nothing'] = run.stderr
      .split('\n')
      .filter((line) => !/^labels \d+\/\d+/.test(line));
    return `dead end: exit ${String(run.code)}: ${first.slice(0, 160)}`;
  }

  #codesOf(ids: readonly number[]): readonly string[] {
    const owner = [...this.#stage.books.allCodes()];
    return ids.map((id) => owner.findLast(([, of]) => of === id)?.[0] ?? '');
  }
}

function isOfNewerVersion({ stderr }: Run): boolean {
  return stderr.includes('newer version of Doca');
}
