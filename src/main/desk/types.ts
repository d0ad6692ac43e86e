import type { EventChannel, Events, Handlers, requests } from '../../shared/index.ts';
import type { ProxyLogins, TokenStore } from '../credentials/index.ts';
import type { StartCodeProcess, StartLabelProcess } from '../labels/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';
import type { Log } from '../os/log.ts';
import type { Bench } from '../os/station.ts';
import type { PolicyReading } from '../policy/index.ts';
import type { NetworkPrinterOptions, PrintSystem, Rasterise } from '../printing/index.ts';
import type { UpdatesOptions } from '../updates/index.ts';

/** What the desk takes from the shell it runs in. The desktop gives Electron's, the tests give their own. */
export interface DeskOptions {
  /** Doca's own folder: settings, journal, label files, training data. */
  readonly dataDir: string;
  /** What this user's desktop and command line share: see `findStationDir`. */
  readonly stationDir: string;
  /** The folder that all accounts of this computer share; null if there is none. */
  readonly bench?: Bench | null;
  /** Marks of this computer and its user; read by `readMachine` if omitted. */
  readonly machine?: readonly string[];
  /** Where files that a person should find are written: `Doca` in the documents folder. */
  readonly outDir: string;
  /** For the ERP. */
  readonly fetch: Fetch;
  /** For label hosts: a plain `fetch` that keeps to the download policy; the label store's own where not given. */
  readonly downloadFetch?: Fetch;
  /** Starts the label room's process, as the build or the source tree has it. */
  readonly startLabelProcess: StartLabelProcess;
  /** Starts what reads the codes of labels; labels are not read where not given. */
  readonly startCodeProcess?: StartCodeProcess;
  /** Opens a file in the system's viewer; gives the reason when it could not, and '' when it did. */
  readonly openPath: (path: string) => Promise<string>;
  /** Opens an address in the browser. The desk gives https addresses only. */
  readonly openExternal: (url: string) => Promise<void>;
  /** Opens the provider's page, https or on this computer, in the browser. */
  readonly openSignInPage: (url: string) => Promise<void>;
  readonly writeClipboard: (text: string) => void;
  /** Asks where to save; null when the person changed their mind. */
  readonly saveDialog: (ask: SaveQuestion) => Promise<string | null>;
  readonly version: string;
  readonly platform: 'win32' | 'darwin' | 'linux';
  readonly clock: Clock;
  readonly log: Log;
  /** The last log lines, for the diagnostics, where the shell keeps a log file; this run's lines where not given. */
  readonly logTail?: () => Promise<readonly string[]>;
  readonly tokenStore: TokenStore;
  /** What `fetch` asks when a proxy asks. */
  readonly proxies: ProxyLogins;
  /** The printers that the operating system has; only the one that writes files where not given. */
  readonly printSystem?: PrintSystem & { close?(): void };
  /** What IT has decided for this workstation; nothing where not given. */
  readonly policy?: PolicyReading;
  /** What fetches and installs updates; none are looked for where not given. */
  readonly updates?: Pick<UpdatesOptions, 'port' | 'off' | 'left'>;
  /** Draws PDF labels for printers that take only ZPL; without it these print only labels that came as ZPL. */
  readonly rasterise?: Rasterise;
  /** How long network printers are waited for; the printing room's own times where not given. */
  readonly networkTiming?: NonNullable<NetworkPrinterOptions['timing']>;
}

interface SaveQuestion {
  readonly defaultName: string;
  readonly extension: string;
}

/** One function for each request of the contract. Inputs are parsed already; what they throw the shell catches (`catchAll`). */
export type DeskHandlers = Handlers<typeof requests>;

export type DeskListener = <C extends EventChannel>(channel: C, payload: Events[C]) => void;

/** The desktop's application service: every request of the contract, without a window. */
export interface Desk {
  readonly handlers: DeskHandlers;
  /** Gives the way to stop listening. */
  onEvent(listener: DeskListener): () => void;
  /** To be called for each request: an update keeps out of the way of who is at work. */
  noteTouch(): void;
  /** Jobs with work under way (collecting, printing, concluding): quitting now would interrupt it. */
  runningJobs(): number;
  /** Closes the journal and no more, at once: nothing is asked of it afterwards. */
  endNow(): void;
  /** Before `close`, when the program ends: an update that is ready and disturbs nobody goes in. True: it does. */
  installOnQuit(): boolean;
  /** Lets go of every grouping; work under way stays resumable. */
  close(): Promise<void>;
}
