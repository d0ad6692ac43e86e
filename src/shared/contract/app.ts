import { z } from 'zod';
import type { BenchStep } from '../domain/bench.ts';
import type { Fault } from '../faults/faults.ts';
import { nothing, takes, text } from './define.ts';
import type { LockedKey } from './settings.ts';

export const appRequests = {
  'app.info': takes(nothing).gives<AppInfo>(),
  'clipboard.write': takes(z.strictObject({ text: text(20_000) })).gives(),
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

export type AppCommand =
  'go-desk' | 'go-check' | 'go-print' | 'go-history' | 'go-office' | 'go-settings' | 'primary' | 'find' | 'shortcuts';
