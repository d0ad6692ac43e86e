import { readState } from '#shared/domain/job.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Rasterise } from '../../../src/main/printing/index.ts';
import { unpackRuns } from '../../printing/support/raster.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import type { SimulatedPrinter, SimulatedPrinterOptions } from '../../support/network-printer.ts';
import type { RequestAnswer } from '#shared/contract/index.ts';
import type { PrintRequest, SpoolJobInfo } from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import {
  openWorkstation,
  printRequest,
  valueOf,
  type Connected,
  type Workstation,
} from './harness.ts';

export { collectOn as collected, type Connected } from './harness.ts';

/** No printer here is silent without being switched off; a busy machine is slow. */
export const networkTiming = {
  connectMs: 60_000,
  firstStatusMs: 60_000,
  quietMs: 60_000,
  stallMs: 60_000,
  pollMs: 5,
};

/** The same patience, for the printers that CUPS serves. */
export const cupsTiming = { pollMs: 25, unreachableMs: 60_000, lostMs: 60_000 };

/** A workstation's label printers; `close` switches them all off. */
export function printerShelf() {
  const printers: SimulatedPrinter[] = [];
  return {
    add: async (options: SimulatedPrinterOptions = {}): Promise<SimulatedPrinter> => {
      const printer = await startNetworkPrinter(options);
      printers.push(printer);
      return printer;
    },
    close: async (): Promise<void> => {
      await Promise.all(printers.splice(0).map((printer) => printer.close()));
    },
  };
}

export function at(name: string, { port }: SimulatedPrinter): Settings['networkPrinters'][number] {
  return { name, host: '127.0.0.1', port };
}

export async function change(station: Workstation, settings: Partial<Settings>): Promise<void> {
  valueOf(await station.ask('settings.change', { change: settings }));
}

/** Prints the labels that are not printed yet, or those at these positions of the list. */
export async function print(
  station: Connected,
  request: Partial<PrintRequest> = {},
  which: 'unprinted' | readonly [from: number, to: number] = 'unprinted',
): Promise<RequestAnswer<'print.start'>> {
  const { groupingId = station.groupingId } = request;
  return station.ask('print.start', await printRequest(station, groupingId, which, request));
}

export async function labelsOf(station: Connected, groupingId = station.groupingId) {
  const { snapshot } = valueOf(await station.ask('job.open', { groupingId }));
  return snapshot.shipments.map(({ label }) => label);
}

export async function statesOf(station: Connected): Promise<string[]> {
  return (await labelsOf(station)).map(readState);
}

export async function verdictOf(station: Connected) {
  return valueOf(await station.ask('job.open', { groupingId: station.groupingId })).snapshot
    .printVerdict;
}

export async function queueOf(station: Workstation): Promise<readonly SpoolJobInfo[]> {
  return valueOf(await station.ask('print.queue'));
}

/** The same home, keychain and printers after a restart of the program. */
export async function restarted(station: Connected): Promise<Connected> {
  await station.desk.close();
  const next = await openWorkstation(station.home, station.tokens, { networkTiming });
  const { sandbox, home, groupingId, close } = station;
  const closeDesk = next.close;
  return Object.assign(next, {
    sandbox,
    home,
    groupingId,
    close: async () => {
      await closeDesk();
      await close();
    },
  });
}

/** Returns the text of a sandbox label's QR code, by which a test tells labels apart. */
export function nameOn(zpl: string): string | null {
  return /\^FDMA,([^|^]+\|\d{8}\|\d+)/.exec(zpl)?.[1] ?? null;
}

/** The names that the labels of a grouping must have, in list order. */
export async function namesOf(
  station: Connected,
  groupingId = station.groupingId,
): Promise<string[]> {
  const { snapshot } = valueOf(await station.ask('job.open', { groupingId }));
  return snapshot.shipments.map(({ shipment }) => {
    const tracking = shipment.logistics?.trackingCode ?? '';
    const code = tracking === '' ? `EXP${shipment.id}` : tracking;
    return `${code}|${(shipment.recipient?.address?.postalCode ?? '').replace('-', '')}|${snapshot.grouping.identification}`;
  });
}

/**
 * Draws a page as the number of the shipment that its text names, in bits: this is fast, and a test
 * reads the numbers back to tell 300 labels apart.
 */
export function numberRasteriser(): Rasterise {
  const files = new Map<string, Promise<readonly string[]>>();
  return async (path, page) => {
    const pages = files.get(path) ?? textOfPages(path);
    files.set(path, pages);
    const text = (await pages)[page - 1];
    if (text === undefined) return null;
    const number = Number(/Expedição (\d+)/.exec(text)?.[1]);
    const gray = Uint8Array.from({ length: numberBits }, (_, bit) =>
      (number / 2 ** (31 - bit)) & 1 ? 0 : 255,
    );
    return { width: numberBits, height: 1, gray };
  };
}

const numberBits = 32;

async function textOfPages(path: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', path, '-'], {
    maxBuffer: 1 << 26,
  });
  // Each page ends with a form feed.
  return stdout.split('\f').slice(0, -1);
}

/** Returns the number that such a label shows. */
export function numberOn(zpl: string): number {
  const field = /\^GFA,4,4,4,([^^]*)/.exec(zpl)?.[1] ?? '';
  return Buffer.from(unpackRuns(field, numberBits / 8).bytes).readUInt32BE(0);
}
