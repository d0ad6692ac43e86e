import { joinPlaces } from '#shared/domain/printing.ts';
import type { TokenStore } from '../../credentials/index.ts';
import type { StartCodeProcess, StartLabelProcess } from '../../labels/index.ts';
import type { StartPrintProcess } from '../../printing/index.ts';
import type { OpenBrowser } from '../../sign-in/index.ts';

/** A command's access to the outside and to its own process. */
export interface Terminal {
  /** Results: the list of shipments, the summary, the line of JSON. */
  out(text: string): void;
  /** Everything else: progress, notices, faults. */
  err(text: string): void;
  /** Doca's own. */
  readonly version: string;
  readonly errIsTty: boolean;
  readonly columns: number;
  readonly home: string;
  /** Marks of this computer and its user; read by `readMachine` if omitted. */
  readonly machine?: readonly string[];
  /** Started programs do not get the variables that a command takes out of it. */
  readonly env: Record<string, string | undefined>;
  /** Opens standard input, and returns its lines. */
  readonly stdin: () => AsyncIterable<string>;
  readonly openTokenStore: () => Promise<TokenStore>;
  readonly openBrowser: OpenBrowser;
  /** Called before the first request to another computer. */
  readonly useNetwork: () => void;
  readonly startLabelProcess: StartLabelProcess;
  /** Starts the code process; labels are not read if omitted. */
  readonly startCodeProcess?: StartCodeProcess;
  /** For the printers of Windows; only started there. */
  readonly startPrintProcess: StartPrintProcess;
  /** Aborted by Ctrl+C and by SIGTERM. */
  readonly signal: AbortSignal;
}

/** Returns a secret of the environment and removes it from there; empty if it is not set. */
export function takeFromEnv({ env }: Pick<Terminal, 'env'>, name: string): string {
  const value = env[name] ?? '';
  Reflect.deleteProperty(env, name);
  return value;
}

/** Prints a line on standard error. Results go to standard output. */
export function say({ err }: Pick<Terminal, 'err'>, line: string): void {
  err(`${line}\n`);
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The places of rows, ascending and shortened: `#1-20, #23`. */
export function writePositions(rows: readonly { readonly position: number }[]): string {
  const spans = joinPlaces(rows.map(({ position }) => position));
  return spans.map(({ from, to }) => (from === to ? `#${from}` : `#${from}-${to}`)).join(', ');
}

const barWidth = 28;

/**
 * A bar that is redrawn on a terminal. If there is none, a line for each tenth: logs stay short.
 */
export function createProgress(terminal: Terminal, label: string) {
  const isBar = terminal.errIsTty;
  let lastShown = '';
  return {
    update(done: number, total: number, note = ''): void {
      const share = total === 0 ? 1 : done / total;
      const filled = Math.round(share * barWidth);
      const bar = isBar ? `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ` : '';
      const text = `${label} ${bar}${done}/${total}${note === '' ? '' : `  ${note}`}`;
      const shown = isBar ? text : String(Math.floor(share * 10));
      if (shown === lastShown) return;
      lastShown = shown;
      terminal.err(isBar ? `\r\u001b[2K${text.slice(0, terminal.columns - 1)}` : `${text}\n`);
    },
    end(): void {
      if (isBar && lastShown !== '') terminal.err('\n');
    },
  };
}
