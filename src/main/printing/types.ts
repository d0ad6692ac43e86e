import type { LabelTally, Paper, PrinterCondition, Result, SpoolState } from '../../shared/index.ts';

export type { LabelTally, PrinterCondition, SpoolState } from '../../shared/index.ts';

/** What is sent to a printer at once. */
export interface PrintFile {
  readonly path: string;
  readonly kind: 'pdf' | 'zpl';
  /** Shown in the printer's queue; no personal data. */
  readonly title: string;
  /** 1 where not given. */
  readonly copies?: number;
  /** The exact size of the pages; the printer's own paper where not given. ZPL carries its size itself. */
  readonly paper?: Paper;
  /**
   * Where each label of ZPL ends, in bytes, said by who wrote the file: nothing is parsed where it is printed. One label
   * where not given.
   */
  readonly labelEnds?: readonly number[];
}

/** How a spool job ended. `unknown`: the system cannot tell. */
export type SpoolOutcome = 'done' | 'cancelled' | 'unknown';

/** One step of a spool job. */
export interface SpoolEvent {
  /** The system's id of the job; null where it has none (yet). */
  readonly jobId: string | null;
  readonly state: SpoolState;
  readonly conditions: readonly PrinterCondition[];
  /** The system's own words. */
  readonly reason: string | null;
  /** At the end of a batch whose labels the printer was able to count. */
  readonly labels: LabelTally | null;
}

export type SpoolListener = (event: SpoolEvent) => void;

/**
 * One way to print. Faults: `printer-unavailable` (nothing was printed), `print-failed`, `print-unknown`, `disk*`,
 * `cancelled`; `reached` says whether paper may have come out before.
 */
export interface Printer {
  readonly name: string;
  /** Resolves when the spool job has ended. What was not printed by then never will be: failed jobs leave the queue. */
  print(file: PrintFile, signal?: AbortSignal, onEvent?: SpoolListener): Promise<Result<SpoolOutcome>>;
}

export interface NamedPaper extends Paper {
  readonly name: string;
}

/** A printer as a person chooses it. */
export interface PrinterDescription {
  /** Unique on this workstation; `open` takes it. */
  readonly name: string;
  /** Maker, model or place, where the system knows one. */
  readonly info: string | null;
  readonly kind: 'file' | 'system' | 'network';
  readonly isDefault: boolean;
  /** What can be sent to it as it is. A ZPL printer without driver takes no PDF. */
  readonly accepts: readonly PrintFile['kind'][];
  /** `unknown`: it cannot be asked. */
  readonly state: 'ready' | 'printing' | 'stopped' | 'unknown';
  readonly conditions: readonly PrinterCondition[];
  readonly reason: string | null;
  readonly papers: readonly NamedPaper[];
  /** Whether it takes sizes that are not in `papers`. */
  readonly anyPaper: boolean;
}

/** The printers of one kind that a workstation has. */
export interface PrintSystem {
  /** Faults: `printer-unavailable` where the system itself does not answer. */
  list(): Promise<Result<readonly PrinterDescription[]>>;
  /** Whether it has such a printer shows when printing. */
  open(name: string): Printer;
  /** Lets a stopped printer go on; the system may ask for the right to do so. */
  resume?(printer: string): Promise<Result<void>>;
}
