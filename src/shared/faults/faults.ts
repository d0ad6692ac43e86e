import { faultWords } from './words.ts';

type KindOf<Key> = Key extends `${infer Kind}.what` ? Kind : never;

/** Everything that can go wrong and that a person can meet: plain data, the keys of its words. */
export type FaultKind = KindOf<keyof typeof faultWords>;

const heads = Object.keys(faultWords).filter((key) => key.endsWith('.what'));
export const faultKinds = heads.map((key) => key.slice(0, -'.what'.length)) as readonly FaultKind[];

/** One field that the ERP objects to (contract 2.13, ErrorDetailDTO). */
export interface FieldDetail {
  readonly field: string;
  readonly message: string;
}

export interface Fault {
  readonly kind: FaultKind;
  readonly status: number | null;
  /** The ERP's own words (`mensagem`), shown as they came. */
  readonly erpMessage: string | null;
  /** The ERP's field-by-field words (`detalhes`), shown as they came. */
  readonly erpDetails: readonly FieldDetail[];
  /**
   * The cause for logs, or a name that belongs to the kind. Never a token, a query string or
   * personal data.
   */
  readonly detail: string | null;
  /**
   * Whether the request may have had its effect: decisive for requests that must not be sent twice.
   */
  readonly reached: 'no' | 'maybe' | 'yes';
  /** The server's `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
}

type Known = Partial<Omit<Fault, 'kind'>>;

/** Each says whether labels may be on paper; `print-unknown` is in doubt by its name. */
type PrintKind = 'print-failed' | 'printer-unavailable' | 'printer-no-raw';

export type FaultParts =
  | readonly [kind: Exclude<FaultKind, PrintKind>, more?: Known]
  | readonly [kind: FaultKind, more: Known & Pick<Fault, 'reached'>];

/** Makes a fault; fields that are omitted are "nothing known". */
export function fault(...[kind, more]: FaultParts): Fault {
  return {
    kind,
    status: null,
    erpMessage: null,
    erpDetails: [],
    detail: null,
    reached: 'no',
    retryAfterMs: null,
    ...more,
  };
}

/** Makes a question about a fault. */
function ask(...kinds: readonly FaultKind[]) {
  return (fault: Pick<Fault, 'kind'> | null): boolean =>
    fault !== null && kinds.includes(fault.kind);
}

/** Somebody stopped the work. */
export const isCancelled = ask('cancelled');
export const isNotReady = ask('not-ready');
export const isPaperUnknown = ask('paper-unknown');
export const asksAboutPaper = ask('print-unknown', 'paper-unknown');
export const isConclusionRefused = ask('conclusion-refused');
export const asksAboutConclusion = ask(
  'conclusion-unknown',
  'conclusion-doubted',
  'concluded-elsewhere',
);
/** It says why a print failed; it is shown with the state of its labels. */
export const isPrintersFault = ask('print-failed', 'printer-unavailable', 'printer-no-raw');
export const isTakenElsewhere = ask('floor-taken');
export const isGroupingEmpty = ask('grouping-empty');
export const asksForProxy = ask('proxy-password', 'proxy-refused');
export const isSignedOut = ask('signed-out');
/** Nothing goes on until somebody signs in or enters another token. */
export const asksForToken = ask('unauthorized', 'no-token', 'signed-out');
/** Another sign-in may help: new permissions of the ERP count from the next one on. */
export const mayNeedSignIn = ask('forbidden', 'unauthorized', 'no-token', 'signed-out');
/** The ERP lists no label for the shipment. */
export const isLabelMissing = ask('label-missing');
/** The link to the label has to be requested again. */
export const isLinkOver = ask('label-expired');
/** The label's files are the same; only their download failed. */
export const isOfDownload = ask('label-network', 'label-expired');
export const isPrinterSilent = ask('printer-unavailable');
/**
 * The ERP's ways to refuse a label. Only its words tell the reason, such as labels that come after
 * the conclusion.
 */
export const isErpsRefusal = ask(
  'validation',
  'not-found',
  'no-longer-there',
  'server',
  'label-missing',
  'label-link-broken',
);

/** It is the label's own, and not the disk's or the network's. */
export function isOfLabel({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind.startsWith('label-');
}

/** The result of a fallible operation: its value, or a fault for a person. Bugs throw instead. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export function ok(): Result<void>;

export function ok<T>(value: T): Result<T>;

export function ok<T>(value?: T): Result<T | undefined> {
  return { ok: true, value };
}

export function failed(reason: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: reason };
}

/** The result of work that fails here, with a new fault. */
export function fail(...of: FaultParts) {
  return failed(fault(...of));
}
