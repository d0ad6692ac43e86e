import { writeFile } from 'node:fs/promises';
import type { Paper } from '#shared/domain/records.ts';
import { fail, fault, type Fault, type FaultKind, type Result } from '#shared/faults/faults.ts';
import type { BookEntry, LabelSlot, WrittenBook } from '../../labels/index.ts';
import { FaultError, need, throwFault } from '../../os/errors.ts';
import { makeOwnFolderSync, privateFileMode, removeQuietly, workOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { mapAtOnce } from '../collect/pool.ts';
import { tryWork } from '../../journal/index.ts';
import { danfeOrdinal, makeSlot } from '../collect/reissue.ts';
import type { JobTools } from '../collect/label-fetcher.ts';

/** The papers of invoices (DANFE) as one file, for printing; removed afterwards. */
export interface DanfeFile extends WrittenBook {
  /** Set if some shipments have none, or an invoice allows none. */
  readonly lacking: Fault | null;
}

const askedAtOnce = 4;
/** The ERP's own words about an invoice: they stay the same for all steps of a print. */
const refusals: ReadonlySet<FaultKind> = new Set(['validation', 'not-found', 'forbidden']);

type Entries = readonly BookEntry[];

/**
 * Papers from the label's file, the service or the invoice's XML are read like labels: they come
 * from outside too.
 */
export class Danfes {
  readonly #services;
  readonly #model;
  readonly #book;
  readonly #gate;
  readonly #fetcher;
  /** The papers that go behind these labels, by the label and its invoice. */
  readonly #behind = new Map<string, Result<Entries>>();

  constructor(tools: JobTools) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#book = tools.book;
    this.#gate = tools.gate;
    this.#fetcher = tools.fetcher;
  }

  /**
   * Draws the papers that go behind these labels if the settings say so. A label without one is
   * printed alone.
   */
  async prepareBehind(shipmentIds: readonly number[], signal: AbortSignal): Promise<void> {
    const { danfeWithLabel, danfePrinter } = this.#services.settings();
    if (!danfeWithLabel || danfePrinter !== null) {
      this.#behind.clear();
      return;
    }
    await mapAtOnce(askedAtOnce, shipmentIds, async (id) => {
      const { danfes } = this.#model.entry(id).label;
      const known = this.#behind.get(this.#name(id));
      // An answer stands for the whole print; a request that failed may succeed now.
      const isLost = known?.ok === true && known.value.some(({ path }) => this.#book.isLost(path));
      if (danfes > 0 || (known !== undefined && isAnswer(known) && !isLost)) return;
      this.#behind.set(this.#name(id), await tryWork(() => this.#draw(id, signal)));
    });
  }

  /** The ERP is asked again for the papers that it refused: a print begins. */
  askAgain(): void {
    for (const [name, found] of this.#behind) if (!found.ok) this.#behind.delete(name);
  }

  findBehind(shipmentId: number): Entries {
    const found = this.#behind.get(this.#name(shipmentId));
    return found?.ok === true ? found.value : [];
  }

  /** For a person, once they are printed: their next print asks the ERP again. */
  findLackingBehind(shipmentIds: readonly number[]): Fault | null {
    const names = shipmentIds.map((id) => this.#name(id));
    const found = names.flatMap((name) => this.#behind.get(name) ?? []);
    for (const name of names) if (this.#behind.get(name)?.ok === false) this.#behind.delete(name);
    return findLacking(found);
  }

  #name(id: number): string {
    return `${id} ${this.#findInvoiceId(id)} ${this.#model.judge.describeFiles(id)}`;
  }

  /**
   * In the requested order, all pages of each. Fault `danfe-missing` or `danfe-refused` if none is
   * available.
   */
  async write(shipmentIds: readonly number[], signal: AbortSignal): Promise<DanfeFile> {
    const found = await mapAtOnce(askedAtOnce, shipmentIds, (id) =>
      tryWork(() => this.#find(id, signal)),
    );
    if (signal.aborted) throwFault('cancelled');
    const entries = found.flatMap((one) => (one.ok ? one.value : []));
    const lacking = findLacking(found);
    if (entries.length === 0 && lacking !== null) throw new FaultError(lacking);
    const { outDir } = this.#services;
    return workOnDisk(async () => {
      makeOwnFolderSync(outDir);
      const written = await this.#book.writePdf(entries, makeTemporaryPath(outDir, '.pdf'));
      return { ...need(written), lacking };
    });
  }

  /** Read and at hand; throws a fault if it is not available, for any reason. */
  async #find(id: number, signal: AbortSignal): Promise<Entries> {
    const label = this.#fetcher.isAtHand(id) ? this.#fetcher.findPaths(id) : null;
    if (label !== null && this.#model.entry(id).label.danfes > 0)
      return label.map((path) => ({ path, papers: 'danfes' }));
    const slot = makeSlot(this.#model, id, danfeOrdinal);
    const there = await this.#services.labels.find(slot);
    const path = there?.path ?? (await this.#download(slot, signal));
    if (path === null) return this.#draw(id, signal);
    const prepared = await this.#book.prepare(path, { pages: 'all', crop: 'whole' });
    if (prepared.ok) return [{ path }];
    // It cannot be printed.
    await this.#services.labels.discard(slot);
    return this.#draw(id, signal);
  }

  #findInvoiceId(shipmentId: number): number | null {
    return this.#model.findKnown(shipmentId)?.shipment.invoice?.id ?? null;
  }

  async #download(slot: LabelSlot, signal: AbortSignal) {
    const { erp, extensions, labels } = this.#services;
    const invoiceId = this.#findInvoiceId(slot.shipmentId);
    if (invoiceId === null) return null;
    const ask = async () => {
      const link = await this.#gate.ask(() => erp.extras.invoiceLink(invoiceId, signal), signal);
      const stored = link.ok ? await labels.download(slot, link.value, signal) : link;
      // A page with a viewer: the service has no papers, and that is remembered.
      const isPage = link.ok && !stored.ok && stored.fault.kind === 'label-unknown-format';
      return isPage ? fail('server', { status: 501, detail: 'the link is a page' }) : stored;
    };
    const file = await extensions.ask('invoice-links', ask, signal, invoiceId);
    return file?.ok === true ? file.value.path : null;
  }

  /**
   * Draws the paper from the invoice as it is now: it may have been cancelled since the last time.
   */
  async #draw(id: number, signal: AbortSignal): Promise<Entries> {
    const { erp, extensions, labels, outDir } = this.#services;
    const invoiceId = this.#findInvoiceId(id);
    if (invoiceId === null) return throwFault('danfe-missing');
    const ask = () => this.#gate.ask(() => erp.extras.invoiceXml(invoiceId, signal), signal);
    const answer = await extensions.ask('invoice-xmls', ask, signal, invoiceId);
    if (answer?.ok !== true) {
      const isRefusal = answer === null || refusals.has(answer.fault.kind);
      return throwFault('danfe-missing', { reached: isRefusal ? 'yes' : 'no' });
    }
    if (answer.value.isCancelled) throwFault('danfe-refused', { detail: 'cancelled' });
    const paper = findDanfePaper(this.#fetcher.findPaper(id));
    const xml = makeTemporaryPath(outDir, '.xml');
    const zpl = makeTemporaryPath(outDir, '.zpl');
    try {
      return await workOnDisk(async () => {
        makeOwnFolderSync(outDir);
        await writeFile(xml, answer.value.xml, { mode: privateFileMode, flag: 'wx' });
        need(await this.#book.drawDanfe(xml, zpl, paper));
        const slot = makeSlot(this.#model, id, danfeOrdinal + 1);
        const { path } = need(await labels.adopt(slot, zpl));
        need(await this.#book.prepare(path, { paper, pages: 'all', crop: 'whole' }));
        return [{ path }];
      });
    } finally {
      await Promise.all([xml, zpl].map(removeQuietly));
    }
  }
}

/** The paper, or a refusal by the ERP or for what the invoice says. */
function isAnswer(found: Result<Entries>): boolean {
  return found.ok || found.fault.kind === 'danfe-refused' || found.fault.reached === 'yes';
}

/** As long as the label, if that is of a roll: then one roll takes both. */
function findDanfePaper({ heightMm }: Paper): Paper {
  return { widthMm: 100, heightMm: heightMm <= 110 ? 100 : 150 };
}

/** A refused invoice comes first: its parcel should not leave. */
function findLacking(found: readonly Result<Entries>[]): Fault | null {
  const faults = found.flatMap((one) => (one.ok ? [] : one.fault));
  const refused = faults.find(({ kind }) => kind === 'danfe-refused');
  if (refused !== undefined) return refused;
  return faults.length === 0
    ? null
    : fault('danfe-missing', { detail: `${faults.length} without` });
}
