import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Result } from '#shared/faults/faults.ts';
import { listIds } from './reprint.ts';

interface Job {
  readonly rows: readonly ShipmentSnapshot[];
  act(
    channel: 'job.accept' | 'job.take-back',
    input: { readonly shipmentIds: readonly number[] },
  ): Promise<Result<void>>;
}

/**
 * A question is asked once for several labels; the last answer can be undone as a whole until it
 * has consequences.
 */
export class GoingWithout {
  readonly #job: Job;
  asked = $state.raw<readonly number[]>([]);
  /** The bouncing key that asked is not an answer: a yes counts from now on. */
  ready = $state(false);
  #last = $state.raw<readonly number[]>([]);
  /**
   * Prints before the last answer: a quick print has ended before its state is told, and is seen by
   * their number.
   */
  #prints = 0;

  /** The last answer, as far as it still holds. */
  readonly undoable = $derived.by((): readonly number[] => {
    if (this.#last.length === 0 || this.#countPrints() > this.#prints) return [];
    const last = this.#last;
    return listIds(
      this.#job.rows.filter(
        ({ label, shipment }) => label.waived !== null && last.includes(shipment.id),
      ),
    );
  });

  /** All labels of the question, or of the last answer, are in a marketplace's panel. */
  readonly fromPanel = $derived.by((): boolean => {
    const ids = this.asked.length > 0 ? this.asked : this.undoable;
    return this.#job.rows.every(
      ({ shipment, label }) => label.file === 'panel' || !ids.includes(shipment.id),
    );
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
    void this.#job.act('job.take-back', { shipmentIds: undoable });
    return true;
  }

  /** It is printed or concluded: the answer stands. */
  forget(): void {
    this.asked = [];
    this.#last = [];
  }

  async #accept(shipmentIds: readonly number[]): Promise<void> {
    // Stored before the answer, which may come after a print has settled it already; shown once it
    // holds.
    this.#prints = this.#countPrints();
    this.#last = shipmentIds;
    await this.#job.act('job.accept', { shipmentIds });
  }

  #countPrints(): number {
    return this.#job.rows.reduce((sum, { label }) => sum + label.timesPrinted, 0);
  }
}
