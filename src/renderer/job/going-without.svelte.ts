import type { Result, ShipmentSnapshot } from '../../shared/index.ts';

/** The job whose labels these are. */
interface Job {
  readonly groupingId: number;
  readonly rows: readonly ShipmentSnapshot[];
  act(
    channel: 'job.accept' | 'job.take-back',
    input: { readonly groupingId: number; readonly shipmentIds: number[] },
  ): Promise<Result<void>>;
}

/**
 * Going on without labels. More than one is asked about once, with the number; what was said last can be taken back as a
 * whole, until something follows from it.
 */
export class GoingWithout {
  readonly #job: Job;
  /** What the packer was asked about and has not answered. */
  asked = $state.raw<readonly number[]>([]);
  /** The key that asked, bouncing, is no answer: a yes counts from now on. */
  ready = $state(false);
  #last = $state.raw<readonly number[]>([]);

  /** What was said last, as far as it still holds. */
  readonly undoable = $derived.by((): readonly number[] => {
    if (this.#last.length === 0) return [];
    const last = this.#last;
    const holding = this.#job.rows.filter(({ label, shipment }) => label.accepted && last.includes(shipment.id));
    return holding.map(({ shipment }) => shipment.id);
  });

  /** All that is asked about, or was said last, has its label from a marketplace's panel. */
  readonly fromPanel = $derived.by((): boolean => {
    const ids = this.asked.length > 0 ? this.asked : this.undoable;
    return this.#job.rows.every(({ shipment, label }) => label.state === 'none' || !ids.includes(shipment.id));
  });

  constructor(job: Job) {
    this.#job = job;
  }

  start(shipmentIds: readonly number[]): void {
    if (shipmentIds.length === 1) void this.#accept(shipmentIds);
    else if (shipmentIds.length > 1) {
      this.asked = shipmentIds;
      this.ready = false;
    }
  }

  /** False while there is nothing to answer. */
  answer(yes: boolean): boolean {
    const { asked } = this;
    if (asked.length === 0 || (yes && !this.ready)) return false;
    this.asked = [];
    if (yes) void this.#accept(asked);
    return true;
  }

  undo(): boolean {
    const { undoable } = this;
    if (undoable.length === 0) return false;
    this.#last = [];
    void this.#job.act('job.take-back', { groupingId: this.#job.groupingId, shipmentIds: [...undoable] });
    return true;
  }

  /** It is printed or concluded: what was said stands. */
  settle(): void {
    this.asked = [];
    this.#last = [];
  }

  async #accept(shipmentIds: readonly number[]): Promise<void> {
    // Known before the answer, which may come when a print has settled it already; it shows once it holds.
    this.#last = shipmentIds;
    await this.#job.act('job.accept', { groupingId: this.#job.groupingId, shipmentIds: [...shipmentIds] });
  }
}
