import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobState } from '#shared/domain/job.ts';
import type { Clock } from '../../os/clock.ts';
import { readErrorCode } from '../../os/errors.ts';
import { readOpenSync, toDiskFault, writeOpenSync, writeWholeSync } from '../../os/files.ts';
import type { ServerClock } from '../../os/network/server-clock.ts';
import type { SharedPlace } from '../../os/station.ts';
import { listNames } from '../../os/temporary.ts';
import { nameCompany } from './lock.ts';

/**
 * The strictest one first. `concluding`: the request may have been sent. `open again`: a person, or
 * the ERP, said that it was not concluded.
 */
const guardStates = ['concluded', 'concluding', 'unknown', 'open again'] as const;
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
  /** The marks of others' guards that were known when this was written: it is later than these. */
  after: z.array(z.string()).readonly(),
  /** The time by the clock that was ahead, the ERP's or this one; null if the ERP said none. */
  atMs: z.number().nullable(),
});

type GuardFile = Readonly<z.infer<typeof guardFile>>;
/** The facts about a grouping without any journal. */
export type Guard = Pick<GuardFile, 'state' | 'print'>;
export type GuardedPrint = NonNullable<Guard['print']>;

/** What an account says about a grouping. */
interface Word {
  /** Of exactly these bytes. */
  readonly mark: string;
  /** Null if it cannot be read: it may say anything. */
  readonly file: GuardFile | null;
}

/**
 * Longer than anybody works on a grouping. The files contain only numbers of groupings and
 * shipments.
 */
const keptMs = 400 * 86_400_000;
/** At one computer; more are somebody's nonsense. */
const mostAccounts = 16;

/**
 * The guards of conclusions and paper beside the journal: a small file for each grouping that was
 * ever printed, or whose conclusion was requested, in one place for all journals of a user. They
 * survive a journal that is lost, damaged, restored from a backup or of another program. Methods
 * throw the file system's own errors.
 *
 * Accounts of one computer share only one folder: each puts a copy of its guards there for the
 * others, and the last word counts, of any account: the one that knew all others. Of several such,
 * the strictest does. A word that cannot be read, or a folder, is a question about all; a folder
 * that this account cannot write guards no other account.
 */
export class Guards {
  readonly #folder: string;
  readonly #shared: SharedPlace | null;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #erpClock: ServerClock;
  /** The marks of other accounts' words of a grouping, as read here. */
  readonly #seen = new Map<string, readonly string[]>();

  constructor(
    stationDir: string,
    shared: SharedPlace | null,
    clock: Pick<Clock, 'now'>,
    erpClock: ServerClock,
  ) {
    this.#folder = join(stationDir, 'guards');
    this.#shared = shared;
    this.#clock = clock;
    this.#erpClock = erpClock;
  }

