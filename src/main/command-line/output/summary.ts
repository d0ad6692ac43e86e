import {
  countPapers,
  findFewerLabels,
  hasLabel,
  isStuck,
  type JobSnapshot,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { readingDpis } from '#shared/domain/resolutions.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import { showsOwnCode } from '#shared/identities/naming.ts';
import { mayBeUnreadable } from '#shared/label-codes.ts';
import type { FiledSnapshot } from '../../dispatch/index.ts';
import type { FloorSummary } from './stations.ts';
import { writePositions } from './terminal.ts';

/**
 * Returns which labels of a failed print are on paper, by their places in the list; '' after any
 * other print.
 */
export function writeVerdict({
  printVerdict,
  shipments,
}: Pick<JobSnapshot, 'printVerdict' | 'shipments'>): string {
  if (printVerdict === null) return '';
  const line = (what: string, ids: readonly number[]): string => {
    const there = shipments.filter(({ shipment }) => ids.includes(shipment.id));
    return there.length === 0 ? '' : `  ${what}: ${writePositions(there)}\n`;
  };
  return [
    line('on paper for sure', printVerdict.printed),
    line('perhaps on paper', printVerdict.perhaps),
    line('not on paper', printVerdict.not),
    printVerdict.perhaps.length > 0 ? lookOnPaper : '',
  ].join('');
}

const lookOnPaper =
  'Look for the labels in doubt on paper, then run again with --print-was done, ' +
  '--print-was not-done or the places that are there, like --print-was 1-20,23.\n';

/** The file's printer is not known here. */
const [coarsestDpi] = readingDpis;

/**
 * `other`: another shipment's code; `unreadable`: perhaps on a 203 dpi printer; `nothing`: the
 * codes tell nothing.
 */
type ReadCall = 'own' | 'unreadable' | 'other' | 'nothing';

interface Figures {
  /** Labels that this run recognised as another shipment's. */
  readonly others: ReadonlySet<number>;
  readonly bytes: number;
  readonly ms: { readonly total: number; readonly collect: number };
  /** Null for a single station. */
  readonly floor: FloorSummary | null;
}

export type Summary = ReturnType<typeof summarise>;

export function summarise(snapshot: FiledSnapshot, { others, bytes, ms, floor }: Figures) {
  const { grouping, shipments } = snapshot;
  const conclusion = readConclusion(snapshot);
  const withLabel = shipments.filter(({ label }) => hasLabel(label));
  const kinds = Map.groupBy(
    withLabel.flatMap(({ label }) => label.kinds),
    (kind) => kind,
  );
  return {
    grouping: { id: grouping.id, identification: grouping.identification },
    shipments: shipments.length,
    labels: withLabel.length,
    pages: withLabel.reduce((sum, { label }) => sum + countPapers(label, false), 0),
    /** Counts of labels by kind, such as `ZIP · ZPL`. */
    kinds: Object.fromEntries(Array.from(kinds, ([kind, all]) => [kind, all.length])),
    pdf: snapshot.pdfPath,
    zpl: snapshot.zplPath,
    bytes,
    failed: shipments
      .filter(({ label }) => isStuck(label))
      .map(({ shipment, label: { fault } }) => {
        const kind = fault?.kind ?? 'label-missing';
        return {
          shipment: shipment.id,
          kind,
          message: fault?.erpMessage ?? faultText(kind, 'en').what,
        };
      }),
    fewer: withLabel.flatMap((entry) => {
      const found = findFewerLabels(entry);
      return found === null
        ? []
        : [{ shipment: entry.shipment.id, ...found, of: entry.label.filePages }];
    }),
    /** The results of reading labels, by shipment; unread labels are in none. */
    read: sumReadings(shipments, others),
    printed: withLabel.length > 0 && withLabel.every(({ label }) => label.timesPrinted > 0),
    concluded: conclusion === 'unknown' ? null : conclusion === 'concluded',
    conclusion,
    light: snapshot.light,
    problems: snapshot.problems,
    requests: snapshot.requests,
    floor,
    ms,
  };
}

function sumReadings(shipments: readonly ShipmentSnapshot[], others: ReadonlySet<number>) {
  const calls = Map.groupBy(shipments, (entry) => callOf(entry, others));
  const list = (call: ReadCall) => {
    const ids = (calls.get(call) ?? []).map(({ shipment }) => shipment.id);
    return { count: ids.length, shipments: ids };
  };
  return {
    own: list('own'),
    unreadable: list('unreadable'),
    other: list('other'),
    nothing: list('nothing'),
  };
}

export function callOf(
  { shipment, label }: ShipmentSnapshot,
  others: ReadonlySet<number>,
): ReadCall | null {
  if (label.reading === null) return null;
  if (others.has(shipment.id)) return 'other';
  if (mayBeUnreadable(label.reading, coarsestDpi)) return 'unreadable';
  return showsOwnCode(shipment, label.reading) ? 'own' : 'nothing';
}

/** `unknown`: a person has to look in the ERP. */
function readConclusion({ state }: JobSnapshot): 'concluded' | 'not-concluded' | 'unknown' {
  if (state === 'concluded') return state;
  return state === 'conclusion-unknown' || state === 'concluding' ? 'unknown' : 'not-concluded';
}
