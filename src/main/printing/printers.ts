import type { NetworkPrinterSetting } from '#shared/contract/settings.ts';
import { type PrinterDpi, usualDpi } from '#shared/domain/resolutions.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../os/clock.ts';
import type { NetworkPrinters } from './network/network-printer.ts';
import { refuseUnavailable } from './queue/print-queue.ts';
import type { LabelPrinter } from './routing.ts';
import type { PrintSystem, Printer, PrinterDescription } from './types.ts';
import { createRenderingPrinter, type Rasterise } from './zpl/rendering-printer.ts';

export interface PrinterSetup {
  readonly networkPrinters: readonly NetworkPrinterSetting[];
  readonly printerDpi: Readonly<Record<string, PrinterDpi>>;
}

export interface PrintersOptions {
  readonly file: Printer;
  /** The operating system's printers; null if it has no print service. */
  readonly system: PrintSystem | null;
  readonly network: NetworkPrinters;
  /** The present setup. Printers that were found before a change stay as they were. */
  readonly setup: () => PrinterSetup;
  /** Draws PDF for printers that take only ZPL. */
  readonly rasterise: Rasterise;
  /** For drawn labels on their way. */
  readonly spillDir: string;
  readonly clock: Clock;
}

export interface FoundPrinter extends LabelPrinter {
  readonly dpi: PrinterDpi;
}

/** A system printer's language does not change between looking at it and printing. */
const rememberedMs = 30_000;

export class Printers {
  readonly #options: PrintersOptions;
  #asking: Promise<readonly PrinterDescription[] | null> | null = null;
  #remembered: readonly PrinterDescription[] = [];
  #rememberedAtMs = -Infinity;

  constructor(options: PrintersOptions) {
    this.#options = options;
  }

  /** The folder into which the printer of files prints. */
  get folder(): string {
    return this.#options.file.folder ?? '';
  }

  /**
   * Returns every printer once, Doca's own before the system's; a system that does not answer hides
   * no others.
   */
  async list(): Promise<readonly PrinterDescription[]> {
    const { file, network, setup } = this.#options;
    const labelPrinters = setup().networkPrinters.map((one) => network.at(one).describe());
    const asked = await Promise.all([...labelPrinters, this.#askSystem()]);
    const names = new Set<string>();
    const all = asked.flat().filter((one) => one !== null);
    return [describeFile(file), ...all].filter(({ name }) => !names.has(name) && names.add(name));
  }

  /** Fault `printer-unavailable` if none has this name, as far as the system tells. */
  async find(name: string): Promise<Result<FoundPrinter>> {
    const { file, network, system } = this.#options;
    if (name === file.name) return this.#prepare(file, true, true);
    const setting = this.#findOwn(name);
    if (setting !== undefined) return this.#prepare(network.at(setting), false);
    if (system === null) return refuseUnavailable('there is no print service');
    const seen = await this.#findInSystem(name);
    if (seen === undefined) return refuseUnavailable('there is no such printer');
    // If the system does not tell, printing shows it.
    return this.#prepare(system.open(name), seen?.accepts.includes('pdf') !== false);
  }

  /**
   * Returns true if the name belongs to one of the system's printers, or to the printer that writes
   * files.
   */
  async isTaken(name: string): Promise<boolean> {
    const wanted = name.toLowerCase();
    const others = [this.#options.file, ...((await this.#askSystem()) ?? [])];
    return others.some((other) => other.name.toLowerCase() === wanted);
  }

  /**
   * Asks a label printer, set up or not. Fault `printer-unavailable` if the address does not
   * answer.
   */
  async probe(host: string, port: number): Promise<Result<PrinterDescription>> {
    const { network, setup } = this.#options;
    const known = setup().networkPrinters.find((one) => one.host === host && one.port === port);
    const seen = await network
      .at({ name: known?.name ?? `${host}:${port}`, host, port })
      .describe();
    if (seen.state === 'unknown' && seen.conditions.includes('offline'))
      return refuseUnavailable(seen.reason);
    return ok(seen);
  }

  /** Returns true if `resume` can be tried: the printer need not be helped by hand. */
  canResume(name: string): boolean {
    const { system, file } = this.#options;
    return system?.resume !== undefined && this.#findOwn(name) === undefined && name !== file.name;
  }

  /** Returns true if it is paused, and `resume` may help. */
  async isPaused(name: string): Promise<boolean> {
    if (!this.canResume(name)) return false;
    const description = (await this.#askSystem())?.find((one) => one.name === name);
    return description?.state === 'stopped' && description.conditions.includes('paused');
  }

  /** Fault `printer-unavailable` if that can only be done at the printer. */
  async resume(name: string): Promise<Result<void>> {
    const { system } = this.#options;
    const resumed = this.canResume(name) ? await system?.resume?.(name) : undefined;
    this.#remembered = [];
    return resumed ?? refuseUnavailable('it can only be resumed at the printer');
  }

  /** Returns null if the system does not tell. Simultaneous callers share one answer. */
  #askSystem(): Promise<readonly PrinterDescription[] | null> {
    const { system, clock } = this.#options;
    if (system === null) return Promise.resolve([]);
    const ask = async (): Promise<readonly PrinterDescription[] | null> => {
      const listed = await system.list();
      if (!listed.ok) return null;
      this.#remembered = listed.value;
      this.#rememberedAtMs = clock.awake();
      return listed.value;
    };
    this.#asking ??= ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Undefined: there is no such printer. Null: the system does not tell. */
  async #findInSystem(name: string): Promise<PrinterDescription | undefined | null> {
    const isFresh = this.#options.clock.awake() - this.#rememberedAtMs < rememberedMs;
    // One that did not answer in time may say something else now.
    const known = this.#remembered.find((one) => one.name === name && one.state !== 'unknown');
    if (isFresh && known !== undefined) return known;
    const listed = await this.#askSystem();
    return listed && listed.find((one) => one.name === name);
  }

  #findOwn(name: string): NetworkPrinterSetting | undefined {
    return this.#options.setup().networkPrinters.find((one) => one.name === name);
  }

  #prepare(printer: Printer, takesPdf: boolean, whole = false): Result<FoundPrinter> {
    const { rasterise, spillDir: dir, setup } = this.#options;
    const dpi = setup().printerDpi[printer.name] ?? usualDpi;
    if (takesPdf) return ok({ printer, whole, dpi, language: 'pdf' });
    const drawing = createRenderingPrinter({ printer, rasterise, dpi, dir });
    return ok({ printer: drawing, whole, dpi, language: 'zpl' });
  }
}

function describeFile({ name }: Printer): PrinterDescription {
  return {
    name,
    kind: 'file',
    isDefault: false,
    accepts: ['pdf', 'zpl'],
    state: 'ready',
    conditions: [],
    reason: null,
  };
}
