import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { BookEntry, LabelSlot, WrittenBook } from '../../labels/index.ts';
import { makeOwnFolderSync, tryOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { Pool } from '../collect/pool.ts';
import { makeSlot } from '../collect/reissue.ts';
import { JobPart } from '../collect/job-part.ts';

/** The papers of invoices (DANFE) as one file, for printing; removed afterwards. */
export interface DanfeFile extends WrittenBook {
  /** Shipments without a paper, in the requested order. */
  readonly missing: readonly number[];
}

/** A place in a shipment's slots beyond any list of label files. */
const danfeOrdinal = 1_000_000;
const askedAtOnce = 4;

/**
 * Takes the papers of invoices out of the label's file, or downloads them from the service, which may not have them.
 * They are read like labels: they come from outside too.
 */
export class Danfes extends JobPart {
  /** In the requested order, all pages of each. Fault `danfe-missing` if none is available. */
  async write(shipmentIds: readonly number[], signal: AbortSignal): Promise<Result<DanfeFile>> {
    const pool = new Pool(askedAtOnce);
    const found = await Promise.all(shipmentIds.map((id) => pool.run(() => this.#find(id, signal))));
    if (signal.aborted) return failed(fault('cancelled'));
    const entries = found.flatMap((entry) => entry ?? []);
    const missing = shipmentIds.filter((_, index) => found[index] === null);
    if (entries.length === 0) return failed(fault('danfe-missing', { detail: `${missing.length} without` }));
    return tryOnDisk(async () => {
      makeOwnFolderSync(this.services.outDir);
      const out = makeTemporaryPath(this.services.outDir, '.pdf');
      const written = await this.book.writePdf(entries, out);
      return written.ok ? ok({ ...written.value, missing }) : written;
    });
  }

  /** Read and at hand; null if it is not available, for any reason. */
  async #find(id: number, signal: AbortSignal): Promise<readonly BookEntry[] | null> {
    const label = this.fetcher.findPaths(id);
    if (label !== null && this.model.entry(id).label.danfes > 0)
      return label.map((path) => ({ path, papers: 'danfes' }));
    const slot = makeSlot(this.model, id, danfeOrdinal);
    const there = await this.services.labels.find(slot);
    const path = there?.path ?? (await this.#download(slot, signal));
    if (path === null) return null;
    const prepared = await this.book.prepare(path, { pages: 'all', crop: 'whole' });
    if (prepared.ok) return [{ path }];
    // It cannot be printed.
    await this.services.labels.discard(slot);
    return null;
  }

  async #download(slot: LabelSlot, signal: AbortSignal): Promise<string | null> {
    const { erp, extensions, labels } = this.services;
    const invoiceId = this.model.find(slot.shipmentId)?.shipment.invoice?.id ?? null;
    if (invoiceId === null || invoiceId < 1 || signal.aborted) return null;
    const file = await extensions.ask('invoice-links', async () => {
      const link = await this.gate.ask(() => erp.extras.invoiceLink(invoiceId, signal), signal);
      const stored = link.ok ? await labels.download(slot, link.value, signal) : link;
      // A page with a viewer: there is no paper, and its absence is remembered.
      const isPage = link.ok && !stored.ok && stored.fault.kind === 'label-unknown-format';
      return isPage ? failed(fault('not-found', { detail: 'the link is a page' })) : stored;
    });
    return file?.ok === true ? file.value.path : null;
  }
}
