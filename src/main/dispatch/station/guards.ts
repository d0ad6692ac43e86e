import { readFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobState, PrintVerdict } from '../../../shared/index.ts';
import { readErrorCode } from '../../os/errors.ts';
import { writeWholeSync } from '../../os/files.ts';
import { listNames } from '../../os/temporary.ts';
import { nameCompany } from './company-name.ts';

/** `concluding`: the request may have gone out. `open again`: a person, or the ERP, said that it was not concluded. */
const guardStates = ['concluding', 'unknown', 'concluded', 'open again'] as const;
export type GuardState = (typeof guardStates)[number];

/** What is known of a grouping without any journal. */
export interface Guard {
  /** Null where no conclusion was ever asked. */
  readonly state: GuardState | null;
  /** The spool job that was begun last, by whichever journal's program; null if none was. */
  readonly print: GuardedPrint | null;
}

export interface GuardedPrint {
  readonly title: string;
  /** The title of the one before, of this print or another. */
  readonly after: string | null;
  /** What was true of the whole print when it was begun, by shipment ids. */
  readonly verdict: PrintVerdict;
}

const ids = z.array(z.int()).readonly();

const guardFile = z.object({
  grouping: z.int(),
  state: z.enum(guardStates).nullable(),
  print: z
    .object({
      title: z.string(),
      after: z.string().nullable(),
      verdict: z.object({ printed: ids, perhaps: ids, not: ids }),
    })
    .nullable(),
  atMs: z.number(),
});

/** Longer than anybody works on a grouping. The files hold nobody's data, only groupings' numbers. */
const keptMs = 400 * 86_400_000;

/**
 * What guards conclusions and paper beside the journal: a small file for each grouping that was ever printed, or whose
 * conclusion was asked, one place for all journals of a user. A journal that is lost, damaged, put back from a backup or
 * of another program forgets none. Methods throw the file system's own errors.
 */
export class Guards {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(stationDir: string, now: () => number) {
    this.#folder = join(stationDir, 'guards');
    this.#now = now;
  }

  /** Null where nothing was ever begun; the conclusion is `unknown` where the file makes no sense. */
  read(company: string, groupingId: number): Guard | null {
    let text: string;
    try {
      text = readFileSync(this.#findPath(company, groupingId), 'utf8');
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
    try {
      const { grouping, state, print } = guardFile.parse(JSON.parse(text));
      if (grouping === groupingId) return { state, print };
    } catch {
      // As good as a file of another grouping.
    }
    return { state: 'unknown', print: null };
  }

  /** Afterwards it is there also when the power fails. */
  write(company: string, groupingId: number, guard: Guard): void {
    this.#write(company, groupingId, guard, true);
  }

  /** Writes those that are not there yet, of conclusions that are long past: many at once, so they are left to the system to flush. */
  addAll(company: string, guards: readonly { readonly groupingId: number; readonly state: GuardState }[]): void {
    for (const { groupingId, state } of guards) {
      if (this.read(company, groupingId) === null) this.#write(company, groupingId, { state, print: null }, false);
    }
  }

  /** Forgets what is over for more than a year. */
  async removeOld(): Promise<void> {
    for (const company of await listNames(this.#folder)) {
      for (const name of await listNames(join(this.#folder, company))) {
        const path = join(this.#folder, company, name);
        if ((await stat(path)).mtimeMs < this.#now() - keptMs) await rm(path, { force: true });
      }
    }
  }

  #write(company: string, groupingId: number, guard: Guard, flushed: boolean): void {
    const content: z.infer<typeof guardFile> = { grouping: groupingId, ...guard, atMs: this.#now() };
    writeWholeSync(this.#findPath(company, groupingId), `${JSON.stringify(content)}\n`, { flushed });
  }

  #findPath(company: string, groupingId: number): string {
    return join(this.#folder, nameCompany(company), `${groupingId}.json`);
  }
}

/** What the guard has to say of a job in this state; null where nothing was asked of the ERP. */
export function toGuardState(state: JobState): Exclude<GuardState, 'open again'> | null {
  if (state === 'concluding' || state === 'concluded') return state;
  return state === 'conclusion-unknown' ? 'unknown' : null;
}

/** The stricter of what the journal and the guard say of a grouping: that it is concluded, then that nobody knows. */
export function applyGuard(state: JobState, guard: GuardState | null): JobState {
  if (state === 'concluded' || guard === 'concluded') return 'concluded';
  if (toGuardState(state) !== null || guard === null || guard === 'open again') return state;
  return 'concluding';
}
