import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobState } from '#shared/domain/job.ts';
import {
  readOpenSync,
  removeQuietly,
  toDiskFault,
  writeOpenSync,
  writeWholeSync,
} from '../../os/files.ts';
import type { SharedPlace } from '../../os/station.ts';
import { readJson } from '../../os/text/read-json.ts';
import { mayBeSameCompany, nameCompany } from './company-key.ts';

/**
 * The strictest one first. `concluding`: the request may have been sent. `open again`: a person, or
 * the ERP, said that it was not concluded.
 */
const guardStates = ['concluded', 'concluding', 'open again'] as const;
type GuardState = (typeof guardStates)[number];

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

/** What an account, or another key of a company, says about a grouping. */
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

/** Of all journals of a user. */
export function findGuardFolder(stationDir: string) {
  return join(stationDir, 'guards');
}

/** Where all guards of a user are. */
export interface GuardPlace {
  readonly folder: string;
  readonly shared: SharedPlace | null;
}

/**
 * The guard of a grouping's conclusion and paper beside the journal, as it was when this was made,
 * and as it is written here: a small file for each grouping that was ever printed, or whose
 * conclusion was requested, in one place for all journals of a user. It survives a journal that is
 * lost, damaged, restored from a backup or of another program. Methods throw the file system's own
 * errors.
 *
 * Accounts of one computer share only one folder: each puts a copy of its guards there for the
 * others, and the last word counts, of any account: the one that knew all others. Of several such,
 * the strictest does. A word that cannot be read, or a folder, is a question about all; a folder
 * that this account cannot write guards no other account.
 *
 * A guard of the same grouping id under another key counts too, if both keys may be of one company:
 * prints and conclusions that it names are asked about.
 */
export class GroupingGuard {
  readonly #groupingId: number;
  readonly #place: GuardPlace;
  /** The stand-in of its company. */
  readonly #name: string;
  readonly #path: string;
  /** For other accounts. */
  readonly #copy: string | null;
  /** The marks of other accounts' words, as read here. */
  readonly #seen: readonly string[];
  #facts: Guard;

