import type { PrinterInfo, PrintRequest, PrintSelection, ShipmentSnapshot } from '../../shared/index.ts';
import type { App } from './app.svelte.ts';
import type { JobStore } from './job.svelte.ts';
import type { JobView } from './job-view.svelte.ts';
import { parseId } from './routes.ts';

export type What = PrintSelection['kind'];

/** What the packer chose on the Print screen, and the request it comes to. */
export class PrintChoice {
  readonly #app: App;
  readonly #job: JobStore;
  readonly #view: JobView;

  what = $state<What>('unprinted');
  from = $state('1');
  to = $state('');
  /** Empty while it is being typed. */
  copies = $state<number | null>(1);
  start = $state(1);

  /** `null` until they are read. */
  printers = $state.raw<readonly PrinterInfo[] | null>(null);
  /** The one that IT has decided, there or not; the remembered one while it is there; else the system's, or the only one. */
  readonly printer = $derived.by((): string | null => {
    const { printers } = this;
    const remembered = this.#app.settings.printer;
    if (printers === null || this.#app.isLocked('printer') || printers.some(({ name }) => name === remembered))
      return remembered;
    const other = printers.find(({ isDefault }) => isDefault) ?? (printers.length === 1 ? printers[0] : undefined);
    return other?.name ?? null;
  });
  readonly perSheet = $derived.by(() => this.#app.settings.perSheet);

  readonly shipmentIds = $derived.by(() => this.#view.inOrder((row) => printable(row) && this.#wants(row)));
  /** How many are chosen without having a label that could be printed. */
  readonly missing = $derived.by(() => this.#view.inOrder((row) => !printable(row) && this.#wants(row)).length);
  /** Some of the chosen ones were printed before. */
  readonly again = $derived.by(
    () => this.#view.inOrder((row) => row.label.timesPrinted > 0 && printable(row) && this.#wants(row)).length > 0,
  );

  constructor(app: App, job: JobStore, view: JobView, selected: boolean) {
    this.#app = app;
    this.#job = job;
    this.#view = view;
    this.what = selected && view.selection.ids.size > 0 ? 'shipments' : 'unprinted';
    this.to = String(job.tallies.total);
    this.copies = app.settings.copies;
  }

  /** Exactly the shipments that are shown and counted, in the order they have there. */
  get request(): PrintRequest | null {
    if (this.printer === null || this.shipmentIds.length === 0) return null;
    return {
      groupingId: this.#job.groupingId,
      printer: this.printer,
      selection: { kind: 'shipments', shipmentIds: this.shipmentIds },
      copies: Math.min(99, Math.max(1, Math.round(this.copies ?? 1))),
      sheet: this.perSheet === null ? null : { perSheet: this.perSheet, start: this.start },
    };
  }

  /** The first free place of the sheet that the printed labels ended on. */
  advanceSheet(printed: number): void {
    if (this.perSheet !== null) this.start = ((this.start - 1 + printed) % this.perSheet) + 1;
  }

  #range(): { readonly from: number; readonly to: number } {
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
        return this.#view.selection.ids.has(row.shipment.id);
      case 'range': {
        const { from, to } = this.#range();
        return row.position >= from && row.position <= to;
      }
    }
  }
}

function printable({ label }: ShipmentSnapshot): boolean {
  return label.state === 'ready' || label.state === 'printed';
}
