import { fault, findCancelled } from '../../../shared/index.ts';
import type { CancelledBy, Shipment, ShipmentSnapshot } from '../../../shared/index.ts';
import { nameOf } from '../../os/errors.ts';
import type { LabelChange } from '../model/job-change.ts';
import type { JobModel } from '../model/job-model.ts';
import type { NewEvent } from '../journal/records.ts';
import type { JobServices } from '../types.ts';

/**
 * Holds back the labels of shipments that are not to be sent, before they are printed: nobody prints them who does not say
 * so of this shipment. One that is to be sent again is let go by itself.
 */
export class CancelledShipments {
  readonly #services: Pick<JobServices, 'journal' | 'log'>;
  readonly #model: JobModel;
  readonly #company: string;
  readonly #unsubscribe: () => void;
  #shipments: readonly Shipment[] = [];
  #cancelled: ReadonlyMap<number, CancelledBy> = new Map();
  /** What a person said is to be printed all the same; null until the journal was asked. */
  #confirmed: Set<string> | null = null;

  constructor(services: Pick<JobServices, 'journal' | 'log'>, model: JobModel, company: string) {
    this.#services = services;
    this.#model = model;
    this.#company = company;
    this.#unsubscribe = model.subscribe(() => this.#look());
  }

  /** What the list says, applied to labels; a change of the model does it by itself, a moment later. */
  settle(): void {
    const { conclusion, print } = this.#model.core;
    if (print !== 'idle' || (conclusion !== 'open' && conclusion !== 'concluded')) return;
    const entries = this.#model.entries();
    this.#followList(entries);
    const changes = entries.flatMap((entry) => this.#judge(entry) ?? []);
    if (changes.length === 0) return;
    const events = changes.flatMap(({ event }) => event ?? []);
    this.#model.apply({ labels: changes.map(({ change }) => change), events });
  }

  /** Why this label is held back; null where it is not, or not by this. */
  findReason({ shipment, label }: ShipmentSnapshot): CancelledBy | null {
    return label.fault?.kind === 'shipment-cancelled' ? findCancelled(shipment) : null;
  }

  /** Remembers that this one is to be printed all the same: for this reason, and not for another one that comes later. */
  noteConfirmed(id: number, by: CancelledBy): void {
    this.#listConfirmed().add(`${id} ${by}`);
  }

  close(): void {
    this.#unsubscribe();
  }

  #look(): void {
    try {
      this.settle();
    } catch (error) {
      // The journal's fault is told by whatever is done next.
      this.#services.log.warn('cancelled-not-held', { grouping: this.#model.grouping.id, error: nameOf(error) });
    }
  }

  #judge({
    shipment: { id },
    label,
  }: ShipmentSnapshot): { readonly change: LabelChange; readonly event?: NewEvent } | null {
    const by = this.#cancelled.get(id);
    const isHeld = label.state === 'failed' && label.fault?.kind === 'shipment-cancelled';
    if (isHeld && by === undefined) {
      return { change: { id, label: this.#model.makeLabelAfter(id, { type: 'confirmed' }) } };
    }
    if (by === undefined || label.state !== 'ready' || label.timesPrinted > 0 || label.accepted) return null;
    if (this.#model.printVerdict?.perhaps.includes(id) === true || this.#listConfirmed().has(`${id} ${by}`))
      return null;
    const why = fault('shipment-cancelled', { detail: by });
    this.#services.log.info('label-stopped', { grouping: this.#model.grouping.id, shipment: id, by });
    return {
      change: { id, label: this.#model.makeLabelAfter(id, { type: 'stopped', fault: why }) },
      event: { kind: 'label-stopped', shipmentId: id, data: { cancelled: by } },
    };
  }

  #followList(entries: readonly ShipmentSnapshot[]): void {
    const isSame =
      entries.length === this.#shipments.length &&
      entries.every(({ shipment }, index) => shipment === this.#shipments[index]);
    if (isSame) return;
    this.#shipments = entries.map(({ shipment }) => shipment);
    const found = this.#shipments.map((shipment) => [shipment.id, findCancelled(shipment)] as const);
    this.#cancelled = new Map(found.flatMap(([id, by]) => (by === null ? [] : [[id, by] as const])));
  }

  #listConfirmed(): Set<string> {
    if (this.#confirmed === null) {
      const events = this.#services.journal.events(this.#company, this.#model.grouping.id);
      const said = events.filter(({ kind, data }) => kind === 'label-confirmed' && data['cancelled'] !== undefined);
      this.#confirmed = new Set(said.map(({ shipmentId, data }) => `${shipmentId} ${String(data['cancelled'])}`));
    }
    return this.#confirmed;
  }
}
