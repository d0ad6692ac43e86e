import type { PrinterInfo, PrintRequest, ShipmentSnapshot } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';
import type { JobStore } from '../job/job.svelte.ts';
import { isPrintable } from '../job/reprint.ts';
import { parseId } from '../app/screens.ts';

export type What = 'all' | 'unprinted' | 'shipments' | 'range';

/** What the packer chose on the Print screen, and the request it comes to. */
export class PrintChoice {
  readonly #app: App;
  readonly #job: JobStore;

  what = $state<What>('unprinted');
  from = $state('1');
  to = $state('');
  /** Empty while it is being typed. */
  copies = $state<number | null>(1);
  start = $state(1);

  /** `null` until they are read. */
  printers = $state.raw<readonly PrinterInfo[] | null>(null);
  /** For this print only, instead of what the settings say. */
  override = $state<string | null>(null);
  /** Training prints into files, whatever the settings say, unless a printer is chosen for that very print. */
  readonly training = $derived.by(() => this.#app.connection?.training === true);
  /** Some kind of label has a printer of its own. */
  readonly byKind = $derived.by(() => {
    const { byPaper, zpl } = this.#app.settings.routes;
    return zpl !== null || Object.keys(byPaper).length > 0;
  });
  /** The settings name a printer, at least for some labels. */
  readonly setUp = $derived.by(() => this.training || this.byKind || this.#app.settings.printer !== null);
  /**
   * The one printer of this print; `null`: each label's own, as set up. Where nothing is set up it is the system's, or
   * the only one.
   */
  readonly printer = $derived.by((): string | null => {
    if (this.override !== null) return this.override;
    if (this.setUp) return null;
    const { printers } = this;
    const other = printers?.find(({ isDefault }) => isDefault) ?? (printers?.length === 1 ? printers[0] : undefined);
    return other?.name ?? null;
  });
  /** Printers that the settings name and that are not there. */
  readonly lost = $derived.by((): readonly string[] => {
    const { printers } = this;
    const { printer, routes } = this.#app.settings;
    if (printers === null || this.training || this.printer !== null) return [];
    const named = [printer, routes.zpl, ...Object.values(routes.byPaper)].filter((name) => name !== null);
    const lost = named.filter((name) => !printers.some((known) => known.name === name));
    return lost.filter((name, index) => lost.indexOf(name) === index);
  });
  /** There is a printer to print on. */
  readonly decided = $derived.by(() => this.setUp || this.printer !== null);
  /** Where all of this print goes, if that is one printer: the one a test page can be sent to. */
  readonly single = $derived.by(
    () => this.printer ?? (this.byKind || this.training ? null : this.#app.settings.printer),
  );
  readonly perSheet = $derived.by(() => this.#app.settings.perSheet);

  readonly shipmentIds = $derived.by(() => this.#job.view.listInOrder((row) => isPrintable(row) && this.#wants(row)));
  /** How many are chosen without having a label that could be printed. */
  readonly missing = $derived.by(
    () => this.#job.view.listInOrder((row) => !isPrintable(row) && this.#wants(row)).length,
  );
  /** Some of the chosen ones were printed before. */
  readonly again = $derived.by(
    () =>
      this.#job.view.listInOrder((row) => row.label.timesPrinted > 0 && isPrintable(row) && this.#wants(row)).length >
      0,
  );

  constructor(app: App, job: JobStore, selected: boolean) {
    this.#app = app;
    this.#job = job;
    this.what = selected && job.view.selection.ids.size > 0 ? 'shipments' : 'unprinted';
    this.to = String(job.tallies.total);
    this.copies = app.settings.copies;
  }

  /** Exactly the shipments that are shown and counted, in the order they have there. */
  get request(): PrintRequest | null {
    if (!this.decided || this.shipmentIds.length === 0) return null;
    return {
      groupingId: this.#job.groupingId,
      printer: this.printer,
      shipmentIds: this.shipmentIds,
      copies: Math.min(99, Math.max(1, Math.round(this.copies ?? 1))),
      sheet: this.perSheet === null ? null : { perSheet: this.perSheet, start: this.start },
    };
  }

  /** The first choice of all becomes the workstation's printer; after that a choice is for this print. */
  choosePrinter(name: string | null): void {
    if (name !== null && !this.setUp) void this.#app.change({ printer: name });
    else this.override = name;
  }

  /** The first free place of the sheet that the printed labels ended on. */
  advanceSheet(printed: number): void {
    if (this.perSheet !== null) this.start = ((this.start - 1 + printed) % this.perSheet) + 1;
  }

  #readRange(): { readonly from: number; readonly to: number } {
    const total = this.#job.tallies.total;
    const from = Math.min(parseId(this.from) ?? 1, total);
    return { from, to: Math.max(from, Math.min(parseId(this.to) ?? total, total)) };
  }

  #wants(row: ShipmentSnapshot): boolean {
    switch (this.what) {
      case 'all':
        return true;
      case 'unprinted':
        return row.label.state !== 'printed' && !row.label.accepted;
      case 'shipments':
        return this.#job.view.selection.ids.has(row.shipment.id);
      case 'range': {
        const { from, to } = this.#readRange();
        return row.position >= from && row.position <= to;
      }
    }
  }
}
