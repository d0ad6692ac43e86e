import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

const id = groupingIdOf(0);
const stations: Station[] = [];
afterAll(async () => {
  for (const one of stations) await one.close();
});

it('continues after a power cut in the middle: nothing is fetched, printed or concluded twice', async () => {
  const first = await Station.start();
  const erp = await first.erp({ shipments: 8, groupings: 1 });
  const stalls = [5, 6, 7].map((shipment) =>
    erp.inject({ on: 'etiquetas', shipment, fault: { type: 'stall' } }),
  );
  await first.open(id);
  await first.press('Imprimir 5 etiquetas prontas');
  await first.press('Imprimir 5 etiquetas', 'print');
  await first.track('Imprimir', '5/8');
  await first.app.kill();
  for (const free of stalls) free();

  const second = await Station.start({ home: first.app.home });
  stations.push(second);
  // Without a keychain, the address is kept, but the token must be entered again.
  await expect.poll(() => second.page.getByLabel('Endereço da API').inputValue()).toBe(erp.baseUrl);
  await second.page.getByLabel('Token de acesso').fill(erp.token);
  await second.press('Testar a conexão');
  await second.press('Salvar e começar');
  const unfinished = second.page.getByRole('region', { name: 'A terminar' }).getByRole('link');
  await unfinished.getByText('5/8').nth(1).waitFor();
  await unfinished.press('Enter');
  await second.next('Imprimir 3 etiquetas');
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((place) => erp.downloads(id, place))).toEqual(
    Array(8).fill(1),
  );
  await second.press('Imprimir 3 etiquetas');
  await second.next(/^Conferir/);
  const open = await ask(second.page, 'job.open', { groupingId: id });
  if (!open.ok) throw new Error(open.fault.kind);
  expect(open.value.snapshot.shipments.map(({ label }) => label.timesPrinted)).toEqual(
    Array(8).fill(1),
  );

  // Cut again, between the request to conclude and its answer.
  erp.inject({ on: 'concluir', times: 1, fault: { type: 'stall' } });
  await second.go(`#/conclude/${id}`);
  await second.concludeAnyway('Concluir com 8 pendentes');
  const posts = () => erp.requests.filter(({ path }) => path.endsWith('/concluir')).length;
  await expect.poll(posts).toBe(1);
  await second.app.kill();

  const third = await Station.start({ home: first.app.home });
  stations.splice(0, 1, third);
  await ask(third.page, 'connection.save', { baseUrl: erp.baseUrl, token: erp.token });
  await third.open(id);
  await third.text('Não se sabe se o ERP concluiu o agrupamento.');
  await third.next('Responder: foi concluído?');
  expect([posts(), erp.conclusions(id)]).toEqual([1, 0]);
  await first.closeSandboxes();
});

it('asks about a print that was on its way when Windows logged off', async () => {
  const printer = await startNetworkPrinter({
    onLabel: (printed, at) => at.set({ paperOut: printed >= 2 }),
  });
  const first = await Station.start();
  const networkPrinters = [{ name: 'Zebra', host: '127.0.0.1', port: printer.port }];
  await ask(first.page, 'settings.change', {
    change: { networkPrinters, routes: { byPaper: {}, zpl: 'Zebra' } },
  });
  const erp = await first.erp({ shipments: 8, groupings: 1, formats: ['zpl'] });
  await first.open(id);
  await first.openPrint('Imprimir 8 etiquetas');
  await first.press('Imprimir 8 etiquetas');
  await expect.poll(() => printer.paper.length).toBe(2);
  // No `before-quit` comes, and when the handler has returned the program is no more.
  await first.app.evaluate(({ BrowserWindow }) => {
    setTimeout(
      () => BrowserWindow.getAllWindows()[0]!.emit('session-end', { reasons: ['logoff'] }),
      0,
    );
  });
  expect(await first.app.ended).toBe(0);
  expect(existsSync(join(first.app.dataDir, 'journal.db-wal'))).toBe(false);
  const log = readFileSync(join(first.app.dataDir, 'logs/doca.log'), 'utf8');
  expect(log).toMatch(/"start\.shown"[^]*"session\.end","runningJobs":1\}\n$/);

  const second = await Station.start({ home: first.app.home });
  stations.push(second);
  await ask(second.page, 'connection.save', { baseUrl: erp.baseUrl, token: erp.token });
  await expect
    .poll(async () => {
      const list = await ask(second.page, 'desk.list');
      return list.ok ? list.value.unfinished.map((one) => one.groupingId) : list.fault.kind;
    })
    .toEqual([id]);
  await second.open(id);
  await second.next('Responder: saiu no papel?');
  expect(printer.paper.length).toBe(2);
  await first.closeSandboxes();
  await printer.close();
});
