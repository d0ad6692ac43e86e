import type { JobSnapshot, PageRule, Paper, Result, SheetLayout } from '../../shared/index.ts';
import type { ErpClient } from '../erp/index.ts';
import type { LabelBook, LabelStore } from '../labels/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';
import type { PrintFile, Printer, RoutedLabel } from '../printing/index.ts';
import type { Journal } from './journal/records.ts';

export interface JobServices {
  readonly erp: ErpClient;
  /** Origin of the ERP: part of every key, so that two ERPs never mix. */
  readonly erpOrigin: string;
  readonly labels: LabelStore;
  /** A fresh book for one job. */
  readonly openBook: () => LabelBook;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the merged files of jobs are written. */
  readonly outDir: string;
  readonly paper: Paper;
  readonly pages: PageRule;
  /** Label downloads under way at once. */
  readonly downloads: number;
  /** How many requests the clients sent so far, to the ERP and to label hosts. */
  readonly requestsSent: () => number;
  /** Where given, the job shows that it waits for the ERP's rate limit. */
  readonly rateLimit?: RateLimitWatch;
}

/** How labels come on paper. */
export interface PrintLayout {
  readonly copies: number;
  /** `null`: one label a page, at its own size. */
  readonly sheet: SheetLayout | null;
}

/** How labels go to a printer. */
export interface PrintOptions extends PrintLayout {
  /** Labels in one spool job, so that a jam costs little; all in one where not given. Sheets are not split. */
  readonly labelsPerJob?: number | null;
  /** `zpl`: the printer has no driver and takes only labels that came as ZPL. Default `pdf`. */
  readonly language?: PrintFile['kind'];
}

/** One spool job of a print. */
export interface SpoolJob {
  readonly printer: Printer;
  /** `zpl`: the labels' own ZPL, which each of them must have. */
  readonly kind: PrintFile['kind'];
  readonly shipmentIds: readonly number[];
}

/** Which spool jobs these labels, given in the order of the print, become. A fault prints nothing. */
export type PlanSpoolJobs = (labels: readonly RoutedLabel[]) => Result<readonly SpoolJob[]>;

export interface PlannedPrintOptions extends PrintLayout {
  /** What to put on the margin of a label that was printed `timesPrinted` times before; no mark where not given. */
  readonly reprintMark?: (timesPrinted: number) => string;
}

/** Tells when the rate limit makes requests wait (the end of the wait in epoch ms), and with null that it is over. */
export interface RateLimitWatch {
  subscribe(listener: (untilMs: number | null) => void): () => void;
}

/**
 * One grouping's job, open in this process and in no other. Every method can be called at any time: what does not fit
 * the state gives a fault and changes nothing. Each change is in the journal before the effect it guards.
 */
export interface GroupingJob {
  snapshot(): JobSnapshot;
  /** Called after each change with a new snapshot; gives the way to stop. */
  subscribe(listener: (snapshot: JobSnapshot) => void): () => void;
  /** Gets every label that is not there yet; ends when each shipment is ready, failed or without label. */
  collect(signal?: AbortSignal): Promise<Result<void>>;
  /** The failed ones again: all that may be retried, or these. */
  retry(shipmentIds?: readonly number[], signal?: AbortSignal): Promise<Result<void>>;
  /** The packer's word that these may go without a label, or without the label that is there being printed. */
  accept(shipmentIds: readonly number[]): Result<void>;
  /** Writes the merged file of all ready labels, or of these shipments in the order given. */
  merge(shipmentIds?: readonly number[]): Promise<Result<void>>;
  /** The pages that `print` would send, as one PDF. Changes nothing. */
  preview(shipmentIds: readonly number[], layout?: PrintLayout): Promise<Result<Uint8Array>>;
  /**
   * Merges and prints, one spool job after the other; labels count as printed only when their own spool job ended well.
   * After one that did not, nothing more is sent.
   */
  print(
    printer: Printer,
    shipmentIds?: readonly number[],
    signal?: AbortSignal,
    options?: PrintOptions,
  ): Promise<Result<void>>;
  /** What these labels are to a printer; each must have one. */
  routed(shipmentIds: readonly number[]): Promise<Result<readonly RoutedLabel[]>>;
  /** As `print`, with the spool jobs that `plan` makes of the labels. */
  printPlanned(
    plan: PlanSpoolJobs,
    shipmentIds: readonly number[],
    options: PlannedPrintOptions,
    signal?: AbortSignal,
  ): Promise<Result<void>>;
  /**
   * After the answer of a print was lost: the packer says whether the paper came out, of all that `printVerdict` is in
   * doubt about.
   */
  resolvePrint(printed: boolean): Result<void>;
  /**
   * Reads the grouping again and, when nothing differs and each label was printed or accepted as missing, concludes.
   * `beforeLabels` is the packer's word to conclude first; it counts only where the ERP says that it gives labels after
   * the conclusion (it is asked, if nobody asked before). `acceptDifference` is the packer's word on what came and went
   * as `snapshot().difference` showed it: what came goes without label, and anything newer is shown first.
   */
  conclude(
    options?: { readonly beforeLabels?: boolean; readonly acceptDifference?: boolean },
    signal?: AbortSignal,
  ): Promise<Result<void>>;
  /** After the answer of a conclusion was lost: the packer looked in the ERP and says what happened. */
  resolveConclusion(concluded: boolean): Result<void>;
  /** The packer checked this parcel by scanning it, or takes that back. */
  check(shipmentId: number, checked: boolean): Result<void>;
  /** A new token is in the store: a job paused for it goes on. */
  tokenChanged(): void;
  /** Lets go of the grouping; work under way is cancelled and stays resumable. */
  close(): Promise<void>;
}
