import type { Fault, HistoryRow, Result } from '../../shared/index.ts';
import { fault, findUsualPrinter } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';
import { isPrinterSet, makeUsualPrint } from '../app/usual-print.ts';
import { Arming } from '../app/arming.svelte.ts';

/** Prints a label again from its line in the history: the first press asks, the second one prints. */
export class Reprinting {
  readonly #app: App;
  readonly #arming: Arming;
  /** The row of the last request. */
  rowId = $state<number | null>(null);
  #busy = $state(false);
  outcome = $state.raw<'printed' | Fault | null>(null);

  /** Create it during a component's setup. */
  constructor(app: App) {
    this.#app = app;
    this.#arming = new Arming(app);
  }

  /** The state of this row's button. */
  stateOf({ id }: HistoryRow): 'idle' | 'armed' | 'printing' {
    if (id !== this.rowId) return 'idle';
    if (this.#busy) return 'printing';
    return this.#arming.armed ? 'armed' : 'idle';
  }

  get seconds(): number {
    return this.#arming.seconds;
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  async press(row: HistoryRow): Promise<void> {
    if (this.#busy) return;
    if (row.id !== this.rowId) this.#arming.disarm();
    this.rowId = row.id;
    this.outcome = null;
    if (!this.#arming.press()) return;
    this.#busy = true;
    const printed = await this.#print(row);
    this.#busy = false;
    this.outcome = printed.ok ? 'printed' : printed.fault;
    this.#app.sounds.play(printed.ok ? 'done' : 'error');
  }

  async #print({ groupingId, shipmentId }: HistoryRow): Promise<Result<void>> {
    const { bridge } = this.#app;
    if (shipmentId === null) return { ok: false, fault: fault('not-ready') };
    const opened = await bridge.request('job.open', { groupingId });
    if (!opened.ok) return opened;
    const printers = isPrinterSet(this.#app) ? null : await bridge.request('print.printers');
    const printer = printers?.ok === true ? findUsualPrinter(printers.value) : null;
    const printed = await bridge.request('print.start', makeUsualPrint(this.#app, groupingId, [shipmentId], printer));
    // A print with an unknown end is answered on the grouping's own screen, which opens it again.
    if (this.#app.open?.groupingId !== groupingId) await bridge.request('job.close', { groupingId });
    return printed;
  }
}
