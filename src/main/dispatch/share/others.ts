import type { LabelSnapshot } from '#shared/domain/job.ts';
import type { FloorEvent } from '../../floor/index.ts';
import type { DoneElsewhere, NewEvent } from '../journal/records.ts';
import type { ModelChange } from '../model/job-list.ts';
import type { JobModel } from '../model/job-model.ts';
import { isConcluding } from '../model/job-state.ts';
import { nextLabel } from '../model/label-state.ts';

type Change = Required<Pick<ModelChange, 'checks' | 'events' | 'labels'>> &
  Pick<ModelChange, 'core' | 'fault'>;

/**
 * Returns null while a conclusion is under way here. Events of shipments that have left the list
 * change nothing.
 */
export function applyEvents(
  model: JobModel,
  events: readonly FloorEvent[],
  countPrints: (shipmentId: number) => number,
): Change | null {
  const labels = new Map<number, LabelSnapshot>();
  const checks = new Map<number, Change['checks'][number]>();
  const done: NewEvent[] = [];
  let { core } = model;
  const prints = new Map<number, number>();
  for (const { payload, station, person, atMs, alone } of events) {
    const by: DoneElsewhere = { station, person, atMs };
    switch (payload.kind) {
      case 'printed':
      case 'accepted':
      case 'taken-back': {
        const { kind, shipmentId } = payload;
        const before = labels.get(shipmentId) ?? model.find(shipmentId)?.label;
        const label = before === undefined ? null : nextLabel(before, { type: kind });
        if (before === undefined || label === null) break;
        if (payload.kind === 'printed') {
          const known = prints.get(shipmentId) ?? countPrints(shipmentId);
          // One paper, which the station that took it over has reported too.
          if (payload.onePaper === true || (!alone && payload.copy <= known)) break;
          prints.set(shipmentId, known + 1);
        }
        labels.set(shipmentId, label);
        const isAgain = kind === 'printed' && before.timesPrinted > 0;
        done.push({ kind: isAgain ? 'reprinted' : kind, shipmentId, by });
        break;
      }
      case 'checked':
      case 'unchecked': {
        const { kind, shipmentId, volumes } = payload;
        const entry = model.find(shipmentId);
        if (entry === null) break;
        const before = checks.get(shipmentId) ?? entry;
        const isChecked = kind === 'checked';
        checks.set(shipmentId, {
          shipmentId,
          checkedAtMs: isChecked ? atMs : null,
          scannedVolumes: volumes,
        });
        const had = before.scannedVolumes?.codes.length ?? 0;
        const has = volumes?.codes.length ?? 0;
        if (isChecked || before.checkedAtMs !== null) done.push({ kind, shipmentId, by });
        else if (had !== has)
          done.push({ kind: has > had ? 'volume-checked' : 'volume-unchecked', shipmentId, by });
        break;
      }
      case 'concluded':
      case 'conclusion-resolved': {
        const concluded = !('concluded' in payload) || payload.concluded;
        if (isConcluding(core)) return null;
        if (concluded === (core.conclusion === 'concluded')) break;
        core = { ...core, conclusion: concluded ? 'concluded' : 'open' };
        for (const { id, label } of concluded ? model.releaseWithheld() : [])
          if (!labels.has(id)) labels.set(id, label);
        done.push(
          concluded
            ? { kind: 'concluded', by }
            : { kind: 'conclusion-resolved', by, data: { concluded } },
        );
        break;
      }
      case 'doubt':
      case 'unprinted':
      case 'conclusion-unknown':
      case 'conclusion-refused':
        break;
    }
  }
  return {
    // As after an answer or a conclusion here.
    ...(core === model.core ? {} : { core, fault: null }),
    labels: Array.from(labels, ([id, label]) => ({ id, label })),
    checks: [...checks.values()],
    events: done,
  };
}
