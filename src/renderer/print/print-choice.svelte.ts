import type { PrinterInfo, PrintRequest } from '#shared/contract/print.ts';
import { countPapers, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { countSheets, type SheetLayout } from '#shared/domain/labels.ts';
import { isOnPaper, readShare } from '#shared/floor-rows.ts';
import { findUsualPrinter } from '#shared/label-route.ts';
import { type App, isPrinterSet, printsByKind } from '../app/index.ts';
import { isComing, isPrintable, type JobStore, listIds } from '../job/index.ts';

export type What = 'all' | 'unprinted' | 'shipments' | 'range';

/** Focused by the primary button if the number of copies, or the range, is invalid. */
export const copiesId = 'print-copies';
export const rangeIds = { from: 'print-from', to: 'print-to' };

export const mostCopies = 99;

export class PrintChoice {
  readonly #app: App;
  readonly #job: JobStore;

  what = $state<What>('unprinted');
  from = $state('1');
  to = $state('');
  /** As typed: an impossible number is reported beside the field, and never replaced. */
  copiesText = $state('1');
  /** `null` if the text is not a number of copies. */
  readonly copies = $derived(parseBetween(this.copiesText, 1, mostCopies));
  start = $state(1);
  /** Begin now, and go on with the chosen labels that are still fetched. */
  whileLoading = $state(false);

  /** `null` until they are read. */
  printers = $state.raw<readonly PrinterInfo[] | null>(null);
  /** For this print only, instead of the settings. */
  override = $state<string | null>(null);
  readonly byKind = $derived.by(() => printsByKind(this.#app));
  readonly setUp = $derived.by(() => isPrinterSet(this.#app));
  /**
   * The print's single printer; `null`: each label's own. Without settings it is the system's, or
   * the only one.
   */
  readonly printer = $derived.by((): string | null => {
    if (this.override !== null) return this.override;
    if (this.setUp) return null;
    return findUsualPrinter(this.printers);
  });
  readonly lost = $derived.by((): readonly string[] => {
    const { printers } = this;
    const { printer, routes } = this.#app.settings;
    if (printers === null || this.#app.training || this.printer !== null) return [];
    const named = [printer, routes.zpl, ...Object.values(routes.byPaper)].filter(
      (name) => name !== null,
    );
    const lost = named.filter((name) => !printers.some((known) => known.name === name));
    return lost.filter((name, index) => lost.indexOf(name) === index);
  });
  readonly decided = $derived(this.setUp || this.printer !== null);
  /** The printer of the whole print, if it is a single one: it can get a test page. */
  readonly single = $derived.by(
    () => this.printer ?? (this.byKind || this.#app.training ? null : this.#app.settings.printer),
  );
  readonly perSheet = $derived.by(() => this.#app.settings.perSheet);

  /** The rows from one to another; `null` if the text is not a range. */
  readonly range = $derived.by(() => {
    const { total } = this.#job.tallies;
    const from = parseBetween(this.from, 1, total);
    const to = from === null ? null : parseBetween(this.to, from, total);
    return from === null || to === null ? null : { from, to };
  });
  readonly rangeWrong = $derived(this.what === 'range' && this.range === null);
  /**
   * The chosen rows, in the order of the print, and those of them whose labels can be printed now.
   */
  readonly #chosen = $derived.by(() => this.#job.rowsInOrder.filter((row) => this.#wants(row)));
  readonly printable = $derived(this.#chosen.filter(isPrintable));
  readonly shipmentIds = $derived(listIds(this.printable));
  /** The number of chosen ones whose labels are still fetched, if a print can go on with them. */
  readonly coming = $derived.by(() =>
    this.#job.collecting && this.perSheet === null ? this.#chosen.filter(isComing).length : 0,
  );

  readonly takesComing = $derived(this.whileLoading && this.coming > 0);
  /** The number of chosen ones without a printable label that the print does not wait for. */
  readonly missing = $derived.by(() => {
    const missing = this.#chosen.length - this.printable.length;
    return this.takesComing ? missing - this.coming : missing;
  });
  /** Pages of all of them together, each once. */
  readonly pages = $derived.by(() => {
    const { danfePrinter, danfeWithLabel } = this.#app.settings;
    const apart = danfePrinter !== null;
    const behind = danfeWithLabel && !apart;
    return this.printable.reduce(
      (sum, { label }) => sum + countPapers(label, apart) + (behind && label.danfes === 0 ? 1 : 0),
      0,
    );
  });
  /** The sheets of paper it takes; `null` while the number of copies is invalid. */
  readonly sheets = $derived(
    this.copies === null ? null : countSheets(this.pages, this.copies, this.#sheet),
  );
  readonly again = $derived(this.printable.some(({ label }) => label.timesPrinted > 0));

  constructor(app: App, job: JobStore, selected: boolean) {
    this.#app = app;
    this.#job = job;
    this.what = selected && job.selection.ids.size > 0 ? 'shipments' : 'unprinted';
    this.to = String(job.tallies.total);
    this.copiesText = String(app.settings.copies);
  }

  /** Exactly the shown and counted shipments, in their order there. */
  get request(): PrintRequest | null {
    const { copies } = this;
    if (!this.decided || copies === null || this.shipmentIds.length === 0) return null;
    return {
      groupingId: this.#job.groupingId,
      printer: this.printer,
      shipmentIds: this.shipmentIds,
      copies,
      sheet: this.#sheet,
    };
  }

  /** The same with those that are still fetched, if the packer wants them. */
  get wholeRequest(): PrintRequest | null {
    const { request } = this;
    if (request === null || !this.takesComing) return request;
    const taken = this.#chosen.filter((row) => isPrintable(row) || isComing(row));
    return { ...request, shipmentIds: listIds(taken), whileLoading: true };
  }

  /** The very first choice becomes the workstation's printer; later ones are for this print. */
  choosePrinter(name: string | null): void {
    if (name !== null && !this.setUp) void this.#app.change({ printer: name });
    else this.override = name;
  }

  /**
   * A printer that nobody chose, and that printed, becomes the workstation's: from now on one key
   * prints.
   */
  remember(): void {
    if (!this.setUp && this.printer !== null) void this.#app.change({ printer: this.printer });
  }

  /** Moves to the first free place of the sheet after so many printed pages of labels. */
  advanceSheet(pages: number): void {
    if (this.perSheet !== null) this.start = ((this.start - 1 + pages) % this.perSheet) + 1;
  }

  get #sheet(): SheetLayout | null {
    return this.perSheet === null ? null : { perSheet: this.perSheet, start: this.start };
  }

  #wants(row: ShipmentSnapshot): boolean {
    switch (this.what) {
      case 'all':
        return true;
      case 'unprinted':
        return !isOnPaper(row) && row.label.waived === null && readShare(row) !== 'other';
      case 'shipments':
        return this.#job.selection.ids.has(row.shipment.id);
      case 'range': {
        const { range } = this;
        return range !== null && row.position >= range.from && row.position <= range.to;
      }
    }
  }
}

/** A whole number within these limits, as typed; nothing else is made to fit. */
function parseBetween(text: string, least: number, most: number): number | null {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : NaN;
  return number >= least && number <= most ? number : null;
}
