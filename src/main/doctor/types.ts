import type { Settings } from '#shared/contract/settings.ts';
import type { FaultKind, Result } from '#shared/faults/faults.ts';
import type { Language } from '#shared/faults/languages.ts';
import type { PolicyReading } from '../policy/index.ts';
import type { SignInServices } from '../sign-in/index.ts';
import type { FindingCode } from './words.ts';

/** `fail`: the workstation cannot work like this. `skip`: it could not be examined. */
export type FindingLevel = 'ok' | 'warn' | 'fail' | 'skip';

export interface Finding {
  readonly code: FindingCode | FaultKind;
  readonly level: FindingLevel;
  /** Values for the sentences. Never a token, a user name or a password. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** With its sentences; `next` is what to do, or empty. */
export interface WrittenFinding extends Finding {
  readonly what: string;
  readonly next: string;
}

/** The workstation as the desktop, `npm run doctor` and the tests each know it. */
export interface Workstation extends Pick<
  SignInServices,
  'tokenStore' | 'stationDir' | 'fetch' | 'clock'
> {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly listPrinters: () => Promise<Result<readonly { readonly name: string }[]>>;
}

export interface DoctorOptions extends Workstation {
  /** The ERP's address; null if the workstation has none yet. */
  readonly baseUrl: string | null;
  /** A token to try. Default: the stored one. */
  readonly token?: string | undefined;
  readonly settings: Settings;
  readonly policy: PolicyReading;
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** Known origins of label files. */
  readonly labelHosts?: readonly string[];
  /** A grouping whose first label link shows the host of label files. */
  readonly groupingId?: number | undefined;
  readonly language: Language;
}
