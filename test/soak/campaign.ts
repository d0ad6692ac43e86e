import { playJob } from './job.ts';
import { scenarios } from './scenarios/index.ts';
import { breaks } from './harm/breaks.ts';
import type { Break } from './harm/breaks.ts';
import type { Counts, Figures, JobReport, Tools } from './types.ts';

export interface CampaignOptions {
  readonly ms: number;
  readonly firstSeed: number;
  readonly workers: number;
}

export function isClean({ conclusions, labels, sentences }: Figures): boolean {
  return conclusions + labels + sentences === 0;
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Runs one job after the other until the time is over, and adds up their findings. */
export class Campaign {
  readonly #tools: Tools;
  readonly #options: CampaignOptions;
  readonly #startedMs = performance.now();
  readonly #counts: Counts = {
    runs: 0,
    kills: 0,
    stops: 0,
    jumps: 0,
    fullDisks: 0,
    damages: 0,
    litter: 0,
    pairs: 0,
    accounts: 0,
  };
  readonly #met = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  readonly #failures: JobReport[] = [];
  #jobs = 0;
  #figures: Figures = { conclusions: 0, labels: 0, sentences: 0 };
  #isStopped = false;
  #isBreakSeen = false;
  #lost = 0;

  constructor(tools: Tools, options: CampaignOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  /** Returns true if the findings are the expected ones: none, or, with a guard removed, some. */
  async run(): Promise<boolean> {
    let seed = this.#options.firstSeed;
    const progress = setInterval(() => say(this.#writeProgress()), 60_000);
    const work = async (): Promise<void> => {
      while (!this.#isOver) {
        const own = seed;
        seed += 1;
        await this.#add(await playJob(own, this.#tools));
      }
    };
    await Promise.all(Array.from({ length: this.#options.workers }, work));
    clearInterval(progress);
    this.#writeTable();
    return this.#tools.broken === null ? this.#failures.length === 0 : this.#isBreakSeen;
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#isBreakSeen || this.#elapsedMs >= this.#options.ms;
  }

  /** Lets the running jobs finish, and starts no more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #add(report: JobReport): Promise<void> {
    this.#jobs += 1;
    for (const name of Object.keys(this.#counts) as (keyof Counts)[])
      this.#counts[name] += report.counts[name];
    for (const name of report.met) this.#met.set(name, (this.#met.get(name) ?? 0) + 1);
    this.#ends.set(report.end, (this.#ends.get(report.end) ?? 0) + 1);
    const { conclusions, labels, sentences } = report.figures;
    this.#figures = {
      conclusions: this.#figures.conclusions + conclusions,
      labels: this.#figures.labels + labels,
      sentences: this.#figures.sentences + sentences,
    };
    this.#lost += report.lostByPrinter;
    if (isClean(report.figures)) return;
    this.#failures.push(report);
    const what = [
      ...(conclusions === 0 ? [] : [`concluded ${conclusions} times unasked`]),
      ...(labels === 0 ? [] : [`${labels} labels printed unasked`]),
      ...new Set(report.untrue),
    ];
    say(`\nseed ${report.seed}: ${what.join('; ')}\n${report.log.join('\n')}\n`);
    if (this.#tools.broken !== null) await this.#lookAgain(report, this.#tools.broken);
  }

  /**
   * A finding with a guard removed counts only if the same job is clean with the guard in place.
   */
  async #lookAgain({ seed, figures }: JobReport, broken: Break): Promise<void> {
    const { shows } = breaks[broken];
    if (figures[shows] === 0) return;
    const sound = await playJob(seed, { ...this.#tools, broken: null });
    if (sound.figures[shows] > 0) return;
    this.#isBreakSeen = true;
    const minutes = (this.#elapsedMs / 60_000).toFixed(1);
    say(
      `${broken} is seen by seed ${seed}, after ${minutes} min and ${this.#jobs} jobs; with it the job has no such ${shows}`,
    );
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
    const { conclusions, labels, sentences } = this.#figures;
    return `conclusions · labels · sentences: ${conclusions} · ${labels} · ${sentences}`;
  }

  #writeTable(): void {
    const rows: readonly (readonly [string, number | string])[] = [
      [
        'minutes',
        `${(this.#elapsedMs / 60_000).toFixed(1)}${this.#isStopped ? ', stopped by a signal' : ''}`,
      ],
      ['jobs', this.#jobs],
      ['runs of the command line', this.#counts.runs],
      ['kill -9', this.#counts.kills],
      ['SIGSTOP', this.#counts.stops],
      ['clock jumps', this.#counts.jumps],
      ['full disks', this.#counts.fullDisks],
      ['damaged journals and guards', this.#counts.damages],
      ['things left where accounts share', this.#counts.litter],
      ['two processes at once', this.#counts.pairs],
      ['of them of two accounts', this.#counts.accounts],
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
    say(
      `\n${scenarios.map(({ name }) => `${String(this.#met.get(name) ?? 0).padStart(6)}  ${name}`).join('\n')}`,
    );
    say(`\n${this.#writeVerdict()}`);
    if (this.#failures.length > 0)
      say(`seeds of failures: ${this.#failures.map(({ seed }) => seed).join(' ')}`);
  }
}
