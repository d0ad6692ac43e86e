import type { ScannedVolumes, Shipment } from '#shared/domain/records.ts';
import {
  type CoordinatedJob,
  digestLabelMarks,
  isConcluding,
  type LabelChange,
  type ModelChange,
  nextLabel,
  putAside,
} from '../../dispatch/index.ts';
import type { DoneByOther, NewEvent } from '../../journal/index.ts';
import type { FloorEvent, FloorPayload, OutboxEntry } from '../types.ts';

type Change = Required<Pick<ModelChange, 'checks' | 'events' | 'labels'>> &
  Pick<ModelChange, 'core' | 'fault'>;
type Check = Change['checks'][number];

interface OrderedEvent extends Omit<FloorEvent, 'seq' | 'id' | 'stationId'> {
  readonly isOwn: boolean;
  /** It is in the job already: it is only said again after a new one on the same fact. */
  readonly isKnown: boolean;
  /** Its place in the floor's order is not known yet. */
  readonly isUnheard?: boolean;
}

/**
 * Applies events in the floor's order, own ones too, and after them `unheard`, which the floor will
 * have after these: so all stations show the same. Returns null while a conclusion is under way
 * here. Events of shipments that were never in the list change nothing. `former`: shipments whose
 * label was issued anew here, as they were before.
 */
export function applyEvents(
  model: CoordinatedJob,
  received: readonly OrderedEvent[],
  unheard: readonly OutboxEntry[],
  countPrints: (shipmentId: number) => number,
  former: ReadonlyMap<number, Shipment>,
): Change | null {
  const labels = new Map<number, LabelChange>();
  const checks = new Map<number, Check>();
  const done: NewEvent[] = [];
  let { core } = model;
  let isConclusionNew = false;
  const prints = new Map<number, number>();
  const all: readonly OrderedEvent[] = [
    ...received,
    ...unheard.map((entry) => {
      return { ...entry, station: '', isOwn: true, isKnown: true, isUnheard: true };
    }),
  ];
  for (const { payload, station, person, atMs, alone, isOwn, isKnown, isUnheard } of all) {
    const by: DoneByOther = { station, person, atMs };
    switch (payload.kind) {
      case 'printed':
      case 'accepted':
      case 'taken-back': {
        const { kind, shipmentId } = payload;
        const entry = model.findKnown(shipmentId);
        if (entry === null || (isKnown && !labels.has(shipmentId))) break;
        const isOther = isOfOther(payload, entry.shipment);
        if (isOther && kind !== 'printed') break;
        // Its station has not read yet that there is another label: that one is not on paper.
        const old = former.get(shipmentId);
        const isOutdated = isOther && old !== undefined && !isOfOther(payload, old);
        const shown = labels.get(shipmentId)?.label ?? entry.label;
        // One that is being fetched here takes a word as one that waits for that.
        const before = nextLabel(shown, { type: 'interrupted' }) ?? shown;
        // A print that is counted already only ends the word before it.
        const type = kind === 'printed' && isKnown ? 'taken-back' : kind;
        const aside = type === 'accepted' ? putAside({ ...entry, label: before }) : null;
        const label = aside?.label ?? nextLabel(before, { type });
        if (label === null) break;
        if (payload.kind === 'printed' && !isKnown) {
          const known = prints.get(shipmentId) ?? countPrints(shipmentId);
          // One paper, which the station that took it over has reported too.
          if (payload.onePaper === true || (!alone && payload.copy <= known)) break;
          prints.set(shipmentId, known + 1);
        }
        const files = aside?.files && { files: aside.files };
        if (!isOutdated) labels.set(shipmentId, { id: shipmentId, label, ...files });
        const isAgain = kind === 'printed' && before.timesPrinted > 0;
        if (!isKnown) done.push({ kind: isAgain ? 'reprinted' : kind, shipmentId, by });
        break;
      }
      case 'checked':
      case 'unchecked': {
        const { shipmentId } = payload;
        const entry = model.findKnown(shipmentId);
        if (entry === null || (isKnown && !checks.has(shipmentId))) break;
        if (isOfOther(payload, entry.shipment)) break;
        const before = checks.get(shipmentId) ?? entry;
        const after = isUnheard === true ? addVolumes(before.scannedVolumes, payload) : payload;
        const { kind, volumes } = after;
        const isChecked = kind === 'checked';
        checks.set(shipmentId, {
          shipmentId,
          checkedAtMs: isChecked ? (before.checkedAtMs ?? atMs) : null,
          scannedVolumes: volumes && { codes: volumes.codes, of: volumes.of },
        });
        if (isKnown) break;
        const had = before.scannedVolumes?.codes.length ?? 0;
        const has = volumes?.codes.length ?? 0;
        if (isChecked || before.checkedAtMs !== null) done.push({ kind, shipmentId, by });
        else if (had !== has)
          done.push({ kind: has > had ? 'volume-checked' : 'volume-unchecked', shipmentId, by });
        break;
      }
      case 'conclusion-unknown':
      case 'conclusion-refused':
      case 'concluded':
      case 'conclusion-resolved': {
        const conclusion = readConclusion(payload);
        // Another station's request is its own matter; here it shows as the floor's.
        const isRequest = conclusion === 'unknown' || payload.kind === 'conclusion-refused';
        if ((isRequest && !isOwn) || (isKnown && !isConclusionNew)) break;
        if (isConcluding(core)) return null;
        isConclusionNew = true;
        // As on the floor, nothing undoes one.
        if (core.conclusion === 'concluded' || core.conclusion === conclusion) break;
        core = { ...core, conclusion };
        const concluded = conclusion === 'concluded';
        for (const { id, label } of concluded ? model.releaseWithheld() : [])
          if (!labels.has(id)) labels.set(id, { id, label });
        if (isKnown) break;
        done.push(
          concluded
            ? { kind: 'concluded', by }
            : { kind: 'conclusion-resolved', by, data: { concluded } },
        );
        break;
      }
      case 'doubt':
      case 'unprinted':
        break;
    }
  }
  return {
    // As after an answer or a conclusion here.
    ...(core.conclusion === model.core.conclusion ? {} : { core, fault: null }),
    labels: [...labels.values()],
    checks: [...checks.values()],
    events: done,
  };
}

/** Its station has read of a new label earlier, or later, than of this one. */
export function isOfOther(
  { marks = [] }: { marks?: readonly string[] | undefined },
  shipment: Shipment,
) {
  const today = digestLabelMarks(shipment);
  return marks.some((mark, at) => mark !== '' && today[at] !== '' && mark !== today[at]);
}

type CheckPayload = Extract<FloorPayload, { readonly volumes: unknown }>;

/** As the floor will do. */
function addVolumes(before: ScannedVolumes | null, payload: CheckPayload) {
  const { volumes } = payload;
  if (volumes?.came === undefined) return payload;
  const { came, went = [], of } = volumes;
  const kept = (before?.codes ?? []).filter((code) => !went.includes(code) && !came.includes(code));
  const codes = [...kept, ...came];
  const isComplete = codes.length >= of;
  const isChange = came.length + went.length > 0;
  const counted = isComplete ? 'checked' : 'unchecked';
  return { ...payload, kind: isChange ? counted : payload.kind, volumes: { codes, of } };
}

function readConclusion(payload: FloorPayload) {
  if (payload.kind === 'conclusion-unknown') return 'unknown';
  const isOpen =
    payload.kind === 'conclusion-refused' || ('concluded' in payload && !payload.concluded);
  return isOpen ? 'open' : 'concluded';
}
