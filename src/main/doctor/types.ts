import type { Language, Result, Settings } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';
import type { PolicyReading } from '../policy/index.ts';
import type { SignInLook } from '../sign-in/index.ts';
import type { FindingCode } from './words.ts';

/** `fail`: the workstation cannot do its work like this. `skip`: there was nothing to check it with. */
export type FindingLevel = 'ok' | 'warn' | 'fail' | 'skip';

export interface Finding {
  readonly code: FindingCode;
  readonly level: FindingLevel;
  /** What goes into the sentences. Never a token, a user name or a password. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** What the doctor looks at. The desktop's, the command line's and the tests' each give their own. */
export interface DoctorOptions {
  /** The ERP's address; null where the workstation has none yet. */
  readonly baseUrl: string | null;
  /** A token to try; where not given, the stored one. */
  readonly token?: string;
  readonly tokenStore: TokenStore;
  readonly signIn: {
    readonly settings: Pick<Settings, 'signInIssuer' | 'signInClientId' | 'signInRedirect'>;
    readonly look: SignInLook;
    /** The token of whoever is signed in at this ERP; null where the session is over. */
    readonly readToken: (erpOrigin: string) => Promise<string | null>;
  };
  readonly floor: Pick<Settings, 'floorAddress'>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Names of the printers that this workstation has. */
  readonly listPrinters: () => Promise<Result<readonly string[]>>;
  /** Where Doca keeps its data. */
  readonly dataDir: string;
  /** Bytes that can still be written there. */
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: PolicyReading;
  /** Origins that label files come from, where somebody knows them. */
  readonly labelHosts: readonly string[];
  /** A grouping whose first label link shows the host that label files come from. */
  readonly groupingId?: number;
  readonly language: Language;
}
