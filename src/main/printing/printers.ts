import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';
import type { NetworkPrinter } from './network/network-printer.ts';
import type { PrintSystem, Printer, PrinterDescription } from './types.ts';

export interface PrintersOptions {
  /** The printer that writes files, which is always there. */
  readonly file: Printer;
  /** What the operating system has; null where it has no print service. */
  readonly system: PrintSystem | null;
  /** Label printers set up by address. A rendering printer may stand in front of one, under the same name. */
  readonly network?: readonly NetworkPrinter[];
  /** Given out in place of the printer of the same name: one that draws PDF for it, for example. */
  readonly instead?: readonly Printer[];
}

/** All printers of a workstation under one roof. */
export interface Printers {
  /** Every printer once, those set up in Doca before the system's; a system that does not answer hides no others. */
  list(): Promise<readonly PrinterDescription[]>;
  /** Whether the system has a printer of this name shows when printing. */
  find(name: string): Result<Printer>;
}

export function createPrinters({ file, system, network = [], instead = [] }: PrintersOptions): Printers {
  return {
    list: async () => {
      const asked = await Promise.all([...network.map((printer) => printer.describe()), systemPrinters(system)]);
      const names = new Set<string>();
      const all = [describeFile(file), ...asked.flat()].filter(({ name }) => !names.has(name) && names.add(name));
      const draws = new Set(instead.map(({ name }) => name));
      return all.map((printer) => (draws.has(printer.name) ? { ...printer, accepts: ['pdf', 'zpl'] } : printer));
    },
    find: (name) => {
      const own = [...instead, file, ...network].find((printer) => printer.name === name);
      if (own !== undefined) return ok(own);
      if (system === null) return failed(fault('printer-unavailable', { detail: 'there is no print service' }));
      return ok(system.open(name));
    },
  };
}

async function systemPrinters(system: PrintSystem | null): Promise<readonly PrinterDescription[]> {
  const listed = await system?.list();
  return listed?.ok === true ? listed.value : [];
}

function describeFile({ name }: Printer): PrinterDescription {
  return {
    name,
    info: null,
    kind: 'file',
    isDefault: false,
    accepts: ['pdf', 'zpl'],
    state: 'ready',
    conditions: [],
    reason: null,
    papers: [],
    anyPaper: true,
  };
}
