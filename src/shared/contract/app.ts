import { z } from 'zod';
import type { Fault } from '../faults/faults.ts';
import type { Language } from '../faults/languages.ts';
import { type BenchStep, longestCopy, type menuKeys } from '../domain/window.ts';
import { nothing, takes, text } from './define.ts';
import type { LockedKey } from './settings.ts';

export const appRequests = {
  'app.info': takes(nothing).gives<AppInfo>(),
  'clipboard.write': takes(z.strictObject({ text: text(longestCopy) })).gives(),
  'diagnostics.export': takes(nothing).gives<{ readonly saved: boolean }>(),
};

export const benchRequests = {
  /** Examines this workstation as the doctor does. Changes nothing. */
  'bench.look': takes(nothing).gives<BenchLook>(),
  /** Writes the sheet with the results of this bench's set-up. */
  'bench.sheet': takes(nothing).gives(),
};

export interface AppInfo {
  readonly version: string;
  readonly platform: 'win32' | 'darwin' | 'linux';
  /** Notices that came before the window was there, such as a damaged journal. */
  readonly notices: readonly Fault[];
  /** Settings that IT has decided and that cannot be changed here. */
  readonly locked: readonly LockedKey[];
  /** The ERP's address, if IT has decided it. */
  readonly erpAddress: string | null;
}

export interface BenchLook {
  readonly findings: readonly BenchFinding[];
  /** The test page's code, and the widths of its bars and spaces in modules, a bar first. */
  readonly code: { readonly text: string; readonly bars: readonly number[] };
}

/** One of the doctor's findings, in the settings' language, at the step that it belongs to. */
export interface BenchFinding {
  readonly step: BenchStep;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly what: string;
  /** What to do; empty if nothing. */
  readonly next: string;
}

export type AppCommand = keyof typeof menuKeys;

export const updateRequests = {
  'updates.status': takes(nothing).gives<UpdateStatus>(),
  /** Answers when the check has started; the result comes as `updates.changed`. */
  'updates.check': takes(nothing).gives<UpdateStatus>(),
  /**
   * Ends the program and installs the ready update; the status says why it waits if it cannot be
   * installed now.
   */
  'updates.install': takes(nothing).gives<UpdateStatus>(),
};

/** A release in the feed that is newer than this program and meant for this workstation. */
export interface FoundUpdate {
  readonly version: string;
  /** The changes as plain text; empty if the feed says nothing. It comes from outside. */
  readonly notes: Readonly<Record<Language, string>>;
}

/** Why an update failed. `not-ours`: the signature is not this program's publisher's. */
export type UpdateFailure =
  | 'unreachable'
  | 'bad-feed'
  | 'damaged'
  | 'not-ours'
  | 'stalled'
  | 'unknown';

export type WaitReason = 'job-running' | 'grouping-open' | 'before-first-print' | 'in-use';

export type UpdateStatus =
  /** `policy`: IT switched updates off. `unsigned`: a development build takes none. */
  | { readonly kind: 'off'; readonly by: 'policy' | 'unsigned' }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'current'; readonly checkedAtMs: number }
  /** The feed has only the version that this workstation went back from. */
  | { readonly kind: 'downloading'; readonly update: FoundUpdate; readonly percent: number }
  | { readonly kind: 'ready'; readonly update: FoundUpdate; readonly waitsFor: WaitReason | null }
  | { readonly kind: 'failed'; readonly failure: UpdateFailure; readonly atMs: number };
