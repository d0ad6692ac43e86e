import type { PrinterInfo, SpoolJobInfo } from '#shared/contract/print.ts';
import type { PageCount } from '#shared/domain/printing.ts';
import type { LabelTally, Paper } from '#shared/domain/records.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';

export type { PrinterCondition, SpoolState } from '#shared/domain/printing.ts';
export type { LabelTally } from '#shared/domain/records.ts';

export interface PrintFile {
  readonly path: string;
  /** Its name in the folder of a printer that writes files. Default: its path's name. */
  readonly name?: string;
  readonly kind: 'pdf' | 'zpl';
  /** Shown in the printer's queue; no personal data. Unique for a job that must be found again. */
  readonly title: string;
  /** Default 1. */
  readonly copies?: number;
  /** The exact size of the pages. Default: the printer's own paper. ZPL contains its size. */
  readonly paper?: Paper;
  /**
   * The end of each label of a ZPL file, in bytes, by the file's writer. Default: one label.
   */
  readonly labelEnds?: readonly number[];
  /**
   * Asked right before each label by a printer that is given one after the other: the computer may
   * have slept. A fault ends the print there.
   */
  readonly mayGoOn?: () => Promise<Fault | null>;
  /** Pages that belong among the labels of a ZPL file, for a printer that draws them. */
  readonly drawn?: DrawnPages;
}

export interface DrawnPages {
  /** A PDF, whose pages are used in turn. */
  readonly path: string;
  /** As in `PrintFile`. */
  readonly paper?: Paper;
  /** How many pages precede which byte of the file, in its order. */
  readonly places: readonly { readonly at: number; readonly pages: number }[];
}

/** The end of a spool job. `unknown`: the system cannot tell. */
export type SpoolOutcome = 'done' | 'cancelled' | 'unknown';

export interface SpoolEvent extends Pick<SpoolJobInfo, 'state' | 'conditions' | 'reason'> {
  /** The system's id of the job; null if it has none (yet). */
  readonly jobId: string | null;
  /**
   * If labels are counted: their state if no further event came, told before each goes out, and as
   * they print.
   */
  readonly labels: LabelTally | null;
  /** If a system counts the pages it has handed to a printer. That is no paper yet. */
  readonly pages?: PageCount;
}

/** If it aborts the print's signal, nothing more goes out. */
export type SpoolListener = (event: SpoolEvent) => void;

export type SpoolWork<T> = (
  about: T,
  signal?: AbortSignal,
  onEvent?: SpoolListener,
) => Promise<Result<SpoolOutcome>>;

/** The data by which a spool job is found after its program has died. */
export interface SpoolTicket {
  /** As in its `PrintFile`. */
  readonly title: string;
  /** Null if none was reported. */
  readonly jobId: string | null;
}

/**
 * A printer with this reports the system's id of a job, if there are ids, before any of the job can
 * reach paper, and goes on when the listener has returned. So a job without a reported id is not on
 * paper.
 */
export interface EarlierJobs {
  /** The kind of system: a printer of the same name may be another one by now. */
  readonly system: 'cups' | 'windows' | 'label-printer';
  /**
   * Returns the job's end; `there` if it goes on; null if unknown. One that was never released is
   * removed.
   */
  look(ticket: SpoolTicket): Promise<Result<SpoolOutcome> | 'there' | null>;
  /**
   * Follows the job until it ends, like `print`; the signal withdraws it, or ends the wait if there
   * is no queue.
   */
  readonly follow: SpoolWork<SpoolTicket>;
  /**
   * Removes the job from its queue; if it had ended before, that is the answer. Null if there is no
   * queue.
   */
  readonly withdraw: ((ticket: SpoolTicket) => Promise<Result<SpoolOutcome>>) | null;
}

/**
 * Faults: `printer-unavailable` (nothing printed), `print-failed`, `print-unknown`, `disk*`,
 * `cancelled`.
 */
export interface Printer {
  readonly name: string;
  /** Set by a printer that writes files here and has no paper. */
  readonly folder?: string;
  /** Resolves when the spool job has ended: labels that were not printed by then never will be. */
  readonly print: SpoolWork<PrintFile>;
  /**
   * Omitted if a job cannot be found again: files. Its labels stay in doubt after the program died.
   */
  readonly earlier?: EarlierJobs;
}

export interface PrinterDescription extends Omit<PrinterInfo, 'zplOnly'> {
  /** The kinds that can be sent to it unchanged. A ZPL printer without driver takes no PDF. */
  readonly accepts: readonly PrintFile['kind'][];
}

/** A workstation's printers of one kind. */
export interface PrintSystem {
  /** Faults: `printer-unavailable` if the system itself does not answer. */
  list(): Promise<Result<readonly PrinterDescription[]>>;
  /** Printing shows whether such a printer exists. */
  open(name: string): Printer;
  /** Resumes a stopped printer; the system may ask for permission. */
  resume?(printer: string): Promise<Result<void>>;
}

export interface SystemPrinters extends Required<PrintSystem> {
  /** Ends its connection or processes; unfinished documents are lost. */
  close(): void;
}
