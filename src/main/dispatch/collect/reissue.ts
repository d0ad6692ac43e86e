import type { Shipment } from '#shared/domain/records.ts';
import type { LabelSlot, LabelStore } from '../../labels/index.ts';
import { addToDifference, compareLists, describeListChange } from '../model/grouping-merge.ts';
import type { ModelChange } from '../model/job-list.ts';
import type { JobModel } from '../model/job-model.ts';
import { nextLabel, type LabelChange } from '../model/label-state.ts';

/**
 * The ERP's present list, with its consequences; the files of labels to fetch again are removed
 * already.
 */
type Today = Required<Pick<ModelChange, 'list' | 'labels' | 'events' | 'difference'>>;

/**
 * A reissued label is removed from the disk before the journal hears of it: if the process dies in
 * between, the job finds its files missing, and the difference again. `inPrint`: of a print with an
 * unknown end, these stay.
 */
export async function compareWithToday(
  model: JobModel,
  shipments: readonly Shipment[],
  discard: (id: number) => Promise<void>,
  inPrint: readonly number[] = [],
): Promise<Today> {
  const staying = new Set(inPrint);
  const today = shipments.map((now) =>
    staying.has(now.id) ? (model.find(now.id)?.shipment ?? now) : now,
  );
  const change = compareLists(model.entries(), today);
  const labels: LabelChange[] = [];
  const onPaper: Shipment[] = [];
  const knownAsOld = new Set(model.difference?.changed.map(({ id }) => id));
  for (const shipment of change.changed) {
    const { label } = model.entry(shipment.id);
    const next = nextLabel(label, { type: 'reissued' });
    if (label.timesPrinted > 0 || knownAsOld.has(shipment.id)) onPaper.push(shipment);
    if (next === null && (label.state === 'locating' || label.state === 'downloading')) continue;
    // Also for a label that is not there yet: its files may be, unread or unrecorded when the
    // program ended.
    await discard(shipment.id);
    labels.push({ id: shipment.id, label: next ?? label, files: [] });
  }
  const shown = { ...change, changed: onPaper };
  const difference = addToDifference(model.difference, shown);
  return { list: change.list, labels, difference, events: describeListChange(shown) };
}

/**
 * Removes a shipment's label files from the store, including those that the journal does not know.
 */
export async function discardFiles(labels: LabelStore, model: JobModel, id: number): Promise<void> {
  const last = Math.max(-1, ...model.files(id).map(({ ordinal }) => ordinal));
  for (let ordinal = 0; ; ordinal += 1) {
    const slot = makeSlot(model, id, ordinal);
    if (ordinal > last && (await labels.find(slot)) === null) return;
    await labels.discard(slot);
  }
}

export function makeSlot(
  { company, grouping }: JobModel,
  shipmentId: number,
  ordinal: number,
): LabelSlot {
  return { company, groupingId: grouping.id, shipmentId, ordinal };
}
