import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { ask } from '../bridge.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { Station } from '../support/station.ts';
import { see } from '../../support/seen.ts';

let station: Station;
let erp: FaultySandbox;
/** The grouping that was taken last. */
let id: number;
beforeAll(async () => {
  station = await Station.start();
  erp = await station.erp({ groupings: 9 });
});
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

/**
 * A new grouping of the ERP for a test, which costs less than an ERP with a label process of its
 * own.
 */
function take(count: number): void {
  id = station.take(erp, count);
}

async function shipments(groupingId = id): Promise<readonly ShipmentSnapshot[]> {
  const open = await ask(station.page, 'job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments;
}

const seen = new Set<string>();
/** The files printed since the last call, or since the test began. */
function takePrinted(): readonly string[] {
  const folder = join(station.app.home, 'Documents');
  const fresh = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.pdf') && !seen.has(path));
  for (const path of fresh) seen.add(path);
  return fresh;
}
beforeEach(() => void takePrinted());

/** Their pages, as their sizes in millimetres. */
async function printedPages(): Promise<readonly string[]> {
  const pages: string[] = [];
  for (const path of takePrinted()) {
    const pdf = await PDFDocument.load(readFileSync(path));
    const mm = (points: number) => Math.round((points / 72) * 25.4);
    pages.push(...pdf.getPages().map((page) => `${mm(page.getWidth())}×${mm(page.getHeight())}`));
  }
  return pages;
}

/** The first, as long as the account has no other records. */
describe('the history', () => {
  it('finds a parcel by tracking code, invoice and recipient, by day and kind, and reprints it from there', async () => {
    const { page } = station;
    take(4);
    await station.print(id);
    const found = (await shipments()).find(
      ({ shipment }) => (shipment.logistics?.trackingCode ?? '') !== '',
    )!;
    const { recipient, invoice, logistics } = found.shipment;
    await page.keyboard.press('F7');
    const rows = page.getByRole('row').filter({ hasText: 'Salva em PDF' });
    await station.text('4 registros');
    const plain = recipient!.name!.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    for (const query of [String(invoice!.number), plain]) {
      await station.field('Procurar').fill(query);
      await station.text('2 registros');
      await expect.poll(() => rows.count()).toBe(1);
    }
    await page.getByLabel('O quê').selectOption('Conferido');
    await station.text('Nada encontrado.');
    await station.button('Mostrar tudo').press('Enter');
    await station.text('4 registros');
    await station.field('Um dia').fill('31/12');
    await station.text('Nada encontrado.');
    await page.getByRole('radio', { name: 'Hoje' }).press('Space');
    await station.text('4 registros');
    await page.getByRole('radio', { name: 'Expedições' }).press('Space');
    await station.text('4 expedições');

    await station.field('Procurar').focus();
    await station.scan(logistics!.trackingCode!);
    await station.text('1 expedição');
    const reprint = rows.getByRole('button');
    await reprint.press('Enter');
    await expect.poll(() => reprint.innerText()).toBe('Imprimir de novo?');
    // A bouncing key does not answer the question: it is asked once, and no further label is
    // printed yet.
    expect((await shipments()).map(({ label }) => label.timesPrinted)).toEqual([1, 1, 1, 1]);
    await expect
      .poll(async () => {
        if ((await reprint.innerText()) === 'Imprimir de novo?') await reprint.press('Enter');
        return page.getByText('Feito de novo.').count();
      })
      .toBe(1);
    expect((await shipments()).map(({ label }) => label.timesPrinted).sort()).toEqual([1, 1, 1, 2]);
    await page.keyboard.press('F5');
    await page
      .getByRole('complementary', { name: 'Fila de impressão' })
      .getByText(/^só nº \d, de novo$/)
      .waitFor();
    await page.keyboard.press('F5');
    await rows.getByRole('link').press('Enter');
    await page.getByRole('complementary', { name: 'Detalhes da expedição' }).waitFor();
  });
});

describe('printing', () => {
  const printed = async () =>
    (await shipments())
      .filter(({ label }) => label.timesPrinted > 0)
      .map(({ position }) => position);

  it('prints a range, then a selection, then the rest', async () => {
    const { page } = station;
    take(9);
    await station.open(id);
    // The label's picture is in sight in the smallest window, and opens to the printer's dots by
    // its key.
    await page.setViewportSize({ width: 911, height: 512 });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    const picture = page.getByRole('img', { name: /Prévia da etiqueta/ });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((found) => found.getBoundingClientRect().bottom))
      .toBeLessThan(440);
    await page.keyboard.press('Control+d');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+d');
    await expect
      .poll(() => page.getByRole('radio', { name: 'Ponto a ponto' }).isChecked())
      .toBe(true);
    // 100 mm at 203 dpi.
    const dots = page.getByRole('dialog').locator('canvas');
    await expect.poll(() => dots.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(799);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1366, height: 768 });
    await station.openPrint('Imprimir 9 etiquetas');
    await page.getByRole('radio', { name: 'Intervalo' }).press('Space');
    await page.getByLabel('Da linha').fill('3');
    await page.getByLabel('até a linha').fill('4');
    await station.press('Imprimir 2 etiquetas');
    await expect.poll(printed).toEqual([3, 4]);
    expect(await printedPages()).toEqual(['100×150', '100×150']);

    await page.keyboard.press('Escape');
    const table = page.getByRole('grid');
    await table.waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Space');
    await station.text('3 selecionadas');
    await station.button('Imprimir estas').press('Enter');
    await station.press('Imprimir 3 etiquetas', 'print');
    await expect.poll(printed).toEqual([1, 2, 3, 4, 9]);

    await station.press('Imprimir 4 etiquetas');
    await page.getByRole('radio', { name: /^A imprimir/ }).waitFor();
    await page.getByRole('radio', { name: /^A imprimir/ }).press('Space');
    await station.press('Imprimir 4 etiquetas', 'print');
    await expect.poll(printed).toHaveLength(9);
  });

  it('shows and prints A4 sheets, from the first free place', async () => {
    const { page } = station;
    take(6);
    await station.open(id);
    await station.openPrint('Imprimir 6 etiquetas');
    await page.getByText('Papel e cópias').click();
    await page.getByRole('radio', { name: 'A4 com 4' }).press('Space');
    await page.getByRole('radio', { name: 'Começar no lugar 3' }).press('Space');
    const preview = page.getByRole('img', { name: 'Prévia das páginas: Página 1 de 2' });
    await preview.waitFor();
    // Two empty places, then labels: the upper half is paper, the lower half is not.
    await expect
      .poll(async () =>
        preview.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const context = canvas.getContext('2d')!;
          const ink = (y: number) =>
            context
              .getImageData(0, y, width, Math.floor(height / 2))
              .data.some((value, at) => at % 4 < 3 && value < 90);
          return [ink(0), ink(Math.floor(height / 2))];
        }),
      )
      .toEqual([false, true]);
    await station.button('Próxima página').press('Enter');
    await page.getByRole('img', { name: 'Prévia das páginas: Página 2 de 2' }).waitFor();
    await station.press('6 etiquetas = 2 folhas');
    await station.next(/^Conferir/);
    expect(await printedPages()).toEqual(['210×297', '210×297']);
    // The next print begins after the end of this one, and the sheet size is remembered.
    await ask(page, 'settings.change', { change: { perSheet: null } });
  });
});

