import type { CompanyInfo, InvoiceRef, SaleRef, ServiceOrderStatus } from '../domain/erp.ts';
import type { Fault } from '../faults/faults.ts';
import type { JobSnapshot, JobState, LabelSnapshot } from '../domain/job.ts';
import type { Paper, PrintSelection, SheetLayout } from '../domain/labels.ts';
import type { LabelTally, PrinterCondition, SpoolState } from '../domain/printing.ts';
import type { Result } from '../faults/result.ts';
import type { LockedKey, Settings } from './settings.ts';
import type { UpdateStatus } from './updates.ts';

/**
 * What the renderer may ask of main: channel name → signature. Inputs are plain data, parsed in main with the schema of
 * `contract-input.ts`; answers are `Result`s, so that a fault crosses the border as data. Ids stand for what they name:
 * no token, disk path or raw URL goes to the renderer unless a person has to see it.
 */
export interface Requests {
  'app.info': () => Result<AppInfo>;
  'settings.get': () => Result<Settings>;
  'settings.change': (input: { readonly change: Partial<Settings> }) => Result<Settings>;

  'connection.get': () => Result<ConnectionInfo>;
  /** Endpoint 11 with this address and token (`null`: the stored one), without storing either. */
  'connection.test': (input: { readonly baseUrl: string; readonly token: string | null }) => Result<CompanyInfo>;
  'connection.save': (input: { readonly baseUrl: string; readonly token: string | null }) => Result<ConnectionInfo>;
  /** A new token for the present ERP; jobs that wait for one go on. */
  'connection.token': (input: { readonly token: string }) => Result<ConnectionInfo>;
  'connection.forget': () => Result<ConnectionInfo>;
  'training.start': () => Result<ConnectionInfo>;
  'training.stop': () => Result<ConnectionInfo>;

  'desk.list': () => Result<DeskList>;
  /** Opens the grouping, resumes its job if there is one, and starts to collect its labels. */
  'job.open': (input: { readonly groupingId: number }) => Result<OpenJob>;
  'job.close': (input: JobRef) => Result<void>;
  /** Answers when the work is under way; its progress and its end come as `job.changed`. So does `job.retry`. */
  'job.collect': (input: JobRef) => Result<void>;
  'job.cancel': (input: JobRef) => Result<void>;
  'job.retry': (input: JobRef & { readonly shipmentIds: readonly number[] | null }) => Result<void>;
  'job.accept': (input: JobRef & { readonly shipmentIds: readonly number[] }) => Result<void>;
  /** The pages of one shipment's label, as a PDF. */
  'job.preview': (input: JobRef & { readonly shipmentId: number }) => Result<Uint8Array>;
  'job.open-tracking': (input: JobRef & { readonly shipmentId: number }) => Result<void>;
  'job.conclude': (
    input: JobRef & { readonly beforeLabels: boolean; readonly acceptDifference: boolean },
  ) => Result<void>;
  'job.resolve-conclusion': (input: JobRef & { readonly concluded: boolean }) => Result<void>;

  'print.printers': () => Result<readonly PrinterInfo[]>;
  /** Asks a label printer at this address how it is, without setting it up. Fault: `printer-unavailable`. */
  'print.probe': (input: { readonly host: string; readonly port: number }) => Result<PrinterInfo>;
  /** Which spool jobs this print would become, for the packer to see before it does. */
  'print.plan': (input: PrintRequest) => Result<PrintPlanInfo>;
  /** What would be printed, as a PDF. */
  'print.preview': (input: PrintRequest) => Result<Uint8Array>;
  'print.start': (input: PrintRequest) => Result<void>;
  'print.resolve': (input: JobRef & { readonly printed: boolean }) => Result<void>;
  'print.test-page': (input: { readonly printer: string }) => Result<void>;
  /** Doca's own spool jobs since it was started, newest first. */
  'print.queue': () => Result<readonly SpoolJobInfo[]>;
  /** Fault `not-ready` where the spool job has ended. */
  'print.cancel': (input: { readonly queueEntryId: number }) => Result<void>;
  /** Lets a stopped printer go on. Fault `printer-unavailable` where it can only be done at the printer. */
  'print.resume': (input: { readonly printer: string }) => Result<void>;

