import { failed, fault, ok, printerLanguages, rawLanguages, usualDpi } from '../../shared/index.ts';
import type { NetworkPrinterSetting, PrinterDpi, PrinterLanguage, RawLanguage, Result } from '../../shared/index.ts';
import type { Clock } from '../os/clock.ts';
import type { NetworkPrinters } from './network/network-printer.ts';
import type { Route } from './routing.ts';
import type { PrintSystem, Printer, PrinterDescription } from './types.ts';
import { createRenderingPrinter } from './zpl/rendering-printer.ts';
import type { Rasterise } from './zpl/rendering-printer.ts';

/** What was set up in Doca. */
export interface PrinterSetup {
  readonly networkPrinters: readonly NetworkPrinterSetting[];
  readonly printerDpi: Readonly<Record<string, PrinterDpi>>;
  readonly printerLanguage: Readonly<Record<string, PrinterLanguage>>;
}

export interface PrintersOptions {
  /** The printer that writes files, which is always there. */
  readonly file: Printer;
  /** What the operating system has; null where it has no print service. */
  readonly system: PrintSystem | null;
  readonly network: NetworkPrinters;
  /** As it is at this moment. What was found before a change goes on as it was. */
  readonly setup: () => PrinterSetup;
  /** Draws PDF for printers that take only ZPL; without it they get only what came as ZPL. */
  readonly rasterise: Rasterise | null;
  /** For drawn labels on their way. */
  readonly spillDir: string;
  readonly clock: Clock;
}

/** A printer, ready to print. */
export interface FoundPrinter {
  readonly printer: Printer;
  readonly kind: PrinterDescription['kind'];
  /** Takes no PDF by itself. */
  readonly zplOnly: boolean;
  readonly language: Route['language'];
  readonly speaks: readonly RawLanguage[];
  readonly dpi: PrinterDpi;
}

/** What language a printer of the system takes does not change between looking at it and printing. */
const rememberedMs = 30_000;

/** All printers of a workstation under one roof. */
export class Printers {
  readonly #options: PrintersOptions;
  #asking: Promise<readonly PrinterDescription[] | null> | null = null;
  #remembered: { readonly atMs: number; readonly printers: readonly PrinterDescription[] } | null = null;

  constructor(options: PrintersOptions) {
    this.#options = options;
  }

