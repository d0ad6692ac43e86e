import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PDFDocument } from 'pdf-lib';
import { afterEach, expect, it } from 'vitest';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { Printer, PrintSystem, Rasterise } from '../../../src/main/printing/index.ts';
import { answerBytes, answerJson } from '../../../src/training-erp/http/answers.ts';
import type { Answer, Delivery } from '../../../src/training-erp/http/answers.ts';
import type { PendingRequest } from '../../../src/training-erp/index.ts';
import { FakePrinter } from '../../dispatch/support/fakes.ts';
import { describeWithTools } from '../../support/tools.ts';
import { connectedWorkstation, valueOf } from '../support/harness.ts';
import { change, collected, labelsOf, print } from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

let station: Connected;
afterEach(() => station.close());

/** A service whose link to an invoice leads to a DANFE of one page, whatever its content. */
async function writePaper(): Promise<Delivery> {
  const document = await PDFDocument.create();
  document.addPage().drawText('DANFE');
  return { answer: answerBytes(200, await document.save(), { 'Content-Type': 'application/pdf' }) };
}

const givePaper = ({ endpoint, label }: PendingRequest): Promise<Delivery> | null =>
  endpoint === 'label-file' && label === null ? writePaper() : null;

/** The answer with an invoice's XML, otherwise. */
async function alter(
  answering: Promise<Answer>,
  change: (xml: string) => object,
): Promise<Delivery> {
  const answer = await answering;
  const { xmlNfe } = JSON.parse(Buffer.from(answer.body).toString()) as { readonly xmlNfe: string };
  return { answer: answerJson(200, change(xmlNfe)) };
}

/** Starts a desk with an office printer that records the number of pages of each print. */
async function start(
  options: Parameters<typeof connectedWorkstation>[0] = {},
  more: Parameters<typeof connectedWorkstation>[1] = {},
) {
  const pages: number[] = [];
  const files: Buffer[] = [];
  const laser = new FakePrinter('Laser');
  const open = (): Printer => {
    const printer = Object.create(laser) as Printer;
    return Object.assign(printer, {
      print: async (...args: Parameters<Printer['print']>) => {
        const file = await readFile(args[0].path);
        files.push(file);
        if (args[0].kind === 'pdf') pages.push((await PDFDocument.load(file)).getPageCount());
        return laser.outcomes.length > 0 ? laser.print(...args) : ok('done' as const);
      },
    });
  };
  const described = {
    kind: 'system',
    isDefault: false,
    state: 'ready',
    conditions: [],
    reason: null,
  };
  const printSystem = {
    list: () =>
      Promise.resolve(
        ok([
          { ...described, name: 'Laser', accepts: ['pdf'] } as const,
          { ...described, name: 'Zebra', accepts: ['zpl'] } as const,
        ]),
      ),
    open,
  } as unknown as PrintSystem;
  station = await connectedWorkstation(
    { contractOnly: false, shipments: 3, watch: givePaper, ...options },
    { ...more, printSystem },
  );
  await collected(station);
  const links = (): number =>
    station.sandbox.requests.filter(({ path }) => path.endsWith('/link')).length;
  const notices = (): readonly unknown[] =>
    station.events.filter(({ channel }) => channel === 'app.notice').map(({ payload }) => payload);
  return { pages, files, laser, links, notices };
}

it('does not print DANFEs, and requests none, without a printer for them', async () => {
  const { pages, links } = await start();
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  expect([pages, links(), countXmls()]).toEqual([[], 0, 0]);
});

it('prints them once, with the labels that come out for the first time', async () => {
  const { pages, links, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'PDF' }, [1, 2])).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2]);
  // By their places the queue tells them from a manifest.
  expect(valueOf(await station.ask('print.queue'))).toMatchObject([
    { printer: 'Laser', labels: 0, places: [{ from: 1, to: 2 }] },
    { printer: 'PDF' },
  ]);
  // Again with the third: the first two have theirs.
  expect((await print(station, { printer: 'PDF' }, [1, 3])).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2, 1]);
  expect(links()).toBe(3);
  expect(notices()).toEqual([]);
});

it('reports missing ones, and prints the others', async () => {
  const { pages, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  for (const on of ['link-da-nota', 'xml-da-nota'] as const)
    station.sandbox.inject({ on, times: 1, fault: { type: 'status', status: 400 } });
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2]);
  await expect.poll(notices).toMatchObject([{ kind: 'danfe-missing', detail: '1 without' }]);
});

