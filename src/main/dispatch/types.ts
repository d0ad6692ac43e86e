import type { NamedRef, PageChoice, Paper, RawLanguage, Result, SheetLayout } from '../../shared/index.ts';
import type { ErpClient, Extensions } from '../erp/index.ts';
import type { Floor } from '../floor/index.ts';
import type { CodeReader, LabelBook, LabelStore } from '../labels/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';
import type { PrintFile, Printer, RoutedLabel } from '../printing/index.ts';
import type { Journal } from './journal/journal.ts';
import type { StepSettings } from './model/decide.ts';

export interface JobServices {
  readonly erp: ErpClient;
  /** What the ERP has beyond the contract: asked through this, nothing is asked for in vain twice. */
  readonly extensions: Extensions;
  /**
   * The key of the company that the token in use is for: all that is kept belongs to it. Asked of the ERP once for each
   * token; what is in the way of that is the fault.
   */
  readonly company: (signal?: AbortSignal) => Promise<Result<string>>;
  readonly labels: LabelStore;
  /** Reads the codes of labels, for all jobs; null where labels are only printed. */
  readonly codes: CodeReader | null;
  /** Whether labels are to be read now. */
  readonly readsLabels: () => boolean;
  /** A fresh book for one job. */
  readonly openBook: () => LabelBook;
  readonly journal: Journal;
  /** What this station shares with others; null where it is alone. */
  readonly floor: Floor | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the merged files of jobs are written. */
  readonly outDir: string;
  readonly paper: Paper;
  /** Finds the printer of a print that was left open, to look for its spool job; null where it is not there. */
  readonly findPrinter: FindPrinter;
  /** Whether the packer said of a shipping method that the ERP gives its labels only after the conclusion. */
  readonly concludesFirst: (method: NamedRef | null) => boolean;
  readonly stepSettings: () => StepSettings;
  /** Which pages of its labels the packer chose for all of a shipping method; null where nobody did. */
  readonly pageRule: (method: NamedRef | null) => PageChoice | null;
  /** From so many labels on they are asked for by one request, where the service has that. */
  readonly labelsWorthAList: number;
  /** How many requests the clients sent so far, to the ERP and to label hosts. */
  readonly requestsSent: () => number;
  /** The job shows that it waits for the ERP's rate limit. */
  readonly rateLimit: RateLimitWatch;
  /**
   * Whether labels that come as ZPL are drawn as they come, because a PDF of them will be made; where not, they are when
   * one is. Only asked once there is ZPL.
   */
  readonly drawsZplAhead: () => Promise<boolean>;
  /** Papers of invoices that came with labels are printed on a printer of their own, and not with the labels. */
  readonly danfesApart: () => boolean;
  /** Whether labels in this language can be printed here: whether the settings name a printer that speaks it. */
  readonly printsRaw: (language: RawLanguage) => boolean;
}

/** `about`: what the print was, for whoever watches it go on. */
export type FindPrinter = (
  name: string,
  about: { readonly groupingId: number; readonly labels: number },
) => Promise<Printer | null>;

/** How labels come on paper. */
export interface PrintLayout {
  readonly copies: number;
  /** `null`: one label a page, at its own size. */
  readonly sheet: SheetLayout | null;
}

/** One spool job of a print. */
export interface SpoolJob {
  readonly printer: Printer;
  /** Other than `pdf`: the labels as they came in that language, which each of them must be in. */
  readonly kind: PrintFile['kind'];
  /** Its printer draws what of a ZPL job did not come as ZPL. */
  readonly draws?: boolean;
  readonly shipmentIds: readonly number[];
}

/** Which spool jobs these labels, given in the order of the print, become. A fault prints nothing. */
export type PlanSpoolJobs = (
  labels: readonly RoutedLabel[],
) => Result<readonly SpoolJob[]> | Promise<Result<readonly SpoolJob[]>>;

export interface PrintOptions extends PrintLayout {
  /** What to put on the margin of a label that was printed `timesPrinted` times before; no mark where not given. */
  readonly reprintMark?: (timesPrinted: number) => string;
}

/** Tells when the rate limit makes requests wait (the end of the wait in epoch ms), and with null that it is over. */
interface RateLimitWatch {
  subscribe(listener: (untilMs: number | null) => void): () => void;
}
