import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/main/os/clock.ts';
import { manualClock } from '../desk/support/manual-clock.ts';
import { Printers } from '../../src/main/printing/index.ts';
import type {
  NetworkPrinters,
  PrintSystem,
  Printer,
  PrinterDescription,
  PrinterSetup,
  PrintersOptions,
} from '../../src/main/printing/index.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';

const printer = (name: string): Printer => ({ name, print: () => Promise.resolve(ok('done')) });

const described = (name: string, more: Partial<PrinterDescription> = {}): PrinterDescription => ({
  name,
  kind: 'system',
  isDefault: false,
  accepts: ['pdf'],
  state: 'ready',
  conditions: [],
  reason: null,
  ...more,
});

function systemWith(listed: readonly PrinterDescription[], more: Partial<PrintSystem> = {}) {
  const asked = { lists: 0 };
  const system: PrintSystem = {
    list: () => {
      asked.lists += 1;
      return Promise.resolve(ok([...listed]));
    },
    open: printer,
    ...more,
  };
  return { system, asked };
}

const network: NetworkPrinters = {
  at: ({ name, host }) => ({
    ...printer(name),
    describe: () =>
      Promise.resolve(
        described(name, {
          kind: 'network',
          accepts: ['zpl'],
          ...(host === 'nobody'
            ? { state: 'unknown', conditions: ['offline'], reason: 'ECONNREFUSED' }
            : {}),
        }),
      ),
  }),
};

function workstation(
  options: Partial<PrintersOptions> & { readonly set?: Partial<PrinterSetup> } = {},
) {
  const { set = {}, ...more } = options;
  return new Printers({
    file: printer('PDF'),
    system: null,
    network,
    setup: () => ({ networkPrinters: [], printerDpi: {}, ...set }),
    rasterise: () => Promise.resolve(null),
    spillDir: '/nowhere',
    clock: systemClock,
    ...more,
  });
}

const zebra = { name: 'Zebra', host: '10.0.0.9', port: 9100 };

