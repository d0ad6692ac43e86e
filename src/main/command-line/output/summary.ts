import type { FloorSummary } from './elsewhere.ts';
import { writePlaces } from './places.ts';
import { text } from './text.ts';
import {
  cleanText,
  countPapers,
  faultText,
  findFewerLabels,
  mayBeUnreadable,
  readingDpis,
  showsOwnCode,
  type Fault,
  type JobSnapshot,
  type ShipmentSnapshot,
} from '../../../shared/index.ts';
import { exitCodes, type ExitCode, type Terminal } from './terminal.ts';

/**
 * Returns which labels of a failed print are on paper, by their places in the list; nothing after a print that ended
 * well.
 */
export function writeVerdict({ printVerdict, shipments }: Pick<JobSnapshot, 'printVerdict' | 'shipments'>): string {
  if (printVerdict === null) return '';
  const line = (say: (places: string) => string, ids: readonly number[]): readonly string[] => {
    const stand = new Set(ids);
    const there = shipments.filter(({ shipment }) => stand.has(shipment.id)).map(({ position }) => position);
    return there.length === 0 ? [] : [`  ${say(writePlaces(there))}\n`];
  };
  return [
    ...line(text.onPaper, printVerdict.printed),
    ...line(text.perhapsOnPaper, printVerdict.perhaps),
    ...line(text.notOnPaper, printVerdict.not),
    ...(printVerdict.perhaps.length > 0 ? [`${text.printWasHint}\n`] : []),
  ].join('');
}

/** The file's printer is not known here. */
const [coarsestDpi] = readingDpis;

/** How a command ended. */
export interface Ending {
  readonly exitCode: ExitCode;
  readonly fault: Fault | null;
  /** The grouping's summary, if one was opened. */
  readonly summary: Summary | null;
  /** The signed-in person, if requested; null: nobody. */
  readonly signedIn?: SignedIn | null;
}

export interface SignedIn {
  readonly name: string;
  /** Unique at the provider. */
  readonly subject: string;
  readonly issuer: string;
  /** The origin of the ERP. */
  readonly erp: string;
  /** ISO 8601; the session goes on with the next token. Null if the provider does not say. */
  readonly tokenUntil: string | null;
}

export const endedWell: Ending = { exitCode: exitCodes.done, fault: null, summary: null };

/** Returns the JSON line that `--json` always ends with; it has more if a grouping was opened. */
export function writeJson({ exitCode, fault, summary, signedIn }: Ending): string {
  const told = fault === null ? null : { ...faultText(fault.kind, 'en'), ...fault };
  const who = signedIn === undefined ? {} : { signedIn };
  return JSON.stringify({ exitCode, fault: told, conclusion: null, ...summary, ...who });
}

/** The result for a grouping. */
export interface Summary {
  readonly grouping: { readonly id: number; readonly identification: string | null };
  readonly shipments: number;
  readonly labels: number;
  readonly pages: number;
  /** Counts of labels by kind, such as `PDF · cairo 1.18.0`. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly pdf: string | null;
  readonly zpl: string | null;
  readonly bytes: number;
  readonly failed: readonly { readonly shipment: number; readonly kind: string; readonly message: string }[];
  /** Those that have fewer labels than volumes. */
  readonly fewer: readonly {
    readonly shipment: number;
    readonly volumes: number;
    readonly pages: number;
    readonly of: number;
  }[];
  /** The results of reading labels, by shipment; unread labels are in none. */
  readonly read: Readonly<Record<ReadCall, { readonly count: number; readonly shipments: readonly number[] }>>;
  readonly printed: boolean;
  /** Null if unknown. */
  readonly concluded: boolean | null;
  /** `unknown`: a person has to look in the ERP. */
  readonly conclusion: 'concluded' | 'not-concluded' | 'unknown';
  readonly requests: number;
  /** Null for a single station. */
  readonly floor: FloorSummary | null;
  readonly ms: { readonly total: number; readonly collect: number; readonly merge: number };
}

/**
 * `own`: the shipment's own tracking code; `other`: another shipment's, the label was stopped in this run;
 * `unreadable`: perhaps on a printer of 203 dpi; `nothing`: the codes tell nothing.
 */
type ReadCall = 'own' | 'unreadable' | 'other' | 'nothing';

interface Figures {
  /** Labels that this run recognised as another shipment's. */
  readonly others: ReadonlySet<number>;
  readonly bytes: number;
  readonly totalMs: number;
  readonly collectMs: number;
  readonly mergeMs: number;
  readonly floor: FloorSummary | null;
}

