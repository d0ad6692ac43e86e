import type { KindAgainst } from '#shared/faults/problems.ts';
import type { ScannedVolumes } from '#shared/domain/records.ts';
import type { Result } from '#shared/faults/faults.ts';
import type { NewEvent } from '../../journal/index.ts';
import { refuse } from '../../os/errors.ts';
import type { JobModel } from '../state/job-model.ts';
import { findScanned, type ScannedRow } from '../model/scan-print.ts';
import type { JobServices } from '../types.ts';
import type { JobRunner } from '../print/job-runner.ts';

/** The parcels that were checked by their scans. */
export class JobChecks {
  readonly #services;
  readonly #model;
  readonly #runner;

  constructor(services: JobServices, model: JobModel, runner: JobRunner) {
    this.#services = services;
    this.#model = model;
    this.#runner = runner;
  }

  findScanned(code: string): readonly ScannedRow[] {
    const known = this.#services.journal.facts.findIssuers(this.#model.company);
    return findScanned(code, this.#model.entries(), known);
  }

  /**
   * Stores that this parcel was checked, or not. `despite`: the problem that it has; `code`: the
   * scanned text.
   */
  mark(
    shipmentId: number,
    checked: boolean,
    despite: KindAgainst<'check'> | null = null,
    code: string | null = null,
  ): Result<void> {
    return this.#runner.change(() => {
      const { checkedAtMs, scannedVolumes } = this.#need(shipmentId);
      if ((checkedAtMs !== null) === checked) return;
      const data = { ...(despite !== null && { despite }), ...(code !== null && { code }) };
      const kind = checked ? 'checked' : 'unchecked';
      this.#store({ kind, shipmentId, data }, checked, scannedVolumes);
    });
  }

  /**
   * Stores which volumes of this shipment were scanned, one more or one less than before, each by
   * its own code. The last one checks the shipment. The number after each scan is in the journal,
   * so that undoing finds the latest one.
   */
  markVolumes(
    shipmentId: number,
    scanned: ScannedVolumes,
    despite: KindAgainst<'check'> | null = null,
  ): Result<void> {
    return this.#runner.change(() => {
      const entry = this.#need(shipmentId);
      const before = entry.scannedVolumes?.codes ?? [];
      const code = scanned.codes.find((one) => !before.includes(one));
      const isMore = code !== undefined;
      const isChecked = scanned.codes.length >= scanned.of;
      const added = isChecked ? 'checked' : 'volume-checked';
      const takenBack = entry.checkedAtMs === null ? 'volume-unchecked' : 'unchecked';
      const counts = { volumes: scanned.codes.length, of: scanned.of };
      const data = { ...counts, ...(isMore && { code }), ...(despite !== null && { despite }) };
      this.#store({ kind: isMore ? added : takenBack, shipmentId, data }, isChecked, scanned);
    });
  }

  #store(
    event: NewEvent & { readonly shipmentId: number },
    isChecked: boolean,
    scannedVolumes: ScannedVolumes | null,
  ): void {
    const checkedAtMs = isChecked ? this.#services.clock.now() : null;
    const check = { shipmentId: event.shipmentId, checkedAtMs, scannedVolumes };
    this.#model.apply({ checks: [check], events: [event] });
  }

  #need(shipmentId: number) {
    return this.#model.find(shipmentId) ?? refuse('not a shipment of this grouping');
  }
}