/**
 * As the service answers its users (field notes): the link is a page with a viewer, and the
 * invoice's XML is there.
 */
const onlyXml = { watch: () => null };

const countXmls = (): number =>
  station.sandbox.requests.filter(({ path }) => path.endsWith('/xml')).length;

it('draws them from the XML if the link leads to a page, and asks for no link again', async () => {
  const { pages, links, notices } = await start(onlyXml);
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'PDF' }, [1, 2])).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2]);
  expect((await print(station, { printer: 'PDF' }, [3, 3])).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2, 1]);
  expect([links(), countXmls(), notices()]).toEqual([1, 3, []]);
  // Nothing of the invoices is left beside the labels.
  const leftovers = () =>
    readdirSync(join(station.dataDir, 'prints')).filter((name) => name.includes('.part'));
  await expect.poll(leftovers).toEqual([]);
});

it('prints them as pictures on a label printer without driver', async () => {
  const gray = new Uint8Array(64);
  const rasterise: Rasterise = (_, page) =>
    Promise.resolve(page === 1 ? { width: 8, height: 8, gray } : null);
  const { files, notices } = await start(onlyXml, { rasterise });
  await change(station, { danfePrinter: 'Zebra' });
  expect((await print(station, { printer: 'PDF' }, [1, 1])).ok).toBe(true);
  await expect.poll(() => files.length).toBe(1);
  expect(files[0]?.toString('latin1')).toMatch(/^\^XA.*\^GF.*\^XZ/s);
  expect(notices()).toEqual([]);
});

it.each<[string, (xml: string) => object, string]>([
  ['was cancelled', (xmlNfe) => ({ xmlNfe, xmlCancelamento: '<procEventoNFe/>' }), 'cancelled'],
  ['was denied', (xml) => ({ xmlNfe: xml.replace('<cStat>100', '<cStat>110') }), 'cStat 110'],
  ['is hostile', (xml) => ({ xmlNfe: xml.replace('?>', '?><!DOCTYPE a>') }), 'DOCTYPE'],
])('prints none for an invoice that %s, and says so', async (_, altered, detail) => {
  const { pages, notices } = await start({
    watch: ({ endpoint, work }) => (endpoint === 'xml-da-nota' ? alter(work(), altered) : null),
  });
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'PDF' }, [1, 1])).ok).toBe(true);
  await expect.poll(notices).toMatchObject([{ kind: 'danfe-refused', detail }]);
  expect(pages).toEqual([]);
});

it('reports it if the service has only the contract, or the printer fails', async () => {
  const { pages, notices } = await start({ contractOnly: true });
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'PDF' }, [1, 1])).ok).toBe(true);
  await expect.poll(notices).toMatchObject([{ kind: 'danfe-missing' }]);
  await change(station, { danfePrinter: 'Gone' });
  expect((await print(station, { printer: 'PDF' }, [2, 2])).ok).toBe(true);
  await expect
    .poll(notices)
    .toMatchObject([{ kind: 'danfe-missing' }, { kind: 'printer-unavailable' }]);
  expect(pages).toEqual([]);
});

