import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { startNetworkPrinter, type SimulatedPrinter } from '../../support/network-printer.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';

/**
 * A packer with a label printer on the network: chosen, out of paper, jammed, and the day ended all
 * the same.
 */
let station: Station;
/** Has labels in ZPL. */
let erp: FaultySandbox;
/** The grouping that is open. */
let id: number;
let printer: SimulatedPrinter;
/** Called by the printer after each label, with their number. */
let onLabel: (printed: number) => void = () => undefined;
beforeAll(async () => {
  station = await Station.start();
  erp = await station.erp({ groupings: 3, formats: ['zpl'] });
  printer = await startNetworkPrinter({ labelMs: 60, onLabel: (printed) => onLabel(printed) });
});
beforeEach(async () => {
  printer.set({ paperOut: false, headOpen: false });
  printer.forget();
  await setUp({
    printer: 'PDF',
    networkPrinters: [{ name: 'Zebra doca 1', host: '127.0.0.1', port: printer.port }],
    printerDpi: { 'Zebra doca 1': 203 },
    routes: { byPaper: {}, zpl: 'Zebra doca 1' },
  });
});
afterAll(async () => {
  await station.close();
  await printer.close();
});
afterEach(async () => {
  onLabel = () => undefined;
  await station.expectQuiet();
});

async function setUp(change: Partial<Settings>): Promise<void> {
  expect(await ask(station.page, 'settings.change', { change })).toMatchObject({ ok: true });
}