  /** One scanned or typed code: tracking code, invoice number or 44-digit access key. */
  'check.scan': (input: JobRef & { readonly code: string }) => Result<ScanAnswer>;
  'check.undo': (input: JobRef) => Result<ScanAnswer | null>;

  /** Writes the pick-up manifest (romaneio) and opens it in the system's PDF viewer. */
  'manifest.open': (input: JobRef) => Result<void>;

  /** Opens the sheet of barcodes that a scanner gives commands with, in the system's PDF viewer. */
  'commands.sheet': () => Result<void>;

  'history.search': (input: { readonly query: string; readonly limit: number }) => Result<readonly HistoryRow[]>;

  'office.set-status': (input: {
    readonly serviceOrderId: number;
    readonly status: ServiceOrderStatus | null;
  }) => Result<void>;
  'office.add-tags': (input: { readonly serviceOrderId: number; readonly tags: readonly string[] }) => Result<void>;
  'office.replace-tags': (input: { readonly serviceOrderId: number; readonly tags: readonly string[] }) => Result<void>;
  'office.delete-tags': (input: { readonly serviceOrderId: number }) => Result<void>;
  'office.generate-invoice': (input: { readonly serviceOrderId: number }) => Result<InvoiceRef>;
  'office.generate-sale': (input: { readonly quoteId: number }) => Result<SaleRef>;
  'office.reverse-accounts': (input: { readonly invoiceId: number }) => Result<void>;

  'clipboard.write': (input: { readonly text: string }) => Result<void>;
  'diagnostics.export': () => Result<{ readonly saved: boolean }>;

  'updates.status': () => Result<UpdateStatus>;
  /** Answers when the question is under way; what comes of it is told as `updates.changed`. */
  'updates.check': () => Result<UpdateStatus>;
  /** Ends the program and installs what is ready; the status says what it waits for where it cannot be now. */
  'updates.install': () => Result<UpdateStatus>;
}

/** What main tells the renderer: channel name → payload. */
export interface Events {
  'job.changed': JobChange;
  'connection.changed': ConnectionInfo;
  'settings.changed': Settings;
  'print.queue-changed': readonly SpoolJobInfo[];
  /** A menu item or its shortcut was used. */
  'app.command': AppCommand;
  /** Something that a person has to know and that no request is the cause of. */
  'app.notice': Fault;
  'updates.changed': UpdateStatus;
}

export type RequestChannel = keyof Requests;
export type EventChannel = keyof Events;
export type RequestInput<C extends RequestChannel> = Parameters<Requests[C]>[0];
export type RequestAnswer<C extends RequestChannel> = ReturnType<Requests[C]>;

/** The preload's whole surface: `window.doca`. */
export interface Bridge {
  request<C extends RequestChannel>(channel: C, ...input: Parameters<Requests[C]>): Promise<RequestAnswer<C>>;
  /** Gives the way to stop listening. */
  on<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}

export interface JobRef {
  readonly groupingId: number;
}

export interface AppInfo {
  readonly version: string;
  readonly platform: 'win32' | 'darwin' | 'linux';
  /** The journal was damaged at start, or another notice that came before the window was there. */
  readonly notices: readonly Fault[];
  /** What IT has decided: it cannot be changed here. */
  readonly locked: readonly LockedKey[];
  /** The ERP's address where IT has decided it. */
  readonly erpAddress: string | null;
}

export interface ConnectionInfo {
  readonly baseUrl: string | null;
  readonly hasToken: boolean;
  /** `memory`: no keychain could be used, the token is gone when Doca quits. */
  readonly tokenStore: 'keychain' | 'memory';
  readonly training: boolean;
  /** Training data has groupings to open: their ids. */
  readonly trainingGroupings: readonly number[];
}

export interface GroupingSummary {
  readonly groupingId: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: string | null;
  readonly state: JobState;
  readonly shipments: number;
  readonly ready: number;
  readonly printed: number;
  readonly failed: number;
  readonly updatedAtMs: number;
}

