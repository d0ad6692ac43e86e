import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import { closeSharedBrowser } from '../../support/browser/shared.ts';
import { ask } from '../bridge.ts';
import { smallPng } from './small-png.ts';
import { Station } from './station.ts';
import { see } from '../../support/seen.ts';
import { againMs } from '../../../src/renderer/scanner/repeats.ts';
import { makeLabelPages } from '../../../src/training-erp/art/index.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

/**
 * Takes a picture of every screen in a telling state, for the README and the guides: always the
 * same data and the same date. With a folder given, all of them in both themes and languages go
 * there, to be looked at.
 */
const [folder = join(import.meta.dirname, '../../../docs/screens'), variants] =
  process.argv.slice(2);
const all = variants === 'all';
const erpPort = 18_090;
/** The guide in English has them in its own language. */
const inGuides = new Set(['import', 'one-at-a-time', 'print', 'queue', 'print-broken', 'history']);
if (!all) mkdirSync(join(folder, 'en'), { recursive: true });

const station = await Station.start({ readLabels: true, env: { TZ: 'America/Sao_Paulo' } });
const { page } = station;
await station.startMorning();

const formats = ['pdf', 'png', 'zpl', 'zip'] as const;
const options = {
  seed: 1,
  port: erpPort,
  shipments: 64,
  groupings: 6,
  formats,
  kinds: ['mercado-envios'],
} as const;
const erp = await station.sandbox(options);
const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map((nth) => groupingIdOf(nth)) as [
  number,
  number,
  number,
  number,
  number,
];

async function shoot(name: string, dark = false): Promise<void> {
  await page.mouse.move(0, 0);
  // The caret blinks; everything else has come to rest.
  await page.waitForTimeout(350);
  const take = async (file: string): Promise<void> => {
    const picture = await page.screenshot({ caret: 'hide', animations: 'disabled' });
    writeFileSync(join(folder, `${file}.png`), smallPng(picture));
  };
  if (!all) {
    if (inGuides.has(name)) {
      await ask(page, 'settings.change', { change: { language: 'en' } });
      await page.waitForTimeout(300);
      await take(join('en', name));
      await ask(page, 'settings.change', { change: { language: 'pt-BR' } });
      await page.waitForTimeout(300);
    }
    if (!dark) return take(name);
    await ask(page, 'settings.change', { change: { theme: 'dark' } });
    await page.waitForTimeout(300);
    await take(name);
    await ask(page, 'settings.change', { change: { theme: 'light' } });
    return;
  }
  for (const [theme, language] of [
    ['dark', 'pt-BR'],
    ['light', 'en'],
    ['light', 'pt-BR'],
  ] as const) {
    await ask(page, 'settings.change', { change: { theme, language } });
    await page.waitForTimeout(300);
    await take(`${name}.${theme}.${language}`);
  }
}

await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
await ask(page, 'settings.change', { change: { theme: 'light' } });
await shoot('connect');
await station.pasteToken(erp);

