import { z } from 'zod';
import type { Fault } from '../faults/faults.ts';
import { nothing, takes, tells, text } from './define.ts';
import type { LockedKey } from './settings.ts';

export const appRequests = {
  'app.info': takes(nothing()).gives<AppInfo>(),
  'clipboard.write': takes(z.strictObject({ text: text(20_000) })).gives(),
  'diagnostics.export': takes(nothing()).gives<{ readonly saved: boolean }>(),
};

export const appEvents = {
  /** A menu item or its shortcut was used. */
  'app.command': tells<AppCommand>(),
  /** Something that a person has to know and that no request is the cause of. */
  'app.notice': tells<Fault>(),
};

export interface AppInfo {
  readonly version: string;
  readonly platform: 'win32' | 'darwin' | 'linux';
  /** The journal was damaged at start, or another notice that came before the window was there. */
  readonly notices: readonly Fault[];
  /** What IT has decided: it cannot be changed here. */
  readonly locked: readonly LockedKey[];
  /** The ERP's address where IT has decided it. */
  readonly erpAddress: string | null;
}

export type AppCommand =
  'go-desk' | 'go-check' | 'go-print' | 'go-history' | 'go-office' | 'go-settings' | 'primary' | 'find' | 'shortcuts';
