import type { JobParts } from '../print/parts.ts';
import type { Done, JobRunner } from '../print/job-runner.ts';

/** Rows that one of several stations has. */
export class JobSharing {
  readonly #parts;
  readonly #runner;

  constructor(parts: Pick<JobParts, 'coordination' | 'model'>, runner: JobRunner) {
    this.#parts = parts;
    this.#runner = runner;
  }

  /** Reserves these rows for this station, all or none. Faults `floor-…`. */
  take(shipmentIds: readonly number[]): Done {
    return this.#runner.run(() => this.#parts.coordination.takeOver({ kind: 'take', shipmentIds }));
  }

  /** Releases reserved rows that were not printed. */
  giveBack(shipmentIds: readonly number[]): Done {
    return this.#runner.run(() =>
      this.#parts.coordination.takeOver({ kind: 'give-back', shipmentIds }),
    );
  }

  /**
   * Takes over another station's rows of this grouping; labels that may be on paper there are a
   * question here.
   */
  takeOver(stationId: string): Done {
    return this.#runner.run(async () => {
      this.#parts.model.step({ type: 'print' });
      await this.#parts.coordination.takeOver({ kind: 'take-over', stationId });
    });
  }
}