async function snapshot(): Promise<JobSnapshot> {
  const open = await ask(station.page, 'job.open', { groupingId: id });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot;
}
async function timesPrinted(): Promise<readonly number[]> {
  return (await snapshot()).shipments.map(({ label }) => label.timesPrinted);
}
const filesPrinted = (): number =>
  readdirSync(join(station.app.home, 'Documents'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.pdf')).length;

async function spoolJobsSent(): Promise<number> {
  const jobs = await ask(station.page, 'print.queue');
  if (!jobs.ok) throw new Error(jobs.fault.kind);
  return jobs.value.length;
}

const queue = () => station.page.getByRole('complementary', { name: 'Fila de impressão' });
/** Every screen shows a printer that has stopped, or that has failed since a packer last looked. */
const trouble = () => station.page.getByRole('region', { name: 'Impressora parada' });
const troubleWords = async (): Promise<string> => (await trouble().allInnerTexts()).join();
const plan = () => station.page.locator('.plan li').allInnerTexts();

/** Opens a new grouping on its Print screen. */
async function openLabels(shipments: number): Promise<void> {
  id = station.take(erp, shipments);
  await station.open(id);
  await station.openPrint(`Imprimir ${shipments} etiquetas`);
}

describe('setting up', () => {
  it('adds a network printer, with objections at their fields and its state in words', async () => {
    const { page } = station;
    await setUp({ networkPrinters: [], printerDpi: {}, routes: { byPaper: {}, zpl: null } });
    await station.go('#/settings/printing');
    const host = page.getByLabel('Endereço (IP ou nome)');
    await host.fill('http://127.0.0.1');
    await station.button('Adicionar impressora').press('Enter');
    await station.text('Dê um nome, por exemplo o da bancada.');
    await station.text(/sem http:\/\/ e sem porta/);
    expect(await host.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('network-name');

    await page.getByLabel('Nome', { exact: true }).fill('Zebra doca 1');
    await host.fill('127.0.0.1');
    await page.getByLabel('Porta').fill('1');
    await station.button('Testar a conexão').press('Enter');
    await station.text('Ninguém responde neste endereço.');
    await page.getByLabel('Porta').fill(String(printer.port));
    printer.set({ paperOut: true });
    await station.button('Testar a conexão').press('Enter');
    await station.text('Parada: sem papel');
    printer.set({ paperOut: false });
    await station.button('Testar a conexão').press('Enter');
    await station.text('Pronta');
    await station.button('Adicionar impressora').press('Enter');
    await station.button('Remover: Zebra doca 1').waitFor();
    await page.getByLabel('Que vêm em ZPL').selectOption('Zebra doca 1');
    await expect
      .poll(async () => {
        const settings = await ask(page, 'settings.get');
        return settings.ok ? settings.value : null;
      })
      .toMatchObject({
        routes: { byPaper: {}, zpl: 'Zebra doca 1' },
        networkPrinters: [{ name: 'Zebra doca 1', host: '127.0.0.1', port: printer.port }],
        printerDpi: { 'Zebra doca 1': 203 },
      });
  });
});

describe('a stopped printer', () => {
  it('is shown on every screen, with the remedy and the printed labels, and the print resumes afterwards', async () => {
    const { page } = station;
    await openLabels(8);
    onLabel = (printed) => {
      if (printed === 6) printer.set({ paperOut: true });
    };
    await station.press('Imprimir 8 etiquetas');
    await expect.poll(troubleWords).toMatch(/Zebra doca 1: sem papel/);
    // Six are printed. By its own count, the printer may only have drawn three of the eight.
    const waiting = page.locator('button.primary[aria-disabled=true]');
    await expect.poll(() => waiting.innerText()).toContain('5 de 8 no papel');
    const track = page.getByRole('navigation', { name: 'Passos' }).getByRole('link');
    await expect.poll(() => track.nth(1).innerText()).toContain('5/8');
    await page.keyboard.press('F6');
    await station.on('check');
    await expect.poll(troubleWords).toMatch(/Zebra doca 1: sem papel/);
    await page.keyboard.press('F5');
    const line = queue().getByRole('listitem').first();
    await line.getByText('Parada', { exact: true }).waitFor();
    await line.getByText(/^Sem papel\. Ponha etiquetas e feche a tampa/).waitFor();
    await line.getByText('5 de 8 no papel com certeza · 3 a caminho').waitFor();
    expect(await line.innerText()).toMatch(/8 etiquetas, nº 1–8/);
    expect((await snapshot()).printProgress).toEqual({ printed: 5, of: 8 });
    onLabel = (printed) => {
      if (printed === 7) printer.set({ headOpen: true });
    };
    const saidAtMs = performance.now();
    printer.set({ paperOut: false });
    // The next problem replaces the last: a solved one is gone within a second.
    await expect.poll(troubleWords, { interval: 20 }).not.toMatch(/sem papel/);
    expect(performance.now() - saidAtMs).toBeLessThan(1000);
    await expect.poll(troubleWords).toMatch(/Zebra doca 1: tampa aberta/);
    printer.set({ headOpen: false });
    await queue().getByText('Nada está sendo impresso.').waitFor();
    await page.keyboard.press('F5');
    await expect.poll(timesPrinted).toEqual(Array.from({ length: 8 }, () => 1));
    expect(printer.paper).toHaveLength(8);
    await expect.poll(() => trouble().count()).toBe(0);
  });

  it('ends a print that is cancelled in the queue, and shows which labels are on paper', async () => {
    await openLabels(4);
    onLabel = (printed) => {
      if (printed === 2) printer.set({ headOpen: true });
    };
    await station.press('Imprimir 4 etiquetas');
    await expect.poll(troubleWords).toMatch(/Zebra doca 1: tampa aberta/);
    await station.page.keyboard.press('F5');
    await queue()
      .getByText(/^Tampa aberta\./)
      .waitFor();
    await station.button('Cancelar: Zebra doca 1').press('Enter');
    await queue().getByText('Nada está sendo impresso.').waitFor();
    await station.page.keyboard.press('Escape');
    const verdict = (await snapshot()).printVerdict;
    expect(verdict).not.toBeNull();
    // Closed again, it may still print the labels in its memory: only those are uncertain.
    printer.set({ headOpen: false });
    await station.next('Responder: saiu no papel?');
    await station.button(/^Sim, sa/).press('Enter');
    await expect.poll(async () => (await snapshot()).printVerdict?.perhaps ?? []).toEqual([]);
  });
});

describe('a print that breaks in the middle', () => {
  it('ends in a true statement, one question, the rest, a reprint from here and a concluded grouping', async () => {
    const { page } = station;
    await openLabels(18);
    onLabel = (printed) => {
      if (printed === 5) printer.powerOff();
    };
    await station.press('Imprimir 18 etiquetas');
    await station.text(/\d+ no papel com certeza, \d+ talvez, \d+ não\./);
    const { printVerdict } = await snapshot();
    const { printed, perhaps, not } = printVerdict!;
    expect(printed.length + perhaps.length + not.length).toBe(18);
    // Five are on paper: no more are sure, and no fewer are possible.
    expect(printed.length).toBeLessThanOrEqual(5);
    expect(printed.length + perhaps.length).toBeGreaterThanOrEqual(5);
    expect(not.length).toBeGreaterThan(0);
    await station.text(
      `${printed.length} no papel com certeza, ${perhaps.length} talvez, ${not.length} não.`,
    );
    await page.getByText('Ver quais').click();
    const last = (await snapshot()).shipments.at(-1)!;
    await page
      .getByRole('region', { name: 'Ver quais' })
      .getByText(last.shipment.recipient!.name!)
      .waitFor();
    // The failure shows in the bar until the packer has looked at the queue.
    await expect.poll(troubleWords).toMatch(/Zebra doca 1/);
    await page.keyboard.press('F5');
    await queue().getByText(`${printed.length} no papel com certeza`).first().waitFor();
    await page.keyboard.press('F5');
    await expect.poll(() => trouble().count()).toBe(0);

    await station.press('Responder: saiu no papel?');
    await station.button(/^Não sa/).press('Enter');
    const rest = perhaps.length + not.length;
    printer.forget();
    onLabel = () => undefined;
    await station.button(`Imprimir as ${rest} que faltaram`).press('Enter');
    // No label is sent before the primary button is pressed.
    await station.next(`Imprimir ${rest} etiquetas`);
    expect(printer.paper).toHaveLength(0);
    await station.press(`Imprimir ${rest} etiquetas`);
    await station.next('Conferir 18 expedições');
    expect(printer.paper).toHaveLength(rest);
    expect(await timesPrinted()).toEqual(Array.from({ length: 18 }, () => 1));

    printer.forget();
    await page.keyboard.press('Escape');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    for (let row = 0; row < 14; row += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Shift+P');
    await station.on('print');
    await station.next('Imprimir de novo 4 etiquetas');
    expect(await page.getByRole('radio', { name: /^Selecionadas/ }).isChecked()).toBe(true);
    await station.press('Imprimir de novo 4 etiquetas');
    await expect.poll(timesPrinted).toEqual([...Array.from({ length: 14 }, () => 1), 2, 2, 2, 2]);
    expect(printer.paper).toHaveLength(4);

    // The same four were the last spool job.
    await page.keyboard.press('Control+r');
    await station.next('Imprimir de novo 4 etiquetas');
    await page.keyboard.press('F7');
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: /Reimpressa\s+impressão \d+/ })
          .count(),
      )
      .toBe(4);

    const { shipments } = await snapshot();
    for (const { shipment } of shipments) {
      await ask(page, 'check.scan', { groupingId: id, code: String(shipment.invoice!.number) });
    }
    await station.go(`#/conclude/${id}`);
    await station.press('Concluir agrupamento', 'conclude');
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
  });
});

describe('printing by label kind', () => {
  it('asks for the missing printer, shows the printer of every label, and prints there', async () => {
    const { page } = station;
    await setUp({ printer: null });
    const { firstGroupingId } = await station.erp({ shipments: 8, formats: ['pdf', 'zpl'] });
    const filesBefore = filesPrinted();
    const sentBefore = await spoolJobsSent();
    await station.open(firstGroupingId);
    await station.press('Imprimir 8 etiquetas');
    await station.on('print');
    await station.text(/^4 etiquetas sem impressora/);
    await station.press('Escolher a impressora', 'print');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe('unrouted-printer');
    await page.getByLabel('Escolher a impressora').selectOption('PDF');
    await station.next('Imprimir 8 etiquetas');
    expect(await page.getByLabel('Impressora', { exact: true }).inputValue()).toBe('');
    // The two printers take turns, label by label, and each has one print job all the same.
    await expect
      .poll(async () => (await plan()).map((line) => line.replace(/\s+/g, ' ')))
      .toEqual([
        expect.stringMatching(/^4 etiquetas 100 × 150 mm PDF$/),
        expect.stringMatching(/^4 etiquetas 100 × 150 mm Zebra doca 1 \(ZPL\)$/),
      ]);
    await station.press('Imprimir 8 etiquetas');
    await station.next('Conferir 8 expedições');
    expect(printer.paper).toHaveLength(4);
    expect(filesPrinted() - filesBefore).toBe(1);

    await page.keyboard.press('F5');
    await queue().getByText('Nada está sendo impresso.').waitFor();
    await expect.poll(() => queue().getByRole('listitem').count()).toBe(sentBefore + 2);
    // A finished print needs no count of the labels on paper.
    const mine = (await queue().getByRole('listitem').allInnerTexts()).slice(0, 2);
    for (const words of mine)
      expect(words).toMatch(/(?:Impressa|Salva em PDF)[\s\S]*4 etiquetas, nº \d, \d, \d, \d/);
    expect(mine.join()).not.toContain('no papel com certeza');
    await page.keyboard.press('Escape');
    await expect.poll(() => queue().count()).toBe(0);
  });
});

describe('a printer that speaks only ZPL', () => {
  it('gets PDF labels drawn, each as wide and as long as its paper', async () => {
    const { page } = station;
    const { firstGroupingId } = await station.erp({ shipments: 2 });
    await station.open(firstGroupingId);
    await station.openPrint('Imprimir 2 etiquetas');
    await page.getByLabel('Impressora', { exact: true }).selectOption('Zebra doca 1');
    await expect
      .poll(async () => (await plan()).map((line) => line.replace(/\s+/g, ' ')))
      .toEqual([expect.stringMatching(/Zebra doca 1 \(.*desenhad/)]);
    await station.press('Imprimir 2 etiquetas', 'print');
    await station.next('Conferir 2 expedições');
    expect(printer.paper).toHaveLength(2);
    for (const label of printer.paper)
      expect(label).toMatch(/^\^XA[^]*\^PW800\^LL1200\^FO0,0\^GFA[^]*\^XZ$/);
    expect(new Set(printer.paper).size).toBe(2);
  });
});
