import { isStuck, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { PageChoice } from '#shared/domain/records.ts';
import type { Result } from '#shared/faults/faults.ts';
import type { ShipmentCorrection } from '../../erp/index.ts';
import { refuse } from '../../os/errors.ts';
import { resetLabels } from '../collect/collector.ts';
import { correctShipment } from '../collect/corrections.ts';
import { LabelImporter, type ImportedFile } from '../collect/label-import.ts';
import { changeLabel } from '../model/label-state.ts';
import type { MergedFiles } from '../print/merged-files.ts';
import type { JobParts } from '../print/parts.ts';
import { rereadList } from './reread.ts';
import type { Done, JobRunner } from '../print/job-runner.ts';
import { changeEach } from './words.ts';

/** The labels of the list: how they come, from the ERP or from files, and how they are renewed. */
export class JobLabels {
  readonly #parts;
  readonly #model;
  readonly #runner;
  readonly #merged;
  readonly #importer;

  constructor(parts: JobParts, runner: JobRunner, merged: MergedFiles) {
    this.#parts = parts;
    this.#model = parts.model;
    this.#runner = runner;
    this.#merged = merged;
    this.#importer = new LabelImporter(parts, parts.collector);
  }

  /** Returns true if an invoice's status is not known, or the answer is old. */
  needsInvoices(): boolean {
    return this.#parts.invoices.isNeeded();
  }

  /** Fetches every missing label; ends when each shipment is ready, failed or without label. */
  collect(signal?: AbortSignal): Done {
    return this.#runner.work((joined) => this.#parts.collector.collect(joined), signal);
  }

  /** Fetches failed ones again: all that may be retried, or these. */
  retry(shipmentIds?: readonly number[], signal?: AbortSignal): Done {
    return this.#runner.work(async (joined) => {
      const asked = shipmentIds === undefined ? null : new Set(shipmentIds);
      // Some of those that were asked for may have come meanwhile.
      const again = this.#model.entries().filter(({ shipment, label }) => {
        if (asked === null) return label.file === 'failed' && label.waived === null;
        return isStuck(label) && asked.has(shipment.id);
      });
      if (asked !== null && again.length === 0) refuse('only failed labels are tried again');
      if (!this.#model.core.collecting) this.#model.step({ type: 'collect' });
      await resetLabels(this.#parts, again);
      await this.#parts.collector.collect(joined, { hurried: shipmentIds ?? [] });
    }, signal);
  }

  /** Puts the labels of a file on their rows. Faults: `label-*`, `disk*`. */
  import(file: ImportedFile, signal?: AbortSignal): Done {
    return this.#runner.work((joined) => this.#importer.take(file, joined), signal);
  }

  putImported(id: number, shipmentId: number): Done {
    return this.#runner.work(() => this.#importer.put(id, shipmentId));
  }

  showImported(id: number): Promise<Result<Uint8Array>> {
    return this.#runner.run(() => this.#merged.showFile(this.#importer.findPath(id)));
  }

  dismissImported(): Done {
    return this.#runner.run(() => this.#importer.dismiss());
  }

  /** A person waits with this parcel: its label is fetched next. */
  hurry(shipmentId: number): void {
    this.#parts.collector.hurry(shipmentId);
  }

  /** A window shows it now: its labels do not wait in the background any more. */
  askAgain(): void {
    this.#parts.collector.askAgain();
  }

  /**
   * Chooses the pages of these labels, printed or not; `null`: by the shipping method's rule. It is
   * another print.
   */
  choosePages(shipmentIds: readonly number[], choice: PageChoice | null): Done {
    return this.#runner.work(async (signal) => {
      this.#model.step({ type: 'print' });
      const data = { pages: String(choice?.pages ?? 'rule'), crop: choice?.crop ?? null };
      const choose = (entry: ShipmentSnapshot) =>
        changeLabel(entry, { type: 'chosen', choice }, { kind: 'pages-chosen', data });
      changeEach(this.#model, shipmentIds, choose, 'no label to choose pages of');
      for (const id of shipmentIds) this.#parts.fetcher.forget(id);
      await this.#parts.collector.collect(signal);
    });
  }

  correct(shipmentId: number, correction: ShipmentCorrection): Done {
    return this.#runner.work((signal) =>
      correctShipment(this.#parts, shipmentId, correction, signal),
    );
  }

  /** Reads the ERP's list anew, for the light, if no work is under way. */
  reread(): Done {
    return this.#runner.run((signal) => rereadList(this.#parts, signal));
  }

  /** Waits until the codes on all labels have been read. */
  finishReading(): Promise<void> {
    return this.#parts.readings.finish();
  }

  async close(): Promise<void> {
    this.#parts.readings.close();
    await this.#importer.close();
  }
}