/** A day's work before: one concluded, one printed and half checked. */
async function codes(groupingId: number): Promise<readonly string[]> {
  const open = await ask(page, 'job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments.map(({ shipment }) => String(shipment.invoice?.number));
}
await station.print(second);
for (const code of await codes(second)) await ask(page, 'check.scan', { groupingId: second, code });
await ask(page, 'job.conclude', {
  groupingId: second,
  beforeLabels: false,
  seen: await see((channel, input) => ask(page, channel, input), second),
});
await station.print(third);
for (const code of (await codes(third)).slice(0, 3))
  await ask(page, 'check.scan', { groupingId: third, code });
const mend = erp.inject({
  on: 'label-file',
  shipment: 1,
  fault: { type: 'bad-file', how: 'html' },
});
await station.open(fourth);
await station.next(/^Buscar de novo/);
mend();

// Some labels come, some are on their way, the rest waits its turn.
const stalls = [
  ...[4, 7, 9].map((shipment) =>
    erp.inject({ on: 'label-file', shipment, fault: { type: 'stall' } }),
  ),
  ...Array.from({ length: 64 - 10 }, (_, index) =>
    erp.inject({ on: 'etiquetas', shipment: 10 + index, fault: { type: 'stall' } }),
  ),
];
await station.open(first);
await station.next('Imprimir 7 etiquetas prontas');
await shoot('grouping-collecting');
for (const free of stalls) free();
await page.keyboard.press('Control+.');
await station.press(/^Buscar 57 etiquetas/);
await station.next('Imprimir 64 etiquetas');
for (let row = 0; row < 3; row += 1) await page.keyboard.press('ArrowDown');
await page.keyboard.press('Enter');
await page.getByRole('img', { name: /Prévia da etiqueta/ }).waitFor();
// Drawn, and not only there.
await page.waitForFunction(
  () => {
    const canvas = document.querySelector<HTMLCanvasElement>('aside canvas');
    const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return dots?.some((value, at) => at % 4 === 0 && value < 128 && dots[at + 3] === 255) ?? false;
  },
  undefined,
  { polling: 500 },
);
await shoot('grouping-ready');
await page.keyboard.press('Escape');
for (let row = 0; row < 4; row += 1) await page.keyboard.press('Shift+ArrowDown');
await shoot('grouping-dark', true);

await station.openPrint('Imprimir 64 etiquetas');
await page.getByText('Papel e cópias').click();
await page.getByRole('radio', { name: 'A4 com 4' }).check();
await page.getByRole('radio', { name: 'Começar no lugar 2' }).check();
await page.getByRole('img', { name: /Prévia das páginas/ }).waitFor();
await page.waitForTimeout(500);
await shoot('print');
await page.getByRole('radio', { name: 'Etiqueta 10 × 15' }).check();

await station.go(`#/check/${third}`);
await station.on('check');
const parcels = await codes(third);
await station.scan(parcels[3]!);
await station.text('Confere');
await shoot('check-right');
await station.scan((await codes(first))[0]!);
await station.text('É de outro agrupamento');
await shoot('check-wrong');

await station.go(`#/conclude/${third}`);
await station.on('conclude');
await shoot('conclude');
await station.go('#/desk');
await station.text('A terminar');
await shoot('desk');
await station.go('#/history');
await page.getByRole('table').waitFor();
await shoot('history');
await station.go('#/office');
await page.getByRole('textbox').first().fill('2001');
await page.getByRole('radio', { name: 'Trocar os marcadores' }).check();
await page.getByRole('textbox', { name: 'Marcador 1' }).fill('urgente');
await shoot('office');
await station.go('#/settings/printing');
await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
await shoot('settings');

// A marketplace's labels come in a file of its panel, with one of another order among them.
const { world } = erp;
const market = [...world.groupings.values()].at(-1);
const other = world.groupings.get(fifth);
if (market === undefined || other === undefined) throw new Error('the groupings are missing');
await station.open(market.id);
await station.text('O ERP não fornece esta etiqueta');
const inOrder = market.shipments.slice(1).map((shipment) => world.describe(market, shipment));
const inFile = await PDFDocument.load(await makeLabelPages(inOrder.toReversed()));
const stranger = await PDFDocument.load(
  await makeLabelPages([world.describe(other, other.shipments[0]!)]),
);
for (const copied of await inFile.copyPages(stranger, [0])) inFile.insertPage(2, copied);
const file = {
  name: 'etiquetas-envios.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await inFile.save()),
};
await page.locator('input[type=file]').setInputFiles(file);
await page.locator('.leftover').getByRole('button').first().click();
await page.waitForSelector('.leftover canvas[style]');
await shoot('import');

// One at a time: a scanned order prints its label, and one that was printed asks.
await page.keyboard.press('Escape');
await ask(page, 'settings.change', { change: { printsOnScan: true, printer: 'PDF' } });
const order = String(market.shipments.at(-1)?.dispatch.venda.numero);
for (const words of ['Salva em PDF: leia a etiqueta para conferir', 'Já foi impressa']) {
  await station.scan(order);
  await station.text(words);
  await page.waitForTimeout(againMs + 100);
}
await shoot('one-at-a-time');
await page.keyboard.press('Escape');
await ask(page, 'settings.change', { change: { printsOnScan: false, printer: null } });

// A label printer runs out of paper in the middle, and is then switched off.
const printer = await startNetworkPrinter({
  labelMs: 40,
  onLabel: (printed) => {
    if (printed === 3) printer.set({ paperOut: true });
  },
});
const zebra = { name: 'Zebra doca 1', host: '127.0.0.1', port: printer.port };
const routes = { byPaper: { '100x150': zebra.name }, zpl: null };
await ask(page, 'settings.change', {
  change: { networkPrinters: [zebra], routes, printer: null, labelsPerJob: 4 },
});
await station.open(fifth);
await station.openPrint(/^Imprimir \d+ etiquetas$/);
await page.getByRole('img', { name: /Prévia das páginas/ }).waitFor();
await page.locator('.plan li').first().waitFor();
await page.waitForTimeout(500);
await shoot('print-by-kind');
await station.press(/^Imprimir \d+ etiquetas$/, 'print');
await station.text('Zebra doca 1: sem papel');
await page.keyboard.press('F5');
await shoot('queue');
await page.keyboard.press('F5');
printer.powerOff();
await station.text(/no papel com certeza/);
await shoot('print-broken');
// Of the renderer of PDFs, after so many previews in one run.
const told = (await station.app.takeProblems()).filter(
  (text) => !text.includes('willReadFrequently'),
);
if (told.length > 0) throw new Error(told.join('\n'));
await station.close();
await printer.close();
await closeSharedBrowser();