export interface DeskList {
  readonly unfinished: readonly GroupingSummary[];
  readonly recent: readonly GroupingSummary[];
}

export interface OpenJob {
  readonly revision: number;
  readonly snapshot: JobSnapshot;
}

/**
 * What changed in a job since the revision before. When a revision is missing, or `whole` is given, the renderer takes
 * the whole snapshot instead (`whole`, or `job.open` again, which only reads when the job is open already).
 */
export interface JobChange {
  readonly groupingId: number;
  readonly revision: number;
  /** Everything but the shipments. */
  readonly head: Omit<JobSnapshot, 'shipments'>;
  /** Only the labels and checks that changed. */
  readonly shipments: readonly {
    readonly position: number;
    readonly label: LabelSnapshot;
    readonly checkedAtMs: number | null;
  }[];
  readonly whole: JobSnapshot | null;
}

export interface PrinterInfo {
  readonly name: string;
  readonly kind: 'file' | 'system' | 'network';
  readonly isDefault: boolean;
  /** A ZPL printer without driver: PDF labels are drawn for it at its resolution. */
  readonly zplOnly: boolean;
  /** `unknown`: it cannot be asked. */
  readonly state: 'ready' | 'printing' | 'stopped' | 'unknown';
  readonly conditions: readonly PrinterCondition[];
  /** Why it stands, in the system's own words. */
  readonly reason: string | null;
}

export interface PrintRequest extends JobRef {
  /** `null`: each label to the printer that the settings name for its kind. */
  readonly printer: string | null;
  readonly selection: PrintSelection;
  readonly copies: number;
  /** `null`: one label a page, at its own size. */
  readonly sheet: SheetLayout | null;
}

/** What a print would do. Its spool jobs, one after the other, print the list in its order. */
export interface PrintPlanInfo {
  readonly jobs: readonly {
    readonly printer: string;
    readonly kind: 'pdf' | 'zpl';
    /** PDF drawn as ZPL bitmaps on the way to the printer. */
    readonly rendered: boolean;
    /** `null` for a file whose pages differ in size. */
    readonly paper: Paper | null;
    readonly shipmentIds: readonly number[];
    readonly pages: number;
  }[];
  /** Labels for which the settings name no printer. */
  readonly unrouted: readonly number[];
}

/** One spool job as the queue panel shows it. */
export interface SpoolJobInfo {
  readonly id: number;
  readonly printer: string;
  /** `null` for a test page. */
  readonly groupingId: number | null;
  /** Labels in it, copies not counted; 0 for a test page. */
  readonly labels: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly state: SpoolState;
  readonly conditions: readonly PrinterCondition[];
  /** The system's own words. */
  readonly reason: string | null;
  /** What is known of a batch that broke, where the printer counts. */
  readonly tally: LabelTally | null;
  /** Whether `print.resume` can help it. */
  readonly canResume: boolean;
}

/** The big answer of the Check screen. */
export interface ScanAnswer {
  readonly result: 'ok' | 'already' | 'unknown' | 'other-grouping' | 'ambiguous' | 'undone';
  readonly code: string;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly checked: number;
  readonly total: number;
  /** With `other-grouping`: the grouping the parcel belongs to. */
  readonly otherGroupingId?: number;
}

export interface HistoryRow {
  readonly atMs: number;
  readonly kind:
    'collected' | 'printed' | 'reprinted' | 'checked' | 'unchecked' | 'concluded' | 'conclusion-unknown' | 'accepted';
  readonly groupingId: number;
  readonly identification: string | null;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly trackingCode: string | null;
  readonly invoiceNumber: number | null;
  /** Of a print: the journal's number of its spool job, as `LabelSnapshot.printRunId`. */
  readonly printRunId: number | null;
}

export type AppCommand =
  'go-desk' | 'go-check' | 'go-print' | 'go-history' | 'go-office' | 'go-settings' | 'primary' | 'find' | 'shortcuts';
