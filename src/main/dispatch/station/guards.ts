import { readFileSync, readdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobState } from '#shared/domain/job.ts';
import { ok } from '#shared/faults/faults.ts';
import { readErrorCode } from '../../os/errors.ts';
import { toDiskFault, tryOnDisk, writeOpenSync, writeWholeSync } from '../../os/files.ts';
import type { SharedPlace } from '../../os/station.ts';
import { listNames } from '../../os/temporary.ts';
import { nameCompany } from './lock.ts';

/**
 * `concluding`: the request may have been sent. `open again`: a person, or the ERP, said that it
 * was not concluded.
 */
const guardStates = ['concluding', 'unknown', 'concluded', 'open again'] as const;
export type GuardState = (typeof guardStates)[number];

const ids = z.array(z.int()).readonly();

const guardFile = z.object({
  grouping: z.int(),
  /** Null if no conclusion was ever requested. */
  state: z.enum(guardStates).nullable(),
  /** The spool job that was begun last, by any journal's program; null if none was. */
  print: z
    .object({
      title: z.string(),
      /** The title of the one before, of this print or another. */
      after: z.string().nullable(),
      /** The verdict on the whole print when it was begun, by shipment ids. */
      verdict: z.object({ printed: ids, perhaps: ids, not: ids }),
    })
    .readonly()
    .nullable(),
  atMs: z.number(),
});

type GuardFile = Readonly<z.infer<typeof guardFile>>;
/** The facts about a grouping without any journal. */
export type Guard = Pick<GuardFile, 'state' | 'print'>;
export type GuardedPrint = NonNullable<Guard['print']>;

/**
 * Longer than anybody works on a grouping. The files contain only numbers of groupings and
 * shipments.
 */
const keptMs = 400 * 86_400_000;

/**
 * The guards of conclusions and paper beside the journal: a small file for each grouping that was
 * ever printed, or whose conclusion was requested, in one place for all journals of a user. They
 * survive a journal that is lost, damaged, restored from a backup or of another program. Methods
 * throw the file system's own errors.
 *
 * Accounts of one computer share only one folder: each puts a copy of its guards there for the
 * others, and the last begun action counts, of any account. A folder that this account cannot use
 * guards no other account.
 */
export class Guards {
  readonly #folder: string;
  readonly #shared: SharedPlace | null;
  readonly #now: () => number;
  /** When other accounts had last written of a grouping, as read here. */
  readonly #seenMs = new Map<string, number>();

  constructor(stationDir: string, shared: SharedPlace | null, now: () => number) {
    this.#folder = join(stationDir, 'guards');
    this.#shared = shared;
    this.#now = now;
  }

  /**
   * Returns null if nothing was ever begun; the conclusion is `unknown` if the file makes no sense.
   */
  read(company: string, groupingId: number): Guard | null {
    const own = this.#readFile(this.#findPath(company, groupingId), groupingId);
    const others = this.#readOthers(company, groupingId);
    this.#seenMs.set(`${company} ${groupingId}`, findLastMs(others));
    const files = [...(own === null ? [] : [own]), ...others];
    const byTime = files.toSorted((a, b) => b.atMs - a.atMs);
    const find = <K extends 'state' | 'print'>(key: K): GuardFile[K] | null =>
      byTime.find((file) => file[key] !== null)?.[key] ?? null;
    return byTime.length === 0 ? null : { state: find('state'), print: find('print') };
  }

  /**
   * Returns true if another account of this computer has begun something since this guard was read
   * here.
   */
  isOvertaken(company: string, groupingId: number): boolean {
    const lastMs = findLastMs(this.#readOthers(company, groupingId));
    return lastMs > (this.#seenMs.get(`${company} ${groupingId}`) ?? 0);
  }

  /** Afterwards it survives a power cut. */
  write(company: string, groupingId: number, guard: Guard): void {
    const content: GuardFile = { grouping: groupingId, ...guard, atMs: this.#now() };
    const text = `${JSON.stringify(content)}\n`;
    writeWholeSync(this.#findPath(company, groupingId), text);
    this.#tryAtSharedPlace(({ folder, account }) =>
      writeOpenSync(join(folder, nameCompany(company)), `${groupingId}.${account}.json`, text),
    );
  }

  /** Removes guards that are over for more than a year. */
  async removeOld(): Promise<void> {
    await this.#removeOldIn(this.#folder, () => true);
    const shared = this.#shared;
    if (shared === null) return;
    const isOwn = (name: string): boolean => name.endsWith(`.${shared.account}.json`);
    await tryOnDisk(async () => {
      await this.#removeOldIn(shared.folder, isOwn);
      return ok(null);
    });
  }

  async #removeOldIn(folder: string, isOwn: (name: string) => boolean): Promise<void> {
    // Other programs leave files of their own in folders that many may write.
    for (const company of (await listNames(folder)).filter((name) => /^[0-9a-f]{16}$/.test(name))) {
      for (const name of (await listNames(join(folder, company))).filter(isOwn)) {
        const path = join(folder, company, name);
        if ((await stat(path)).mtimeMs < this.#now() - keptMs) await rm(path, { force: true });
      }
    }
  }

  #readOthers(company: string, groupingId: number): readonly GuardFile[] {
    const files = this.#tryAtSharedPlace(({ folder, account }) => {
      const names = readdirSync(join(folder, nameCompany(company))).filter(
        (name) =>
          name.startsWith(`${groupingId}.`) &&
          name.endsWith('.json') &&
          name !== `${groupingId}.${account}.json`,
      );
      return names.flatMap(
        (name) => this.#readFile(join(folder, nameCompany(company), name), groupingId) ?? [],
      );
    });
    return files ?? [];
  }

  /** A malformed one takes precedence: it proves that something was requested. */
  #readFile(path: string, groupingId: number): GuardFile | null {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
    try {
      const file = guardFile.parse(JSON.parse(text));
      if (file.grouping === groupingId) return file;
    } catch {
      // As good as a file of another grouping.
    }
    return { grouping: groupingId, state: 'unknown', print: null, atMs: 0 };
  }

  #tryAtSharedPlace<T>(work: (shared: SharedPlace) => T): T | null {
    if (this.#shared === null) return null;
    try {
      return work(this.#shared);
    } catch (error) {
      if (toDiskFault(error) === null) throw error;
      return null;
    }
  }

  #findPath(company: string, groupingId: number): string {
    return join(this.#folder, nameCompany(company), `${groupingId}.json`);
  }
}

function findLastMs(files: readonly GuardFile[]): number {
  return Math.max(0, ...files.map(({ atMs }) => atMs));
}

/** Returns the guard's state for a job in this state; null if nothing was requested of the ERP. */
export function toGuardState(state: JobState): Exclude<GuardState, 'open again'> | null {
  if (state === 'concluding' || state === 'concluded') return state;
  return state === 'conclusion-unknown' ? 'unknown' : null;
}

/** Returns the stricter of the journal's and the guard's state: concluded, then unknown. */
export function applyGuard(state: JobState, guard: GuardState | null): JobState {
  if (state === 'concluded' || guard === 'concluded') return 'concluded';
  if (toGuardState(state) !== null || guard === null || guard === 'open again') return state;
  return 'concluding';
}
