import type {
  LabelTally,
  PageCount,
  Paper,
  PrinterCondition,
  PrinterLanguage,
  Result,
  SpoolState,
} from '../../shared/index.ts';

export type { LabelTally, PrinterCondition, SpoolState } from '../../shared/index.ts';

/** What is sent to a printer at once. */
export interface PrintFile {
  readonly path: string;
  /** Its name in the folder of a printer that writes files; that of its path where not given. */
  readonly name?: string;
  readonly kind: 'pdf' | PrinterLanguage;
  /** Shown in the printer's queue; no personal data. A job that is to be found again has it alone. */
  readonly title: string;
  /** 1 where not given. */
  readonly copies?: number;
  /** The exact size of the pages; the printer's own paper where not given. ZPL carries its size itself. */
  readonly paper?: Paper;
  /**
   * Where each label of a file in a printer's language ends, in bytes, said by who wrote the file: nothing is parsed where it is printed. One label
   * where not given.
   */
  readonly labelEnds?: readonly number[];
  /** Pages that belong among the labels of a ZPL file, for a printer that draws them. */
  readonly drawn?: DrawnPages;
}

export interface DrawnPages {
  /** A PDF, whose pages are used up one after the other. */
  readonly path: string;
  /** As of `PrintFile`. */
  readonly paper?: Paper;
  /** How many pages come in front of which byte of the file, in its order. */
  readonly places: readonly { readonly at: number; readonly pages: number }[];
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
  /**
   * Where labels are counted: what would be true of them if nothing more was heard. Told before each label goes out, as
   * if it was out already, as the printer's own count grows, and at the end.
   */
  readonly labels: LabelTally | null;
  /** Where a system counts what it has handed to a printer. That is no paper yet. */
  readonly pages?: PageCount;
}

/** Where it aborts the print's signal, nothing goes out that had not gone out before. */
export type SpoolListener = (event: SpoolEvent) => void;

/** What a spool job is found by when the program that sent it has died. */
export interface SpoolTicket {
  /** As in its `PrintFile`. */
  readonly title: string;
  /** Null where none was told. */
  readonly jobId: string | null;
}

/**
 * The way back to spool jobs of a program that has died. A printer that has one keeps a promise while it prints: it tells
 * its system's id of a job, where there are ids, before anything of the job can reach paper, and goes on when the
 * listener has returned. So a job whose id was not told is not on paper.
 */
export interface EarlierJobs {
  /** Which kind of system it is: a printer of the same name may be another one by now. */
  readonly system: 'cups' | 'windows' | 'label-printer';
  /**
   * How the job ended; `there` where it goes on by itself; null where nobody can tell (any more). A job that never was
   * let go to its printer is taken away: it ended with nothing printed.
   */
  look(ticket: SpoolTicket): Promise<Result<SpoolOutcome> | 'there' | null>;
  /** Stays with the job until it ends, as `print` does; the signal withdraws it, or ends the stay where there is no queue. */
  follow(ticket: SpoolTicket, signal?: AbortSignal, onEvent?: SpoolListener): Promise<Result<SpoolOutcome>>;
  /** Takes the job out of its queue; where it had ended before, that is the answer. Null where there is no queue. */
  readonly withdraw: ((ticket: SpoolTicket) => Promise<Result<SpoolOutcome>>) | null;
}

/**
 * One way to print. Faults: `printer-unavailable` (nothing was printed), `print-failed`, `print-unknown`, `disk*`,
 * `cancelled`; `reached` says whether paper may have come out before.
 */
export interface Printer {
  readonly name: string;
  /** Given by one that puts files here and has no paper. */
  readonly folder?: string;
  /** Resolves when the spool job has ended. What was not printed by then never will be: failed jobs leave the queue. */
  print(file: PrintFile, signal?: AbortSignal, onEvent?: SpoolListener): Promise<Result<SpoolOutcome>>;
  /** Not given where a job cannot be found again: files. What was under way there when the program died stays in doubt. */
  readonly earlier?: EarlierJobs;
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