describe('checking', () => {
  it('answers right, wrong, repeated and foreign parcels, and takes the last one back', async () => {
    const { page } = station;
    take(1);
    const other = id;
    take(3);
    await station.print(id);
    const [first, second] = (await shipments()).map(({ shipment }) =>
      String(shipment.invoice!.number),
    );
    await station.open(other);
    const foreign = String((await shipments(other))[0]!.shipment.invoice!.number);
    await station.go(`#/check/${id}`);
    await station.on('check');
    const tone = () => page.locator('.app').getAttribute('data-tone');
    const checked = async () =>
      (await shipments()).filter(({ checkedAtMs }) => checkedAtMs !== null).length;
    const expectAnswer = async (word: string, wanted: string, counter: number) => {
      await station.text(word);
      // The answer comes immediately, the counter with the job's next change.
      await expect.poll(async () => [await tone(), await checked()]).toEqual([wanted, counter]);
    };
    expect(await tone()).toBeNull();
    await station.scan(first!);
    await expectAnswer('Confere', 'good', 1);
    const name = (await shipments())[0]!.shipment.recipient!.name!;
    await expect.poll(() => page.locator('.answer .name').innerText()).toBe(name);
    expect(
      await page.locator('.answer .name').evaluate((one) => getComputedStyle(one).fontSize),
    ).toBe('72px');
    // Descenders are inside their line.
    const lines = await page.locator('.answer .name').evaluate((one) => {
      const { fontSize, lineHeight } = getComputedStyle(one);
      return parseFloat(lineHeight) / parseFloat(fontSize);
    });
    expect(lines).toBeGreaterThanOrEqual(1.2);
    await station.scan('999999');
    await expectAnswer('Não é deste agrupamento', 'bad', 1);
    await station.scan(foreign);
    await expectAnswer('É de outro agrupamento', 'bad', 1);
    // The other grouping's number is the big word.
    await expect.poll(() => page.locator('.answer .name').innerText()).toMatch(/^\d{4}$/);
    await station.scan(first!);
    await expectAnswer('Já conferido', 'plain', 1);
    await station.scan(second!);
    await expectAnswer('Confere', 'good', 2);
    await page.keyboard.press('Control+z');
    await expectAnswer('Conferência desfeita', 'plain', 1);
    expect((await shipments()).map(({ checkedAtMs }) => checkedAtMs !== null)).toEqual([
      true,
      false,
      false,
    ]);
    await station.button('Mostrar os que faltam').press('Enter');
    await station.text('2 de 3 expedições');
  });

  it('takes a word on a scanned code, though the row was chosen in the list before', async () => {
    const { page } = station;
    take(2);
    await station.open(id);
    await expect
      .poll(async () => (await shipments()).map(({ label }) => readState(label)))
      .toEqual(['ready', 'ready']);
    await station.go(`#/check/${id}`);
    await station.on('check');
    // Each has a code of its own.
    await page.getByTitle('É este o volume').first().click();
    await station.text('Leia o código deste volume');
    await station.scan(String((await shipments())[0]!.shipment.invoice!.number));
    await station.text('Etiqueta não impressa');
    await station.countDespite(() => page.keyboard.press('Control+F9'));
    await station.checked(id, 1);
  });

  it('reports if one scan matches several parcels', async () => {
    take(1);
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as {
        expedicoes: { volume: { quantidadeVolumes: number } }[];
      };
      grouping.expedicoes[0]!.volume.quantidadeVolumes = 3;
      return grouping;
    };
    onTestFinished(erp.inject({ on: 'agrupamento', fault: { type: 'mutate', change } }));
    await station.print(id);
    await station.press('Conferir 1 expedição');
    await station.on('check');
    await station.scan(String((await shipments())[0]!.shipment.invoice!.number));
    await station.text('São 3 volumes: confira se estão todos aqui.');
  });
});

