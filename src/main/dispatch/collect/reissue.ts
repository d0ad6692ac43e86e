import type { Shipment } from '#shared/domain/records.ts';
import type { LabelSlot, LabelStore } from '../../labels/index.ts';
import type { FileRecord } from '../../journal/index.ts';
import { addToDifference, compareLists, describeListChange } from '../model/grouping-merge.ts';
import type { ModelChange } from '../model/job-list.ts';
import type { JobModel } from '../state/job-model.ts';
import { renewLabel, type LabelChange } from '../model/label-state.ts';

/**
 * A place in a shipment's slots beyond any list of label files, for its invoice's paper; the next
 * is that of the paper that Doca draws.
 */
export const danfeOrdinal = 1_000_000;

/**
 * The ERP's present list, with its consequences; the files of labels to fetch again are removed
 * already.
 */
export type Today = Required<Pick<ModelChange, 'list' | 'labels' | 'events' | 'difference'>>;

interface Parts {
  readonly model: JobModel;
  readonly fetcher: { readonly discard: (id: number) => Promise<void> };
}

/**
 * Compares the job with the ERP's present list and writes the consequences, at once: nothing comes
 * between the facts that are compared and those that are written. A reissued label is removed from
 * the disk before the journal hears of it: if the process dies in between, the job finds its files
 * missing, and the difference again. A label that is in a print, or whose paper is in doubt, stays.
 */
export async function compareWithToday(
  { model, fetcher }: Parts,
  listToday: () => readonly Shipment[],
  write: (today: Today) => void,
): Promise<void> {
  const discarded = new Set<number>();
  for (;;) {
    const today = listToday().map((now) =>
      model.isInPrint(now.id) ? (model.find(now.id)?.shipment ?? now) : now,
    );
    const change = compareLists(model.entries(), today, model.gone());
    const stale = change.changed.filter(({ id }) => !discarded.has(id));
    if (stale.length === 0) {
      write(describeToday(model, change));
      return;
    }
    // Also for a label that is not there yet: its files may be, unread or unrecorded when the
    // program ended.
    for (const { id } of stale) {
      await fetcher.discard(id);
      discarded.add(id);
    }
  }
}

function describeToday(model: JobModel, change: ReturnType<typeof compareLists>): Today {
  const labels: LabelChange[] = [];
  const onPaper: Shipment[] = [];
  const knownAsOld = new Set(model.difference?.changed.map(({ id }) => id));
  for (const shipment of change.changed) {
    const before = model.findKnown(shipment.id);
    if (before === null) continue;
    if (before.label.timesPrinted > 0 || knownAsOld.has(shipment.id)) onPaper.push(shipment);
    const renewed = renewLabel(before);
    if (renewed !== null) labels.push(renewed);
  }
  const shown = { ...change, changed: onPaper };
  const difference = addToDifference(model.difference, shown);
  return { list: change.list, labels, difference, events: describeListChange(shown) };
}

/**
 * Removes a shipment's label files from the store, including those that the journal does not know,
 * and the papers of its invoice.
 */
export async function discardFiles(labels: LabelStore, model: JobModel, id: number): Promise<void> {
  const last = findLastOrdinal(model.files(id));
  for (const first of [0, danfeOrdinal, danfeOrdinal + 1])
    for (let ordinal = first; ; ordinal += 1) {
      const slot = makeSlot(model, id, ordinal);
      const isKnown = first === 0 && ordinal <= last;
      if (!isKnown && (await labels.find(slot)) === null) break;
      await labels.discard(slot);
    }
}

/** Not their number: a file that was there twice leaves a gap. */
export function findLastOrdinal(files: readonly FileRecord[]): number {
  return Math.max(-1, ...files.map(({ ordinal }) => ordinal));
}

export function makeSlot(
  { company, grouping }: JobModel,
  shipmentId: number,
  ordinal: number,
): LabelSlot {
  return { company, groupingId: grouping.id, shipmentId, ordinal };
}