  /**
   * Returns null if nothing was ever begun; conclusion and paper are unknown if a file makes no
   * sense.
   */
  read(company: string, groupingId: number): Guard | null {
    const others = this.#readOthers(company, groupingId);
    this.#seen.set(
      `${company} ${groupingId}`,
      others.map(({ mark }) => mark),
    );
    const words = [...readWord(this.#findPath(company, groupingId), groupingId), ...others];
    const past = new Set(words.flatMap(({ file }) => file?.after ?? []));
    const last = words.filter(({ mark }) => !past.has(mark));
    if (last.length === 0) return null;
    const states = last.map(({ file }) => (file === null ? 'unknown' : file.state));
    return {
      state: guardStates.find((state) => states.includes(state)) ?? null,
      print: findLastPrint(last),
    };
  }

  /**
   * Returns true if another account of this computer has begun something since this guard was read
   * here.
   */
  isOvertaken(company: string, groupingId: number): boolean {
    const seen = this.#seen.get(`${company} ${groupingId}`) ?? [];
    return this.#readOthers(company, groupingId).some(({ mark }) => !seen.includes(mark));
  }

  /** Afterwards it survives a power cut. */
  write(company: string, groupingId: number, guard: Guard): void {
    const erpMs = this.#erpClock.now();
    const content: GuardFile = {
      grouping: groupingId,
      ...guard,
      after: this.#seen.get(`${company} ${groupingId}`) ?? [],
      atMs: erpMs === null ? null : Math.max(erpMs, this.#clock.now()),
    };
    const text = `${JSON.stringify(content)}\n`;
    writeWholeSync(this.#findPath(company, groupingId), text);
    this.#tryAtSharedPlace(({ folder, account }) =>
      writeOpenSync(join(folder, nameCompany(company)), `${groupingId}.${account}.json`, text),
    );
  }

  /**
   * Removes guards that are over for more than a year by the ERP's clock; none if it is not known.
   */
  async removeOld(): Promise<void> {
    const erpMs = this.#erpClock.now();
    if (erpMs === null) return;
    const beforeMs = erpMs - keptMs;
    for (const company of (await listNames(this.#folder)).filter((name) => !name.startsWith('.'))) {
      for (const name of await listNames(join(this.#folder, company))) {
        const path = join(this.#folder, company, name);
        if ((await stat(path)).mtimeMs >= beforeMs) continue;
        const groupingId = Number.parseInt(name, 10);
        const [word] = readWord(path, groupingId);
        if ((word?.file?.atMs ?? Infinity) >= beforeMs) continue;
        await rm(path, { force: true });
        this.#tryAtSharedPlace(({ folder, account }) =>
          rmSync(join(folder, company, `${groupingId}.${account}.json`), { force: true }),
        );
      }
    }
  }

  #readOthers(company: string, groupingId: number): readonly Word[] {
    if (this.#shared === null) return [];
    const folder = join(this.#shared.folder, nameCompany(company));
    const own = `${groupingId}.${this.#shared.account}.json`;
    try {
      const names = readdirSync(folder).filter(
        (name) => name !== own && name.startsWith(`${groupingId}.`) && name.endsWith('.json'),
      );
      return names.length > mostAccounts
        ? [makeUnreadable(folder)]
        : names.flatMap((name) => readWord(join(folder, name), groupingId));
    } catch (error) {
      if (toDiskFault(error) === null) throw error;
      return readErrorCode(error) === 'ENOENT' ? [] : [makeUnreadable(folder)];
    }
  }

  #tryAtSharedPlace(work: (shared: SharedPlace) => void): void {
    try {
      if (this.#shared !== null) work(this.#shared);
    } catch (error) {
      if (toDiskFault(error) === null) throw error;
    }
  }

  #findPath(company: string, groupingId: number): string {
    return join(this.#folder, nameCompany(company), `${groupingId}.json`);
  }
}

/** None if there is no such file. */
function readWord(path: string, groupingId: number): readonly Word[] {
  const found = readOpenSync(path);
  if (found === null) return [];
  const { kind, text } = found;
  try {
    const file = guardFile.parse(JSON.parse(text ?? ''));
    if (file.grouping === groupingId) return [{ mark: makeMark(text ?? ''), file }];
  } catch {
    // As good as a file of another grouping.
  }
  return [makeUnreadable(`${path} ${text ?? kind}`)];
}

function makeUnreadable(what: string): Word {
  return { mark: makeMark(what), file: null };
}

function makeMark(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function findLastPrint(words: readonly Word[]): GuardedPrint | null {
  const prints = words.flatMap(({ mark, file }) =>
    file === null ? makeUnknownPrint(mark) : (file.print ?? []),
  );
  const titles = new Set(prints.map(({ title }) => title));
  return titles.size > 1
    ? makeUnknownPrint(makeMark([...titles].toSorted().join()))
    : (prints[0] ?? null);
}

/** No journal knows it, nor one before it, until its packer was asked about all labels. */
function makeUnknownPrint(mark: string): GuardedPrint {
  return { title: mark, after: mark, verdict: { printed: [], perhaps: [], not: [] } };
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
