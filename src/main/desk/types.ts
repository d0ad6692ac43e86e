import type { Handlers } from '#shared/contract/define.ts';
import type { EventChannel, Events, requests } from '#shared/contract/index.ts';
import type { ProxyLogins, TokenStore } from '../credentials/index.ts';
import type { JobServicesOptions } from '../dispatch/index.ts';
import type { StartCodeProcess } from '../labels/index.ts';
import type { Platform, SharedPlace } from '../os/station.ts';
import type { PolicyReading } from '../policy/index.ts';
import type { NetworkTiming, PrintSystem, Rasterise } from '../printing/index.ts';
import type { UpdatesOptions } from '../updates/index.ts';

/** The shell's services for the desk: Electron's in the desktop, the tests' own. */
export interface DeskOptions extends Pick<
  JobServicesOptions,
  'dataDir' | 'stationDir' | 'outDir' | 'fetch' | 'startLabelProcess' | 'version' | 'clock' | 'log'
> {
  /** The folder that all accounts of this computer share; null if there is none. */
  readonly sharedPlace?: SharedPlace | null;
  /** Marks of this computer and its user; read by `readMachine` if omitted. */
  readonly machine?: readonly string[];
  /** The folder where browsers put files; watched only if the settings say so. */
  readonly downloadsDir: string;
  /** Starts the code process; labels are not read if omitted. */
  readonly startCodeProcess?: StartCodeProcess;
  /** Opens a file in the system's viewer; returns the reason of a failure, and '' on success. */
  readonly openPath: (path: string) => Promise<string>;
  /** Opens an address in the browser. The desk passes https addresses only. */
  readonly openExternal: (url: string) => Promise<void>;
  /** Opens the provider's page, https or on this computer, in the browser. */
  readonly openSignInPage: (url: string) => Promise<void>;
  readonly writeClipboard: (text: string) => void;
  /** Asks for a place to save; null if the person cancelled. */
  readonly saveDialog: (defaultName: string) => Promise<string | null>;
  readonly platform: Platform;
  readonly logTail: () => Promise<readonly string[]>;
  readonly tokenStore: TokenStore;
  /** Answers `fetch` when a proxy asks. */
  readonly proxies: ProxyLogins;
  /** The operating system's printers. Default: only the one that writes files. */
  readonly printSystem?: PrintSystem & { close?(): void };
  readonly policy: PolicyReading;
  readonly updates: Pick<UpdatesOptions, 'port' | 'off'>;
  /** Draws PDF labels for printers that take only ZPL. */
  readonly rasterise: Rasterise;
  /** How long network printers are waited for. Default: the printing room's own times. */
  readonly networkTiming?: Partial<NetworkTiming>;
}

/** A function for each request of the contract. Inputs are parsed; a fault is thrown. */
export type DeskHandlers = Handlers<typeof requests>;

export type DeskListener = <C extends EventChannel>(channel: C, payload: Events[C]) => void;
