import type { Settings } from '#shared/contract/settings.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';
import type { ErpRequests, Extensions, Turn } from '../erp/index.ts';
import type { CodeReader, LabelBook, LabelStore } from '../labels/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Emitter } from '../os/emitter.ts';
import type { Log } from '../os/log.ts';
import type { LabelPrinting, PrintWishes } from '../printing/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Coordinator } from './model/coordination.ts';
import type { DecisionSettings } from './model/decide.ts';

/** The requests that a job sends to the ERP. */
type JobRequests = ErpRequests<
  'grouping' | 'labelUrls' | 'conclude',
  'groupingLabelUrls' | 'invoice' | 'invoiceLink' | 'invoiceXml' | 'correctShipment'
>;

export interface JobErp extends JobRequests {
  readonly as: (turn: Turn) => JobRequests;
}

export interface JobServices {
  readonly erp: JobErp;
  /** The ERP's extensions beyond the contract: through this, none is requested twice in vain. */
  readonly extensions: Extensions;
  /** The key of the token's company, requested once per token: all stored data belong to it. */
  readonly company: (signal?: AbortSignal) => Promise<Result<string>>;
  /** The keys that this station's tokens had. */
  readonly companies: () => Promise<readonly string[]>;
  readonly labels: LabelStore;
  /** Reads the codes of labels, for all jobs; null if labels are only printed. */
  readonly codes: CodeReader | null;
  readonly readsLabels: () => boolean;
  /**
   * Nobody waits for this grouping: its labels are fetched in the background's share of requests.
   */
  readonly isAhead: (groupingId: number) => boolean;
  readonly openBook: () => LabelBook;
  readonly journal: Journal;
  /** Connects jobs with other stations; null for a single one. */
  readonly floor: Coordinator | null;
  /** For a grouping that was shared before, while no server is named: the next one is told. */
  readonly openLeftFloor: () => Promise<Coordinator>;
  readonly clock: Clock;
  readonly log: Log;
  /** Doca's own: what one version found out about a label holds for no other one. */
  readonly version: string;
  /** The folder of jobs' merged files. */
  readonly outDir: string;
  /** Plans prints, and finds the printers of earlier ones. */
  readonly printing: Pick<
    LabelPrinting,
    'find' | 'markReprint' | 'openPaperWay' | 'plan' | 'printPapers' | 'watch'
  >;
  /** For faults that no request caused. */
  readonly notice: (fault: Fault) => void;
  /** Read at each use: they change while jobs are open. */
  readonly settings: () => JobSettings;
  /** From so many labels on they are fetched by one request, if the service has it. */
  readonly labelsWorthAList: number;
  /** The number of requests so far, to the ERP and to label hosts. */
  readonly requestsSent: () => number;
  /**
   * Emits the end of the wait (epoch ms) if the rate limit delays requests, and null when it is
   * over.
   */
  readonly rateLimit: Pick<Emitter<number | null>, 'subscribe'>;
  /**
   * True if ZPL labels are drawn on arrival, because a PDF of them will be made. Only called once
   * there is ZPL.
   */
  readonly drawsZplAhead: () => Promise<boolean>;
}

export type JobSettings = DecisionSettings &
  Pick<Settings, 'concludeFirst' | 'pageRules' | 'danfePrinter' | 'danfeWithLabel'>;

/** One print of labels, by a person's wishes. */
export interface PrintOrder extends PrintWishes {
  /** In the order of the print. Default: those that are not printed yet. */
  readonly shipmentIds?: readonly number[];
  /**
   * Begins with the first labels while others are fetched, not on sheets: one that is late leaves
   * its place open.
   */
  readonly whileLoading?: boolean;
  /**
   * The prints of these labels that the person saw: fault `floor-taken` if there are more. Default:
   * not compared.
   */
  readonly printsSeen?: number;
  /** Asked at the last moment before some of the labels are sent: false ends the print. */
  readonly isWanted?: (shipmentIds: readonly number[]) => boolean;
}
