import type { Language, Result, Settings } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';
import type { PolicyReading } from '../policy/index.ts';
import type { SignInLook } from '../sign-in/index.ts';
import type { FindingCode } from './words.ts';

/** `fail`: the workstation cannot work like this. `skip`: it could not be examined. */
export type FindingLevel = 'ok' | 'warn' | 'fail' | 'skip';

export interface Finding {
  readonly code: FindingCode;
  readonly level: FindingLevel;
  /** Values for the sentences. Never a token, a user name or a password. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** The doctor's access to a workstation: the desktop's, the command line's or the tests' own. */
export interface DoctorOptions {
  /** The ERP's address; null if the workstation has none yet. */
  readonly baseUrl: string | null;
  /** A token to try. Default: the stored one. */
  readonly token?: string;
  readonly tokenStore: TokenStore;
  readonly signIn: {
    readonly settings: Pick<Settings, 'signInIssuer' | 'signInClientId' | 'signInRedirect'>;
    readonly look: SignInLook;
    /** The signed-in person's token at this ERP; null if the session is over. */
    readonly readToken: (erpOrigin: string) => Promise<string | null>;
  };
  readonly floor: Pick<Settings, 'floorAddress'>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Names of this workstation's printers. */
  readonly listPrinters: () => Promise<Result<readonly string[]>>;
  /** Doca's data folder. */
  readonly dataDir: string;
  /** The free bytes there. */
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: PolicyReading;
  /** Known origins of label files. */
  readonly labelHosts: readonly string[];
  /** A grouping whose first label link shows the host of label files. */
  readonly groupingId?: number;
  readonly language: Language;
}