export function summarise(snapshot: JobSnapshot, figures: Figures): Summary {
  const conclusion = readConclusion(snapshot);
  const withLabel = snapshot.shipments.filter(({ label }) => label.state === 'ready' || label.state === 'printed');
  return {
    grouping: { id: snapshot.grouping.id, identification: snapshot.grouping.identification },
    shipments: snapshot.shipments.length,
    labels: withLabel.length,
    pages: withLabel.reduce((sum, { label }) => sum + countPapers(label, false), 0),
    kinds: countKinds(withLabel.flatMap(({ label }) => label.kinds)),
    pdf: snapshot.pdfPath,
    zpl: snapshot.zplPath,
    bytes: figures.bytes,
    failed: snapshot.shipments
      .filter(({ label }) => label.state === 'failed' || label.state === 'none')
      .map(({ shipment, label }) => ({
        shipment: shipment.id,
        kind: label.fault?.kind ?? 'label-missing',
        message: writeOneLine(label.fault),
      })),
    fewer: withLabel.flatMap((entry) => {
      const found = findFewerLabels(entry);
      return found === null ? [] : [{ shipment: entry.shipment.id, ...found, of: entry.label.filePages }];
    }),
    read: sumReadings(snapshot.shipments, figures.others),
    printed: withLabel.length > 0 && withLabel.every(({ label }) => label.timesPrinted > 0),
    concluded: conclusion === 'unknown' ? null : conclusion === 'concluded',
    conclusion,
    requests: snapshot.requests,
    floor: figures.floor,
    ms: { total: figures.totalMs, collect: figures.collectMs, merge: figures.mergeMs },
  };
}

function sumReadings(shipments: readonly ShipmentSnapshot[], others: ReadonlySet<number>): Summary['read'] {
  const calls = Map.groupBy(shipments, (entry) => callOf(entry, others));
  const list = (call: ReadCall) => {
    const ids = (calls.get(call) ?? []).map(({ shipment }) => shipment.id);
    return { count: ids.length, shipments: ids };
  };
  return { own: list('own'), unreadable: list('unreadable'), other: list('other'), nothing: list('nothing') };
}

/** Returns null for a label that was not read. */
export function callOf({ shipment, label }: ShipmentSnapshot, others: ReadonlySet<number>): ReadCall | null {
  if (label.reading === null) return null;
  if (others.has(shipment.id)) return 'other';
  if (mayBeUnreadable(label.reading, coarsestDpi)) return 'unreadable';
  return showsOwnCode(shipment, label.reading) ? 'own' : 'nothing';
}

function countKinds(kinds: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function readConclusion({ state }: JobSnapshot): Summary['conclusion'] {
  if (state === 'concluded') return state;
  return state === 'conclusion-unknown' || state === 'concluding' ? 'unknown' : 'not-concluded';
}

/** Returns the fault in one line; the ERP's own words take precedence. */
function writeOneLine(fault: Fault | null): string {
  return fault?.erpMessage ?? faultText(fault?.kind ?? 'label-missing', 'en').what;
}

/** Prints a fault on standard error: what happened, what to do, and the ERP's own words. Returns the ending. */
export function tellFault(terminal: Pick<Terminal, 'err'>, fault: Fault): Ending {
  const { what, next } = faultText(fault.kind, 'en');
  const status = fault.status === null ? '' : ` (HTTP ${fault.status})`;
  const lines = [
    `${what}${status} ${next}`,
    ...(fault.erpMessage === null ? [] : [`  ${text.erpSays}: ${fault.erpMessage}`]),
    ...fault.erpDetails.map((detail) => `  ${detail.field}: ${detail.message}`),
    ...(fault.detail === null ? [] : [`  [${fault.kind}: ${fault.detail}]`]),
  ];
  terminal.err(lines.map((line) => `${cleanText(line)}\n`).join(''));
  return { exitCode: chooseExitCode(fault), fault, summary: null };
}

function chooseExitCode(fault: Fault): ExitCode {
  switch (fault.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'no-token':
    case 'token-refused':
    case 'other-company':
    case 'keychain':
    case 'signed-out':
    case 'sign-in-refused':
    case 'sign-in-broken':
    case 'sign-in-timeout':
    case 'floor-refused':
    case 'floor-rights':
      return exitCodes.notAuthorised;
    case 'invalid-input':
    case 'address-malformed':
    case 'address-not-https':
    case 'address-with-extras':
    case 'token-malformed':
      return exitCodes.usage;
    case 'conclusion-unknown':
    case 'concluded-elsewhere':
      return exitCodes.conclusionUnknown;
    case 'label-of-another':
      return exitCodes.labelOfAnother;
    case 'policy-stops':
      return exitCodes.policyBroken;
    case 'not-ready':
    case 'grouping-empty':
    case 'grouping-changed':
    case 'fewer-labels':
    case 'label-many-pages':
    case 'shipment-cancelled':
    case 'invoice-unauthorised':
    case 'unchecked':
    case 'label-after-conclusion':
    case 'floor-taken':
    case 'floor-printing':
    case 'floor-busy':
    case 'floor-restored':
    case 'floor-concluding':
      return exitCodes.labelsMissing;
    default:
      return exitCodes.failure;
  }
}