describe('the manifest', () => {
  it('is written and opened by the system', async () => {
    take(1);
    await station.open(id);
    await station.takeWayOut();
    expect(await ask(station.page, 'manifest.open', { groupingId: id })).toMatchObject({
      ok: true,
    });
    const [path] = await station.takeWayOut();
    const pdf = await PDFDocument.load(readFileSync(path!));
    expect(pdf.getPageCount()).toBe(1);
  });
});

describe('the printer of the manifest', () => {
  it('prints it with the key of the next step, and opens nothing else', async () => {
    const { page } = station;
    take(1);
    await station.print(id);
    const concluded = {
      groupingId: id,
      beforeLabels: false,
      seen: await see((channel, input) => ask(page, channel, input), id),
    };
    expect(await ask(page, 'job.conclude', concluded)).toMatchObject({ ok: true });
    // The printer of files replaces the office printer.
    expect(
      await ask(page, 'settings.change', { change: { manifestPrinter: 'PDF' } }),
    ).toMatchObject({ ok: true });
    await station.takeWayOut();
    await station.go(`#/conclude/${id}`);
    await station.press('Imprimir romaneio', 'conclude');
    await station.next('Próximo agrupamento');
    expect(await station.takeWayOut()).toEqual([]);
    const files = readdirSync(join(station.app.home, 'Documents'), { recursive: true }).map(String);
    expect(files.filter((name) => /romaneio-\d+-\d{8}-\d{6}\.pdf$/.test(name))).toHaveLength(1);
    await page.keyboard.press('F5');
    await page
      .getByRole('complementary', { name: 'Fila de impressão' })
      .getByText('romaneio')
      .waitFor();
    await page.keyboard.press('F5');
    expect(await ask(page, 'settings.change', { change: { manifestPrinter: null } })).toMatchObject(
      { ok: true },
    );
  });
});