describe('the printers of a workstation', () => {
  it('are each listed once, Doca’s own first, with their formats', async () => {
    const { system } = systemWith([described('Zebra'), described('Laser')]);
    const list = await workstation({ system, set: { networkPrinters: [zebra] } }).list();
    expect(list.map(({ name, kind, accepts }) => [name, kind, accepts])).toEqual([
      ['PDF', 'file', ['pdf', 'zpl']],
      ['Zebra', 'network', ['zpl']],
      ['Laser', 'system', ['pdf']],
    ]);
  });

  it('get PDF if they take it, and drawn ZPL if they take nothing else', async () => {
    const { system } = systemWith([described('Laser'), described('Raw', { accepts: ['zpl'] })]);
    const options = {
      system,
      set: { networkPrinters: [zebra], printerDpi: { Zebra: 300 } },
    } as const;
    const printers = workstation(options);
    const languages = await Promise.all(
      ['PDF', 'Zebra', 'Laser', 'Raw'].map(async (name) => {
        const found = await printers.find(name);
        return found.ok
          ? [found.value.whole, found.value.language, found.value.dpi]
          : found.fault.kind;
      }),
    );
    expect(languages).toEqual([
      [true, 'pdf', 203],
      [false, 'zpl', 300],
      [false, 'pdf', 203],
      [false, 'zpl', 203],
    ]);
  });

  it('follow the settings from one print to the next', async () => {
    let set: PrinterSetup = { networkPrinters: [zebra], printerDpi: {} };
    const printers = workstation({ setup: () => set });
    const before = await printers.find('Zebra');
    set = {
      networkPrinters: [{ ...zebra, name: 'Dock 3' }],
      printerDpi: { 'Dock 3': 600 },
    };
    expect(
      before.ok && (await before.value.printer.print({ path: '/x', kind: 'zpl', title: 'x' })).ok,
    ).toBe(true);
    expect(await printers.find('Zebra')).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(await printers.find('Dock 3')).toMatchObject({
      ok: true,
      value: { dpi: 600 },
    });
  });

  it('are searched for in the system once for consecutive prints, and again for a new one', async () => {
    const listed = [described('Laser')];
    const { system, asked } = systemWith(listed);
    const printers = workstation({ system });
    await printers.list();
    expect((await printers.find('Laser')).ok).toBe(true);
    expect((await printers.find('Laser')).ok).toBe(true);
    expect(asked.lists).toBe(1);
    expect(await printers.find('New')).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    listed.push(described('New'));
    expect((await printers.find('New')).ok).toBe(true);
    expect(asked.lists).toBe(3);
    const fresh = workstation({ system });
    await Promise.all([fresh.find('Laser'), fresh.find('New'), fresh.list()]);
    expect(asked.lists).toBe(4);
  });

  it('are asked again after a late answer, and after half a minute, whatever the clock says', async () => {
    const listed = [described('Raw', { state: 'unknown' })];
    const { system, asked } = systemWith(listed);
    const clock = manualClock();
    const printers = workstation({ system, clock });
    await printers.list();
    listed[0] = described('Raw', { accepts: ['zpl'] });
    expect(await printers.find('Raw')).toMatchObject({ value: { language: 'zpl' } });
    expect(asked.lists).toBe(2);
    await clock.advance(60_000);
    clock.set(1_000_000);
    await printers.find('Raw');
    expect(asked.lists).toBe(3);
  });

  it('are there without a print service, and usable if it does not list them', async () => {
    const { system: gone } = systemWith([], {
      list: () => Promise.resolve(failed(fault('printer-unavailable', { reached: 'no' }))),
    });
    expect(await workstation({ system: gone }).list()).toHaveLength(1);
    expect(await workstation({ system: gone }).find('Laser')).toMatchObject({
      ok: true,
      value: { language: 'pdf' },
    });
    expect(await workstation().list()).toHaveLength(1);
    expect(await workstation().find('Laser')).toMatchObject({
      fault: { kind: 'printer-unavailable' },
    });
  });

  it('have names that no other printer can have', async () => {
    const { system } = systemWith([described('Laser')]);
    const printers = workstation({ system, set: { networkPrinters: [zebra] } });
    expect(
      await Promise.all(['laser', 'pdf', 'Zebra', 'Dock 3'].map((name) => printers.isTaken(name))),
    ).toEqual([true, true, false, false]);
  });

  it('are queried at an address, under their name if they have one', async () => {
    const printers = workstation({ set: { networkPrinters: [zebra] } });
    expect(await printers.probe('10.0.0.9', 9100)).toMatchObject({
      ok: true,
      value: { name: 'Zebra' },
    });
    expect(await printers.probe('10.0.0.9', 6101)).toMatchObject({
      ok: true,
      value: { name: '10.0.0.9:6101' },
    });
    expect(await printers.probe('nobody', 9100)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'ECONNREFUSED' },
    });
  });

  it('are resumed if the system can', async () => {
    const resumed: string[] = [];
    const resume = (name: string) => {
      resumed.push(name);
      return Promise.resolve(ok());
    };
    const standing = described('Laser', { state: 'stopped', conditions: ['paused'] });
    const set = { networkPrinters: [zebra] };
    const printers = workstation({
      system: systemWith([standing, described('Zebra', standing)], { resume }).system,
      set,
    });
    expect(
      await Promise.all(['Laser', 'Zebra', 'PDF'].map((name) => printers.isPaused(name))),
    ).toEqual([true, false, false]);
    expect(await printers.resume('Laser')).toEqual({ ok: true, value: undefined });
    for (const name of ['Zebra', 'PDF'])
      expect(await printers.resume(name)).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(resumed).toEqual(['Laser']);
    const unable = workstation({ system: systemWith([standing]).system });
    expect(await unable.isPaused('Laser')).toBe(false);
    expect(await unable.resume('Laser')).toMatchObject({ fault: { kind: 'printer-unavailable' } });
  });
});
