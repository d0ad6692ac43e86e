import { nothing, takes } from './define.ts';
import type { Language } from '../faults/fault-text.ts';

export const updateRequests = {
  'updates.status': takes(nothing).gives<UpdateStatus>(),
  /** Answers when the check has started; the result comes as `updates.changed`. */
  'updates.check': takes(nothing).gives<UpdateStatus>(),
  /** Ends the program and installs the ready update; the status says why it waits if it cannot be installed now. */
  'updates.install': takes(nothing).gives<UpdateStatus>(),
};

/** A release in the feed that is newer than this program and meant for this workstation. */
export interface FoundUpdate {
  readonly version: string;
  /** The changes as plain text; empty if the feed says nothing. It comes from outside. */
  readonly notes: Readonly<Record<Language, string>>;
}

/** Why an update failed. `not-ours`: the signature is not this program's publisher's. */
export type UpdateFailure = 'unreachable' | 'bad-feed' | 'damaged' | 'not-ours' | 'stalled' | 'unknown';

export type WaitReason = 'job-running' | 'grouping-open' | 'before-first-print' | 'in-use';

export type UpdateStatus =
  /** `policy`: IT switched updates off. `unsigned`: a development build takes none. */
  | { readonly kind: 'off'; readonly by: 'policy' | 'unsigned' }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'current'; readonly checkedAtMs: number }
  /** The feed has only the version that this workstation went back from. */
  | { readonly kind: 'left'; readonly version: string }
  | { readonly kind: 'downloading'; readonly update: FoundUpdate; readonly percent: number }
  | { readonly kind: 'ready'; readonly update: FoundUpdate; readonly waitsFor: WaitReason | null }
  | { readonly kind: 'failed'; readonly failure: UpdateFailure; readonly atMs: number };