/** More rows than are drawn at a time, and more labels than two spool jobs take. */
describe('a grouping of 120 shipments', () => {
  it('is collected, filtered, sorted and printed', async () => {
    const { page } = station;
    erp = await station.erp({ shipments: 120, groupings: 1 });
    id = erp.firstGroupingId;
    await station.open(id);
    await station.next('Imprimir 120 etiquetas');
    const rows = page.getByRole('row');
    // Only visible rows are drawn.
    expect(await rows.count()).toBeLessThan(40);
    await page.keyboard.press('End');
    await page.locator('.row').filter({ hasText: /^120/ }).waitFor();
    await page.keyboard.press('F3');
    await page.keyboard.type('sao paulo', { delay: 40 });
    const shown = (await shipments()).filter(({ shipment }) =>
      /São Paulo/.test(JSON.stringify(shipment)),
    ).length;
    await station.text(`${shown} de 120 expedições`);
    await page.keyboard.press('Escape');
    await station.text('120 expedições');
    await page
      .getByRole('columnheader', { name: 'Destinatário' })
      .getByRole('button')
      .press('Enter');
    await station.text('A impressão segue esta ordem');
    await station.press('Imprimir 120 etiquetas');
    await station.next('Conferir 120 expedições');
    expect(await printedPages()).toHaveLength(120);
  });

  it('fills the history, which is read to its end, page by page, and saved whole as a table', async () => {
    const { page } = station;
    const ids = (await shipments()).map(({ shipment }) => shipment.id);
    // No table of the grouping is drawn again for each of them.
    await station.go('#/desk');
    await station.field('Leia ou digite o número do agrupamento').waitFor();
    for (const invoice of (await shipments()).map(({ shipment }) =>
      String(shipment.invoice!.number),
    ))
      expect(await ask(page, 'check.scan', { groupingId: id, code: invoice })).toMatchObject({
        ok: true,
      });
    await page.keyboard.press('F7');
    await station.text('240 registros');
    const list = page.getByRole('region', { name: 'Histórico' });
    await list.focus();
    await page.keyboard.press('End');
    await expect.poll(() => list.getByRole('link').count()).toBe(240);
    expect(await station.button(/mostrar mais/).count()).toBe(0);
    await page.getByLabel('O quê').selectOption('Impressa');
    await station.text(`${ids.length} registros`);
    const chooseFile = (name: string) =>
      station.app.evaluate(
        ({ dialog }, filePath) => {
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
        },
        join(station.app.home, name),
      );
    await chooseFile('history.csv');
    await page.keyboard.press('Control+g');
    await station.text('Salvo.');
    const readLines = (name: string) =>
      readFileSync(join(station.app.home, name), 'utf8').split('\r\n');
    const lines = readLines('history.csv');
    expect(lines[0]).toMatch(/^\uFEFFDia;Hora;O quê;Agrupamento;/);
    expect(lines).toHaveLength(ids.length + 2);
    expect(lines[1]).toMatch(/^\d\d\/\d\d\/\d{4};\d\d:\d\d;Salva em PDF;\d+;/);
    await chooseFile('record.csv');
    await station.button('Relatório (CSV)').click();
    await expect.poll(() => existsSync(join(station.app.home, 'record.csv'))).toBe(true);
    const [head, ...entries] = readLines('record.csv');
    expect(head).toBe('\uFEFFQuando;O quê;Nº;Rastreio;Nota fiscal;Quem;Onde');
    expect(entries.filter((entry) => /GMT[-+]\d\d:\d\d";Salva em PDF;/.test(entry))).toHaveLength(
      ids.length,
    );
  });
});