it('reports a failed print of them, and the labels stay printed', async () => {
  const { laser, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  laser.outcomes = [failed(fault('print-failed', { reached: 'no', detail: 'jam' }))];
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  await expect.poll(notices).toMatchObject([{ kind: 'print-failed' }]);
});

it('stand against what would end their print, in words, while their printer stands', async () => {
  const { laser, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  const paper = Promise.withResolvers<undefined>();
  laser.outcomes = [ok('done')];
  laser.during = () => paper.promise;
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  await expect.poll(() => laser.printed).toHaveLength(1);
  expect(await station.ask('training.start')).toMatchObject({ fault: { kind: 'printing-now' } });
  // Meanwhile the desk works.
  expect(valueOf(await station.ask('desk.list')).unfinished).toHaveLength(1);
  paper.resolve(undefined);
  await expect.poll(async () => (await station.ask('training.start')).ok).toBe(true);
  expect(notices()).toEqual([]);
});

it('come out in their turn, though other work was cancelled while they waited', async () => {
  const { laser, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  const paper = Promise.withResolvers<undefined>();
  laser.outcomes = [ok('done'), ok('done')];
  laser.during = () => paper.promise;
  expect((await print(station, { printer: 'PDF' }, [1, 1])).ok).toBe(true);
  await expect.poll(() => laser.printed).toHaveLength(1);
  expect((await print(station, { printer: 'PDF' }, [2, 2])).ok).toBe(true);
  valueOf(await station.ask('job.cancel', { groupingId: station.groupingId }));
  paper.resolve(undefined);
  await expect.poll(() => laser.printed).toHaveLength(2);
  expect(notices()).toEqual([]);
});

// Nothing of the grouping changes at their end.
it('do not keep the floor away once they are printed, though nothing else happens', async () => {
  const { laser, notices } = await start();
  await change(station, { danfePrinter: 'Laser' });
  laser.outcomes = [ok('done')];
  const paper = Promise.withResolvers<undefined>();
  laser.during = () => paper.promise;
  expect((await print(station, { printer: 'PDF' })).ok).toBe(true);
  await expect.poll(() => laser.printed).toHaveLength(1);
  await change(station, { floorAddress: 'postgres://doca@127.0.0.1:9/doca' });
  await setTimeout(200);
  expect(valueOf(await station.ask('floor.get')).state).toBe('off');
  paper.resolve(undefined);
  await expect.poll(async () => valueOf(await station.ask('floor.get')).state).not.toBe('off');
  expect(notices()).toEqual([]);
});

/** Label and DANFE in one ZPL, as the service's users met it with a marketplace (field notes). */
const shopee = { kinds: ['shopee'], groupings: 0, shipments: 2 } as const;

const countPages = async () =>
  (await labelsOf(station)).map(({ pages, danfes, filePages }) => [pages, danfes, filePages]);

it('prints a paper that came in the ZPL of the label with it, and counts it as no label', async () => {
  const { pages, links, notices } = await start(shopee);
  expect(await countPages()).toEqual([
    [1, 1, 2],
    [1, 1, 2],
  ]);
  expect((await print(station, { printer: 'Laser' })).ok).toBe(true);
  expect([pages, links(), notices()]).toEqual([[4], 0, []]);
});

it('is printed on the printer of DANFEs alone, if one is chosen', async () => {
  const { pages, links, notices } = await start(shopee);
  await change(station, { danfePrinter: 'Laser' });
  expect((await print(station, { printer: 'Laser' })).ok).toBe(true);
  await expect.poll(() => pages).toEqual([2, 2]);
  expect([links(), notices()]).toEqual([0, []]);
});

/** What each page of a PDF says. */
const readPages = (pdf: Buffer): readonly string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    .split('\f')
    .slice(0, -1);

describeWithTools(['pdftotext'], 'behind its label', () => {
  const danfe = 'DANFE SIMPLIFICADO - ETIQUETA';

  it('each is printed if that is switched on, with the label of its invoice', async () => {
    const { files, links, notices } = await start({ formats: ['pdf'] });
    await change(station, { danfeWithLabel: true });
    expect((await print(station, { printer: 'Laser' })).ok).toBe(true);
    const pages = readPages(files[0]!);
    expect(pages.map((page) => page.includes(danfe))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    // The label's own invoice, whose number both show.
    const { snapshot } = valueOf(await station.ask('job.open', { groupingId: station.groupingId }));
    for (const [at, { shipment }] of snapshot.shipments.entries())
      expect(pages[2 * at + 1]).toContain(
        String(shipment.invoice?.number).replace(/(?=...$)/, '.'),
      );
    expect([files.length, links(), countXmls(), notices()]).toEqual([1, 0, 3, []]);
  });

  it('each goes to a ZPL printer as ZPL, between the labels', async () => {
    const { files, notices } = await start({ formats: ['zpl'] });
    await change(station, { danfeWithLabel: true });
    expect((await print(station, { printer: 'Zebra' })).ok).toBe(true);
    const formats = files[0]!.toString('latin1').split('^XA').slice(1);
    expect(formats.map((format) => format.includes(danfe))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(notices()).toEqual([]);
  });

  it('none is, and labels go out alone, if the service has only the contract; nothing is asked twice', async () => {
    const { pages, notices } = await start({ contractOnly: true, formats: ['pdf'] });
    await change(station, { danfeWithLabel: true });
    expect((await print(station, { printer: 'Laser' }, [1, 2])).ok).toBe(true);
    expect((await print(station, { printer: 'Laser' }, [3, 3])).ok).toBe(true);
    expect([pages, countXmls()]).toEqual([[2, 1], 3]);
    await expect
      .poll(notices)
      .toMatchObject([{ kind: 'danfe-missing' }, { kind: 'danfe-missing' }]);
  });
});
