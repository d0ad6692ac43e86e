import { Job } from './job.ts';
import { scenarios } from './scenarios/index.ts';
import type { Counts, JobReport, Tools } from './types.ts';

export interface CampaignOptions {
  readonly ms: number;
  readonly firstSeed: number;
  readonly workers: number;
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Runs one job after the other until the time is over, and adds up what they saw. */
export class Campaign {
  readonly #tools: Tools;
  readonly #options: CampaignOptions;
  readonly #startedMs = performance.now();
  readonly #counts: Counts = { runs: 0, kills: 0, stops: 0, jumps: 0, fullDisks: 0, damages: 0, pairs: 0 };
  readonly #met = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  readonly #failures: JobReport[] = [];
  #jobs = 0;
  #conclusions = 0;
  #doubled = 0;
  #untrue = 0;
  #mixed = 0;
  #lost = 0;

  constructor(tools: Tools, options: CampaignOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  /** True where what it saw is what it should see: nothing, or, with a guard taken out, something. */
  async run(): Promise<boolean> {
    let seed = this.#options.firstSeed;
    const progress = setInterval(() => say(this.#writeProgress()), 60_000);
    const work = async (): Promise<void> => {
      while (!this.#isOver) {
        const own = seed;
        seed += 1;
        this.#add(await new Job(own, this.#tools).run());
      }
    };
    await Promise.all(Array.from({ length: this.#options.workers }, work));
    clearInterval(progress);
    this.#writeTable();
    return this.#tools.broken === null ? this.#failures.length === 0 : this.#failures.length > 0;
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  get #isOver(): boolean {
    return this.#elapsedMs >= this.#options.ms || (this.#tools.broken !== null && this.#failures.length > 0);
  }

  #add(report: JobReport): void {
    this.#jobs += 1;
    for (const name of Object.keys(this.#counts) as (keyof Counts)[]) this.#counts[name] += report.counts[name];
    for (const name of report.met) this.#met.set(name, (this.#met.get(name) ?? 0) + 1);
    this.#ends.set(report.end, (this.#ends.get(report.end) ?? 0) + 1);
    this.#conclusions += report.unaskedConclusions;
    this.#doubled += report.doubledLabels;
    this.#untrue += report.untrue.length;
    this.#mixed += report.mixedDoubts;
    this.#lost += report.lostByPrinter;
    if (report.unaskedConclusions + report.doubledLabels + report.untrue.length === 0) return;
    this.#failures.push(report);
    const what = [
      ...(report.unaskedConclusions === 0 ? [] : [`concluded ${report.unaskedConclusions} times unasked`]),
      ...(report.doubledLabels === 0 ? [] : [`${report.doubledLabels} labels twice on paper`]),
      ...new Set(report.untrue),
    ];
    say(`\nseed ${report.seed}: ${what.join('; ')}\n${report.log.join('\n')}\n`);
  }

  #writeProgress(): string {
    const { runs, kills, stops } = this.#counts;
    const minutes = Math.round(this.#elapsedMs / 60_000);
    return (
      `${minutes} min: ${this.#jobs} jobs, ${runs} runs, ${kills} kills, ${stops} stops, ` +
      `${this.#met.size} of ${scenarios.length} scenarios; ${this.#writeVerdict()}`
    );
  }

  #writeVerdict(): string {
    return `conclusions · labels · sentences: ${this.#conclusions} · ${this.#doubled} · ${this.#untrue}`;
  }

  #writeTable(): void {
    const rows: readonly (readonly [string, number | string])[] = [
      ['minutes', (this.#elapsedMs / 60_000).toFixed(1)],
      ['jobs', this.#jobs],
      ['runs of the command line', this.#counts.runs],
      ['kill -9', this.#counts.kills],
      ['SIGSTOP', this.#counts.stops],
      ['clock jumps', this.#counts.jumps],
      ['full disks', this.#counts.fullDisks],
      ['damaged journals', this.#counts.damages],
      ['two processes at once', this.#counts.pairs],
      ['doubts that one answer cannot settle', this.#mixed],
      ['labels that a dying printer lost', this.#lost],
      [`scenarios met, of ${scenarios.length}`, this.#met.size],
    ];
    say(`\n${rows.map(([name, value]) => `${name.padEnd(40)} ${value}`).join('\n')}\n`);
    say(
      [...this.#ends]
        .toSorted(([, a], [, b]) => b - a)
        .map(([end, times]) => `${String(times).padStart(6)}  ${end}`)
        .join('\n'),
    );
    say(`\n${scenarios.map(({ name }) => `${String(this.#met.get(name) ?? 0).padStart(6)}  ${name}`).join('\n')}`);
    say(`\n${this.#writeVerdict()}`);
    if (this.#failures.length > 0) say(`seeds of failures: ${this.#failures.map(({ seed }) => seed).join(' ')}`);
  }
}
