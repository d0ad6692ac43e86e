import { z } from 'zod';
import type { Fault } from '../faults/faults.ts';
import { nothing, takes, text } from './define.ts';
import type { LockedKey } from './settings.ts';

export const appRequests = {
  'app.info': takes(nothing()).gives<AppInfo>(),
  'clipboard.write': takes(z.strictObject({ text: text(20_000) })).gives(),
  'diagnostics.export': takes(nothing()).gives<{ readonly saved: boolean }>(),
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

export type AppCommand =
  'go-desk' | 'go-check' | 'go-print' | 'go-history' | 'go-office' | 'go-settings' | 'primary' | 'find' | 'shortcuts';