  /** Every printer once, those set up in Doca before the system's; a system that does not answer hides no others. */
  async list(): Promise<readonly PrinterDescription[]> {
    const { file, network, setup } = this.#options;
    const labelPrinters = setup().networkPrinters.map((one) =>
      network.at(one, this.#findLanguage(one.name)).describe(),
    );
    const asked = await Promise.all([...labelPrinters, this.#askSystem()]);
    const names = new Set<string>();
    const all = asked.flat().filter((one) => one !== null);
    return [describeFile(file), ...all].filter(({ name }) => !names.has(name) && names.add(name));
  }

  /** Fault `printer-unavailable` where there is none of this name, as far as the system tells. */
  async find(name: string): Promise<Result<FoundPrinter>> {
    const { file, network, system } = this.#options;
    if (name === file.name) return this.#prepare(file, 'file', false);
    const setting = this.#findOwn(name);
    if (setting !== null) return this.#prepare(network.at(setting, this.#findLanguage(name)), 'network', true);
    if (system === null) return failed(fault('printer-unavailable', { detail: 'there is no print service' }));
    const seen = await this.#findInSystem(name);
    if (seen === null) return failed(fault('printer-unavailable', { detail: 'there is no such printer' }));
    // Where the system does not tell, it shows when printing.
    return this.#prepare(system.open(name), 'system', seen.description?.accepts.includes('pdf') === false);
  }

  /** Whether the name is one of the system's printers, or the one of the printer that writes files. */
  async isTaken(name: string): Promise<boolean> {
    const wanted = name.toLowerCase();
    const others = [this.#options.file.name, ...((await this.#askSystem()) ?? []).map((one) => one.name)];
    return others.some((other) => other.toLowerCase() === wanted);
  }

  /** Asks a label printer, set up or not. Fault `printer-unavailable` where nobody answers at the address. */
  async probe(host: string, port: number, language: PrinterLanguage = 'zpl'): Promise<Result<PrinterDescription>> {
    const { network, setup } = this.#options;
    const known = setup().networkPrinters.find((one) => one.host === host && one.port === port);
    const seen = await network.at({ name: known?.name ?? `${host}:${port}`, host, port }, language).describe();
    if (seen.state === 'unknown' && seen.conditions.includes('offline'))
      return failed(fault('printer-unavailable', { detail: seen.reason }));
    return ok(seen);
  }

  /** Whether `resume` can be tried: whether it is not one that has to be helped by hand. */
  canResume(name: string): boolean {
    const { system, file } = this.#options;
    return system?.resume !== undefined && this.#findOwn(name) === null && name !== file.name;
  }

  /** Whether it stands paused, and `resume` may help it. */
  async isPaused(name: string): Promise<boolean> {
    if (!this.canResume(name)) return false;
    const description = (await this.#askSystem())?.find((one) => one.name === name);
    return description?.state === 'stopped' && description.conditions.includes('paused');
  }

  /** Fault `printer-unavailable` where that can only be done at the printer. */
  async resume(name: string): Promise<Result<void>> {
    const { system } = this.#options;
    if (system?.resume === undefined || !this.canResume(name))
      return failed(fault('printer-unavailable', { detail: 'it can only be resumed at the printer' }));
    const resumed = await system.resume(name);
    this.#remembered = null;
    return resumed;
  }

  /** Null where the system does not tell. Who asks while it is being asked waits for the same answer. */
  #askSystem(): Promise<readonly PrinterDescription[] | null> {
    const { system, clock } = this.#options;
    if (system === null) return Promise.resolve([]);
    const ask = async (): Promise<readonly PrinterDescription[] | null> => {
      const listed = await system.list();
      if (!listed.ok) return null;
      this.#remembered = { atMs: clock.now(), printers: listed.value };
      return listed.value;
    };
    this.#asking ??= ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #findInSystem(name: string): Promise<{ readonly description: PrinterDescription | null } | null> {
    const remembered = this.#remembered;
    const fresh = remembered !== null && Math.abs(this.#options.clock.now() - remembered.atMs) < rememberedMs;
    const known = fresh ? remembered.printers.find((one) => one.name === name) : undefined;
    if (known !== undefined) return { description: known };
    const listed = await this.#askSystem();
    if (listed === null) return { description: null };
    const description = listed.find((one) => one.name === name);
    return description === undefined ? null : { description };
  }

  #findOwn(name: string): NetworkPrinterSetting | null {
    return this.#options.setup().networkPrinters.find((one) => one.name === name) ?? null;
  }

  #prepare(printer: Printer, kind: FoundPrinter['kind'], zplOnly: boolean): Result<FoundPrinter> {
    const { rasterise, spillDir: dir, setup } = this.#options;
    const dpi = setup().printerDpi[printer.name] ?? usualDpi;
    const own = this.#findLanguage(printer.name);
    const speaks = kind === 'file' ? rawLanguages : rawLanguages.filter((one) => one === own);
    const found = { printer, kind, zplOnly, speaks, dpi };
    if (!zplOnly) return ok({ ...found, language: 'pdf' });
    if (own !== 'zpl') return ok({ ...found, language: 'other' });
    if (rasterise === null) return ok({ ...found, language: 'zpl-raw' });
    const drawing = createRenderingPrinter({ printer, rasterise, dpi, dir });
    return ok({ ...found, printer: drawing, language: 'zpl' });
  }

  /** What the settings say that it speaks. */
  #findLanguage(name: string): PrinterLanguage {
    return this.#options.setup().printerLanguage[name] ?? 'zpl';
  }
}

function describeFile({ name }: Printer): PrinterDescription {
  return {
    name,
    info: null,
    kind: 'file',
    isDefault: false,
    accepts: ['pdf', ...printerLanguages],
    state: 'ready',
    conditions: [],
    reason: null,
    papers: [],
    anyPaper: true,
  };
}
