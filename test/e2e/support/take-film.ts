import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ready } from 'zpl-renderer-js';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { closeSharedBrowser } from '../../support/browser/shared.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import { ask } from '../bridge.ts';
import { Film } from './film.ts';
import type { Caption } from './film.ts';
import { Station } from './station.ts';

/**
 * Films a grouping from the scan to the conclusion, for the README: the built bundles, the training
 * ERP with labels that come one after the other, and a label printer that takes its time. The
 * labels beside the window are drawn from the bytes that this printer got.
 */
const [folder = join(import.meta.dirname, '../../../docs/screens')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const shipments = 8;
const station = await Station.start({ readLabels: true, env: { TZ: 'America/Sao_Paulo' } });
const { page, app } = station;
await station.startMorning();
await app.evaluate((electron) => {
  electron.BrowserWindow.getAllWindows()[0]?.setBounds({ width: 1_152, height: 648 });
});

const erp = await station.sandbox({ seed: 1, shipments, groupings: 3, formats: ['pdf'] });
await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
await station.pasteToken(erp);
await station.field('Leia ou digite o número do agrupamento').waitFor();

const groupingId = erp.firstGroupingId;
const printer = await startNetworkPrinter({ labelMs: 450 });
const zebra = { name: 'Zebra doca 1', host: '127.0.0.1', port: printer.port };
const routes = { byPaper: { '100x150': zebra.name }, zpl: null };
await ask(page, 'settings.change', {
  change: {
    theme: 'light',
    networkPrinters: [zebra],
    routes,
    // As many as a small window shows with the state of the label.
    columns: ['position', 'recipient', 'city', 'invoice', 'order', 'tracking', 'label'],
  },
});
for (let shipment = 0; shipment < shipments; shipment += 1) {
  erp.inject({ on: 'label-file', shipment, fault: { type: 'slow', ms: 600 + 450 * shipment } });
}

const film = new Film(page);
const scanner = 'leitor';
const captions = {
  scan: {
    hand: scanner,
    portuguese: 'Leia o número do agrupamento',
    english: "Scan the grouping's number",
  },
  collect: {
    hand: scanner,
    portuguese: 'As etiquetas chegam do ERP',
    english: 'The labels arrive from the ERP',
  },
  ready: {
    hand: 'F9',
    portuguese: 'F9 é sempre o próximo passo',
    english: 'F9 is always the next step',
  },
  paper: {
    hand: 'F9',
    portuguese: 'No papel, na ordem da lista',
    english: 'On paper, in the order of the list',
  },
  check: {
    hand: scanner,
    portuguese: 'Confira cada volume com o leitor',
    english: 'Check each parcel with the scanner',
  },
  conclude: {
    hand: 'F9',
    portuguese: 'Conclua: uma vez, depois de confirmar',
    english: 'Conclude: once, after a yes',
  },
  done: { hand: 'F9', portuguese: 'Concluído no ERP', english: 'Concluded in the ERP' },
} satisfies Record<string, Caption>;

await film.settle();
await film.take(captions.scan, 900);
await page.keyboard.type(String(groupingId), { delay: 120 });
await film.take(captions.scan, 700);
await page.keyboard.press('Enter');

for (let seen = -1; seen !== shipments;) {
  const here = await page.getByText('Pronta', { exact: true }).count();
  if (here !== seen) await film.take(captions.collect, 240);
  seen = here;
}
await station.next(`Imprimir ${shipments} etiquetas`);
await film.settle();
await film.take(captions.ready, 900);

await station.press(`Imprimir ${shipments} etiquetas`);
for (let seen = -1; seen !== shipments;) {
  const printed = printer.paper.length;
  if (printed !== seen) await film.take(captions.paper, 280, printed);
  else await page.waitForTimeout(20);
  seen = printed;
}
await station.next(/^Conferir/);
await film.settle();
await film.take(captions.paper, 800, shipments);

await station.press(/^Conferir/);
await station.on('check');
async function readShipments(): Promise<readonly ShipmentSnapshot[]> {
  const open = await ask(page, 'job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments;
}
for (const [index, { shipment }] of (await readShipments()).entries()) {
  await station.scan(String(shipment.invoice?.number));
  while (
    (await readShipments()).filter(({ checkedAtMs }) => checkedAtMs !== null).length <= index
  ) {
    await page.waitForTimeout(20);
  }
  if (index < 3 || index === shipments - 1) await film.settle();
  await film.take(captions.check, index < 3 ? 420 : 160);
}
await station.on('conclude');
await film.settle();
await film.take(captions.check, 600);

await station.text('Tudo certo: nada falta.');
await film.settle();
await film.take(captions.conclude, 800);
await station.press('Concluir agrupamento', 'conclude');
await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
await film.settle();
await film.take(captions.done, 1_600);

const { api } = await ready;
const labels: Buffer[] = [];
for (const zpl of printer.paper)
  labels.push(Buffer.from(await api.zplToBase64Async(zpl, 100, 150, 8), 'base64'));
writeFileSync(join(folder, 'grouping.png'), await film.develop(labels));

await station.close();
await printer.close();
await closeSharedBrowser();
