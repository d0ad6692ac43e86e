import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobSnapshot } from '#shared/domain/job.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import { describeWithPostgres, sharedPostgres } from '../../support/postgres.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';
import { see } from '../../support/seen.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

let first: Station;
let second: Station;
let erp: FaultySandbox;

/** One of several benches that share a server. */
async function startBench(name: string, database: TestDatabase): Promise<Station> {
  const bench = await Station.start();
  const change = { floorAddress: database.address, stationName: name };
  expect(await ask(bench.page, 'settings.change', { change })).toMatchObject({ ok: true });
  expect(await ask(bench.page, 'floor.password', { password: database.password })).toMatchObject({
    ok: true,
  });
  return bench;
}

async function readJob({ page }: Station, groupingId: number): Promise<JobSnapshot> {
  const answer = await ask(page, 'job.open', { groupingId });
  if (!answer.ok) throw new Error(answer.fault.kind);
  return answer.value.snapshot;
}

async function countPrints(bench: Station, groupingId: number): Promise<readonly number[]> {
  return (await readJob(bench, groupingId)).shipments.map(({ label }) => label.timesPrinted);
}

/** The POST of endpoint 9, as often as it reached the ERP. */
function countPosts(erp: FaultySandbox): number {
  return erp.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/concluir'))
    .length;
}

const once = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

const benches = (): readonly Station[] => [first, second];

describeWithPostgres('two benches', () => {
  beforeAll(async () => {
    const database = await (await sharedPostgres()).createDatabase();
    first = await startBench('Bancada 1', database);
    second = await startBench('Bancada 2', database);
    erp = await second.erp({ shipments: 14, groupings: 3 });
    const { baseUrl, token } = erp;
    expect(await ask(first.page, 'connection.save', { baseUrl, token })).toMatchObject({
      ok: true,
    });
  });
  afterAll(async () => {
    for (const bench of benches()) await bench.close();
  });

  it('is one grouping at two benches: shared out live, printed once, concluded once', async () => {
    for (const bench of benches()) {
      await expect
        .poll(() => ask(bench.page, 'floor.get'))
        .toMatchObject({ value: { state: 'joined' } });
    }
    // Each claims or releases rows, and sees those of the other.
    await first.open(groupingIdOf(0));
    await second.open(groupingIdOf(0));
    await first.next('Imprimir 14 etiquetas');
    await second.next('Imprimir 14 etiquetas');
    await first.page.keyboard.press('Control+u');
    await first.text('Bancada 1: 10 de 14');
    await second.text('Bancada 1: 10 de 14');
    await second.text('com a Bancada 1');
    await second.press('Imprimir 4 etiquetas');
    await first.text('Bancada 2: 4 de 14');
    await first.press('Imprimir 10 etiquetas');
    await first.next('Conferir 14 expedições');
    await second.next('Conferir 14 expedições');
    await second.text(/saiu na Bancada 1 · \d\d:\d\d/);
    for (const bench of benches())
      await expect.poll(() => countPrints(bench, groupingIdOf(0))).toEqual(once(14));

    // A parcel that is checked on one station is checked on the other.
    const rows = (await readJob(first, groupingIdOf(0))).shipments;
    const one = rows.find(
      ({ shipment }) => shipment.volume?.quantity === 1 && shipment.logistics?.trackingCode,
    );
    await first.go(`#/check/${groupingIdOf(0)}`);
    await first.on('check');
    await first.scan(one?.shipment.logistics?.trackingCode ?? '');
    await first.checked(groupingIdOf(0), 1);
    await second.next('Conferir 13 expedições');

    // Both conclude together: the ERP receives one request, and each station names the one that
    // sent it.
    const conclude = async (bench: Station) =>
      ask(bench.page, 'job.conclude', {
        ...{
          groupingId: groupingIdOf(0),
          beforeLabels: false,
          seen: await see((channel, input) => ask(bench.page, channel, input), groupingIdOf(0)),
        },
      });
    const answers = await Promise.all([conclude(first), conclude(second)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const bench of benches()) {
      await expect
        .poll(async () => (await readJob(bench, groupingIdOf(0))).state)
        .toBe('concluded');
    }
    expect([countPosts(erp), erp.conclusions(groupingIdOf(0))]).toEqual([1, 1]);
    const [winner, other] = answers[0].ok
      ? (['Bancada 1', second] as const)
      : (['Bancada 2', first] as const);
    await other.go(`#/conclude/${groupingIdOf(0)}`);
    await other.text(new RegExp(`Concluído na ${winner}`));

    // Both press the key together: no label is printed twice.
    await first.open(groupingIdOf(1));
    await second.open(groupingIdOf(1));
    await Promise.all([first.next('Imprimir 8 etiquetas'), second.next('Imprimir 8 etiquetas')]);
    await Promise.all([first.page.keyboard.press('F9'), second.page.keyboard.press('F9')]);
    await Promise.all([first.next('Conferir 8 expedições'), second.next('Conferir 8 expedições')]);
    for (const bench of benches())
      expect(await countPrints(bench, groupingIdOf(1))).toEqual(once(8));
  });

  it('asks at one station about the labels that may have come out at the dead one, and prints the rest', async () => {
    const printer = await startNetworkPrinter({ labelMs: 600_000 });
    const networkPrinters = [{ name: 'Zebra', host: '127.0.0.1', port: printer.port }];
    const change = { networkPrinters, printer: 'Zebra' };
    expect(await ask(first.page, 'settings.change', { change })).toMatchObject({ ok: true });
    await first.open(groupingIdOf(2));
    await second.open(groupingIdOf(2));
    const count = (await readJob(second, groupingIdOf(2))).shipments.length;
    await first.press(`Imprimir ${count} etiquetas`);
    await second.text('Bancada 1 · imprimindo');
    // Its labels are in a printer that takes its time: whether they will be printed cannot be
    // known.
    await expect.poll(() => printer.received().length).toBeGreaterThan(0);
    await first.app.kill();
    await second.text('sem contato');
    await second.page.keyboard.press('Control+o');
    await second.text('Assumir o que está com a Bancada 1?');
    await second.button(`Assumir ${count}`).click();
    await second.text('Não se sabe se estas etiquetas já saíram, aqui ou em outra bancada.');
    await second.button('Não saiu nenhuma').click();
    await second.press(`Imprimir ${count} etiquetas`);
    await second.next(`Conferir ${count} expedições`);
    expect(await countPrints(second, groupingIdOf(2))).toEqual(once(count));
    expect(printer.paper).toEqual([]);
    await printer.close();
  });
});