  constructor(place: GuardPlace, company: string, groupingId: number) {
    const name = nameCompany(company);
    this.#groupingId = groupingId;
    this.#place = place;
    this.#name = name;
    this.#path = join(place.folder, name, `${groupingId}.json`);
    this.#copy = findCopy(place, name, groupingId);
    const others = this.#readOthers();
    this.#seen = others.map(({ mark }) => mark);
    const words = [...readWord(this.#path, groupingId), ...others];
    const past = new Set(words.flatMap(({ file }) => file?.after ?? []));
    const last = words.filter(({ mark }) => !past.has(mark));
    const states = last.map(({ file }) => (file === null ? 'concluding' : file.state));
    const state = guardStates.find((one) => states.includes(one)) ?? null;
    this.#facts = { state, print: findLastPrint(last) };
  }

  get facts(): Guard {
    return this.#facts;
  }

  /** Returns true if another account or key on this computer has begun something since. */
  isOvertaken() {
    return this.#readOthers().some(({ mark }) => !this.#seen.includes(mark));
  }

  /** Afterwards it survives a power cut. `atMs`: see the file's. */
  write(change: Partial<Guard>, atMs: number | null) {
    const facts = { ...this.#facts, ...change };
    const file: GuardFile = { grouping: this.#groupingId, ...facts, after: this.#seen, atMs };
    const text = `${JSON.stringify(file)}\n`;
    writeWholeSync(this.#path, text);
    this.#facts = facts;
    try {
      if (this.#copy !== null) writeOpenSync(this.#copy, text);
    } catch (error) {
      if (toDiskFault(error) === null) throw error;
    }
  }

  #readOthers(): readonly Word[] {
    const { folder, shared } = this.#place;
    const others = this.#readAll(folder, this.#path);
    if (shared === null) return others;
    // The own copy is a word too once the profile with the guards was lost.
    const known = existsSync(this.#path) ? this.#copy : null;
    try {
      return [...others, ...this.#readAll(shared.folder, known)];
    } catch (error) {
      if (toDiskFault(error) === null) throw error;
      return [...others, makeUnreadable(shared.folder)];
    }
  }

  /** Returns the words below a folder but its own, of all companies that may be this one. */
  #readAll(folder: string, own: string | null): readonly Word[] {
    const names = listCompanies(folder).filter((name) => mayBeSameCompany(name, this.#name));
    return names.flatMap((name) => {
      const path = join(folder, name);
      const paths = readdirSync(path)
        .filter((file) => file.startsWith(`${this.#groupingId}.`) && file.endsWith('.json'))
        .map((file) => join(path, file))
        .filter((file) => file !== own);
      const isNonsense = paths.length > mostAccounts;
      const words = paths.flatMap((file) =>
        readWord(file, this.#groupingId, isNonsense ? -1 : undefined),
      );
      const marks = words.map(({ mark }) => mark);
      if (isNonsense) return makeUnreadable(marks.toSorted().join());
      return name === this.#name ? words : words.map(makeQuestion);
    });
  }
}

/** Returns the stand-ins of the companies that have guards in this folder. */
export function listCompanies(folder: string) {
  // Windows says also of a file that there is no such folder.
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder).filter((name) => /^(tax-)?[0-9a-f]{16}$/.test(name));
}

/** Removes guards that are over for more than a year by the ERP's clock. */
export async function removeOldGuards(place: GuardPlace, erpMs: number) {
  const beforeMs = erpMs - keptMs;
  for (const company of listCompanies(place.folder)) {
    const folder = join(place.folder, company);
    // A file that somebody left there is no company, and one can go meanwhile.
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const file = await stat(path).catch(() => null);
      if (file === null || file.mtimeMs >= beforeMs) continue;
      const groupingId = Number.parseInt(name, 10);
      const [word] = readWord(path, groupingId);
      if ((word?.file?.atMs ?? Infinity) >= beforeMs) continue;
      await removeQuietly(path);
      const copy = findCopy(place, company, groupingId);
      if (copy !== null) await removeQuietly(copy);
    }
  }
}

function findCopy({ shared }: GuardPlace, company: string, groupingId: number) {
  return shared && join(shared.folder, company, `${groupingId}.${shared.account}.json`);
}

/** None if there is no such file. */
function readWord(path: string, groupingId: number, mostBytes?: number) {
  const found = readOpenSync(path, mostBytes);
  if (found === null) return [];
  const { kind, text } = found;
  const file = readJson(guardFile, text ?? '');
  // Any other file is as good as one of another grouping.
  return file?.grouping === groupingId
    ? [{ mark: makeMark(text ?? ''), file }]
    : [makeUnreadable(`${path} ${text ?? kind}`)];
}

/** Nobody knows here what another key did; what it certainly did not do is no question. */
function makeQuestion({ mark, file }: Word): Word {
  if (file === null) return { mark, file };
  const state = file.state === 'concluded' ? 'concluding' : file.state;
  return { mark, file: { ...file, state, print: file.print && makeUnknownPrint(mark) } };
}

function makeUnreadable(what: string): Word {
  return { mark: makeMark(what), file: null };
}

function makeMark(text: string) {
  return createHash('sha256').update(text).digest('hex');
}

function findLastPrint(words: readonly Word[]) {
  const prints = words.flatMap(({ mark, file }) =>
    file === null ? makeUnknownPrint(mark) : (file.print ?? []),
  );
  const titles = [...new Set(prints.map(({ title }) => title))];
  return titles.length > 1 ? makeUnknownPrint(titles.toSorted().join()) : (prints[0] ?? null);
}

/** No journal knows it, nor one before it, until its packer was asked about all labels. */
function makeUnknownPrint(title: string) {
  return { title, after: title, verdict: { printed: [], perhaps: [], not: [] } };
}

/** Returns the guard's state for a job in this state; null if nothing was requested of the ERP. */
export function toGuardState(state: JobState) {
  if (state === 'concluded') return state;
  return state === 'concluding' || state === 'conclusion-unknown' ? 'concluding' : null;
}

/** Returns the stricter of the journal's and the guard's state: concluded, then unknown. */
export function applyGuard(state: JobState, guard: GuardState | null): JobState {
  if (guard === 'concluded') return guard;
  return guard === 'concluding' && toGuardState(state) === null ? guard : state;
}
