import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/training-erp/data/random.ts';
import type { Run } from './checker/claims.ts';
import type { PaperDesk } from './checker/paper.ts';
import { Child } from './harm/child.ts';
import { damageGuard, damageJournal, litterShared, takeNewerVersion } from './harm/damage.ts';
import { SmallDisk } from './harm/disk.ts';
import { Disturbance } from './harm/disturbance.ts';
import type { Stage } from './stage.ts';
import type { Counts, Tools } from './types.ts';

/** A run's arguments, its disturbances, and its result. */
export interface PlayedRun {
  readonly run: Run;
  readonly what: string;
}

/** A user's home, data and disk, and the processes that this user starts. */
export class Workplace {
  readonly #dir: string;
  readonly #root: string;
  readonly #tools: Tools;
  readonly #random: Random;
  readonly #stage: Stage;
  readonly #desk: PaperDesk | null;
  readonly #disk: SmallDisk | null;
  /**
   * A conclusion is guarded in two places. Only one of them is damaged: if both are lost, the
   * outcome cannot be known.
   */
  readonly #victim: 'journal' | 'guard';
  readonly #patienceSeconds: number;
  /** Where accounts share their guards; null if this user has the computer alone. */
  readonly #shared: string | null;
  readonly counts: Counts = {
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

  constructor(dir: string, tools: Tools, random: Random, stage: Stage, desk: PaperDesk | null) {
    mkdirSync(dir, { recursive: true });
    this.#dir = dir;
    this.#tools = tools;
    this.#random = random;
    this.#stage = stage;
    this.#desk = desk;
    // Most packers in a campaign have little time.
    this.#patienceSeconds = random.pick([0, 1, 3, 3, 30]);
    this.#victim = random.chance(0.7) ? 'journal' : 'guard';
    const hasOwnDisk = random.chance(0.12) && tools.diskWay === 'tmpfs';
    this.#root = hasOwnDisk ? join(dir, 'disk') : dir;
    this.#disk = hasOwnDisk ? new SmallDisk(this.#root, 64) : null;
    this.#shared = !hasOwnDisk && random.chance(0.4) ? join(dir, 'Doca bench') : null;
  }

  get dir(): string {
    return this.#dir;
  }

  /** Runs once, and sometimes beside a second run, with random disturbances. */
  async run(args: readonly string[], isRough: boolean): Promise<readonly PlayedRun[]> {
    const random = this.#random;
    const env: Record<string, string> = {};
    const isFull = isRough && random.chance(this.#disk === null ? 0.04 : 0.5);
    if (isFull) this.counts.fullDisks += 1;
    if (isFull) this.#disk?.fill(random.pick([0, 4, 40, 200, 1000]));
    else this.#disk?.makeRoom();
    if (isRough && random.chance(0.12)) {
      this.counts.jumps += 1;
      const drift = random.pick([0, 0, 0.5, -0.5, 60]);
      env['DOCA_SOAK_CLOCK'] = `${random.int(0, 3000)}:${this.#pickJump()}:${drift}`;
    }
    const limit =
      isFull && this.#disk === null ? { fileLimitKb: random.pick([1, 8, 64, 200]) } : {};
    const start = (data: string, home = 'home'): Child => {
      this.counts.runs += 1;
      return new Child({
        args: this.#makeArgs(data, args),
        env: { ...this.#makeEnv(home), ...env },
        ...limit,
      });
    };
    // An answer is given once: two programs that get it at a time would both be right to go on.
    const isPair = isRough && !args.includes('--conclusion-was') && random.chance(0.12);
    const child = start('data');
    const disturbance = new Disturbance(
      random,
      isRough && !isFull,
      this.#stage,
      this.#desk,
      this.counts,
    );
    disturbance.watch(child);
    let beside: Promise<Omit<Run, 'wasPair'>> | null = null;
    if (isPair) {
      this.counts.pairs += 1;
      await sleep(random.pick([0, 0, 300, 1500, 4000]));
      // The other data folder shares the guard, but not the knowledge about printed labels.
      const other = random.chance(0.5) && this.#victim === 'journal' && this.#desk === null;
      // A folder that an account cannot write guards no other account.
      const isAccount = other && this.#shared !== null && !isFull;
      if (isAccount) this.counts.accounts += 1;
      beside = start(other ? 'other' : 'data', isAccount ? 'home of another' : 'home').ended;
    }
    const run: Run = { ...(await child.ended), wasPair: isPair };
    disturbance.end();
    const played: PlayedRun[] = [{ run, what: isFull ? 'full disk' : disturbance.what }];
    if (beside !== null)
      played.push({ run: { ...(await beside), wasPair: true }, what: 'beside it' });
    return played;
  }

  /** Damages stored data between two runs. Returns how. */
  async damage(): Promise<string | null> {
    this.#disk?.makeRoom();
    // Only the journal knows the prints of other groupings.
    if (this.#stage.moveMoment !== null && this.#victim === 'journal') return null;
    if (this.#shared !== null && this.#random.chance(0.4)) {
      const left = await litterShared(this.#shared, this.#stage.groupingId, this.#random);
      if (left !== null) this.counts.litter += 1;
      return left;
    }
    const how =
      this.#victim === 'journal'
        ? await damageJournal(join(this.#root, 'data'), this.#random)
        : await damageGuard(join(this.#root, 'home'), this.#random);
    if (how !== null) this.counts.damages += 1;
    return how;
  }

  takeNewerVersion(): void {
    takeNewerVersion(join(this.#root, 'data'));
  }

  /** Writes the label files that the packer has, if any. */
  writePanel(): void {
    const { panel } = this.#stage;
    if (panel === null) return;
    mkdirSync(this.#panelDir, { recursive: true });
    for (const { name, bytes } of panel.files) writeFileSync(join(this.#panelDir, name), bytes);
  }

  makeRoom(): void {
    this.#disk?.makeRoom();
  }

  /** Files that hold this text. */
  async findFilesWith(text: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const entry of await readdir(this.#dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === 'filler') continue;
      if ((await readFile(join(entry.parentPath, entry.name))).includes(text))
        found.push(entry.name);
    }
    return found;
  }

  /**
   * Counts this user's processes that are still running. Waits a moment: they end after their
   * parents.
   */
  async countProcesses(): Promise<number> {
    const homes = ['home', 'home of another'].map((home) => `HOME=${join(this.#root, home)}\0`);
    let left = 0;
    for (let round = 0; round < 20; round += 1) {
      left = readdirSync('/proc').filter(
        (name) => /^\d+$/.test(name) && homes.some((home) => readEnvironment(name).includes(home)),
      ).length;
      if (left === 0) return 0;
      await sleep(500);
    }
    return left;
  }

  async close(): Promise<void> {
    this.#disk?.close();
    await rm(this.#dir, { recursive: true, force: true });
  }

  get #panelDir(): string {
    return join(this.#dir, 'panel');
  }

  #makeArgs(data: string, args: readonly string[]): readonly string[] {
    const { groupingId, sandbox, panel } = this.#stage;
    return [
      ...[
        'dispatch',
        String(groupingId),
        '--base-url',
        sandbox.baseUrl,
        '--token-env',
        'DOCA_SOAK_TOKEN',
      ],
      ...['--data', join(this.#root, data), '--out', join(this.#root, 'out')],
      ...(this.#desk === null ? [] : ['--printer', this.#desk.queue]),
      ...(panel === null ? [] : ['--labels', this.#panelDir]),
      ...['--patience', String(this.#patienceSeconds), '--json', ...args],
    ];
  }

  #makeEnv(home: string): Readonly<Record<string, string>> {
    const { tmp, compileCache, broken } = this.#tools;
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: join(this.#root, home),
      XDG_DATA_HOME: join(this.#root, home, 'xdg'),
      ...(this.#shared === null ? {} : { DOCA_SOAK_SHARED: this.#shared }),
      TMPDIR: tmp,
      LC_ALL: 'en_US.UTF-8',
      DOCA_SOAK_TOKEN: this.#stage.sandbox.token,
      NODE_COMPILE_CACHE: compileCache,
      ...(broken === null ? {} : { DOCA_SOAK_BREAK: broken }),
      ...(this.#desk === null ? {} : { CUPS_SERVER: this.#desk.server }),
    };
  }

  #pickJump(): number {
    const day = 86_400_000;
    return (
      this.#random.pick([1, -1]) *
      this.#random.pick([2000, 90_000, 3_600_000, day, 400 * day, 3650 * day])
    );
  }
}

function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
}
