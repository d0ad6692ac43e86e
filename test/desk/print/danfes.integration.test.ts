import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { afterEach, expect, it } from 'vitest';
import { failed, fault, ok } from '../../../src/shared/index.ts';
import type { Printer, PrintSystem } from '../../../src/main/printing/index.ts';
import type { SandboxOptions } from '../../../src/training-erp/index.ts';
import { FakePrinter } from '../../dispatch/support/fakes.ts';
import { connectedWorkstation } from '../support/harness.ts';
import { change, collected, print } from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

let station: Connected;
afterEach(() => station.close());

/** A desk with an office printer that says how many pages each print had. */
async function start(options: SandboxOptions = {}) {
  const pages: number[] = [];
  const laser = new FakePrinter('Laser');
  const open = (): Printer => {
    const printer = Object.create(laser) as Printer;
    return Object.assign(printer, {
      print: async (...args: Parameters<Printer['print']>) => {
        pages.push((await PDFDocument.load(await readFile(args[0].path))).getPageCount());
        return laser.outcomes.length > 0 ? laser.print(...args) : ok('done' as const);
      },
    });
  };
  const described = { info: null, kind: 'system', isDefault: false, state: 'ready', conditions: [], reason: null };
  const printSystem = {
    list: () =>
      Promise.resolve(ok([{ ...described, name: 'Laser', accepts: ['pdf'], papers: [], anyPaper: false } as const])),
    open,
  } as unknown as PrintSystem;
  station = await connectedWorkstation({ contractOnly: false, shipments: 3, ...options }, { printSystem });
  await collected(station);
  const links = (): number => station.sandbox.requests.filter(({ path }) => path.endsWith('/link')).length;
  const notices = (): readonly unknown[] =>
    station.events.filter(({ channel }) => channel === 'app.notice').map(({ payload }) => payload);
  return { pages, laser, links, notices };
}

it('prints no paper of an invoice, and asks for none, where no printer is set for them', async () => {
  const { pages, links } = await start();
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  expect([pages, links()]).toEqual([[], 0]);
});

it('prints them once, with the labels that come out for the first time', async () => {
  const { pages, links, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'PDF' }, [1, 2])).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2]);
  // Again with the third: the first two have theirs.
  expect((await print(station, { printer: 'PDF' }, [1, 3])).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2, 1]);
  expect(links()).toBe(3);
  expect(notices()).toEqual([]);
});

it('says so where the service gives none, or not all of them, and prints the others', async () => {
  const { pages, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  station.sandbox.inject({ on: 'link-da-nota', times: 1, fault: { type: 'status', status: 400 } });
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2]);
  await expect.poll(notices).toMatchObject([{ kind: 'danfe-missing', detail: '1 without' }]);
});

it('says so where the service is the contract’s and no more, or the printer does not print', async () => {
  const { pages, notices } = await start({ contractOnly: true });
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'PDF' }, [1, 1])).ok).toBe(true);
  await expect.poll(notices).toMatchObject([{ kind: 'danfe-missing' }]);
  await change(station, { danfePrinter: 'Gone' });
  expect((await print(station, { printer: 'PDF' }, [2, 2])).ok).toBe(true);
  await expect.poll(notices).toMatchObject([{ kind: 'danfe-missing' }, { kind: 'printer-unavailable' }]);
  expect(pages).toEqual([]);
});

it('tells of a print of them that broke, and the labels stay printed', async () => {
  const { laser, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  laser.outcomes = [failed(fault('print-failed', { detail: 'jam' }))];
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  await expect.poll(notices).toMatchObject([{ kind: 'print-failed' }]);
});
