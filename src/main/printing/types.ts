import type { Result } from '../../shared/index.ts';

/** What is sent to a printer at once. */
export interface PrintFile {
  readonly path: string;
  readonly kind: 'pdf' | 'zpl';
  /** Shown in the printer's queue; no personal data. */
  readonly title: string;
}

/** How a spool job ended. `unknown`: the system cannot tell. */
export type SpoolOutcome = 'done' | 'cancelled' | 'unknown';

/** One way to print. Faults: `printer-unavailable`, `print-failed`, `print-unknown`, `disk*`, `cancelled`. */
export interface Printer {
  readonly name: string;
  /** Resolves when the spool job has ended. */
  print(file: PrintFile, signal?: AbortSignal): Promise<Result<SpoolOutcome>>;
}
