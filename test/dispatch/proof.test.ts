import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeProof } from '../../src/main/dispatch/proof/proof.ts';
import type { Proof } from '../../src/main/dispatch/proof/proof.ts';
import { failed, fault, ok } from '../../src/shared/index.ts';
import { startBench } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, groupingId } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';

const company = 'https://erp.test';
const proofOf = ({ journal }: Bench): Proof | null =>
  makeProof(journal.proofSource(company, groupingId)!, '0.1.0', 'Bancada 1');

/** Five parcels: printed, of which one by a person's word and one twice, checked, concluded. */
async function dispatched(): Promise<Bench> {
  const bench = startBench(5);
  let person = 'Ana Souza';
  bench.journal.actAs(() => person);
  const job = await bench.open();
  await job.collect();
  const printer = new FakePrinter();
  printer.outcomes = [
    {
      result: failed(fault('print-failed', { reached: 'maybe' })),
      tally: { printed: 4, perhaps: 1, not: 0 },
    },
  ];
  await printOn(job, printer);
  await job.resolvePrint(true);
  await printOn(job, printer, [1]);
  person = 'Bia Ramos';
  for (const id of [1, 2, 3, 4]) expect(job.check(id, true, null, `BR${id}`)).toEqual(ok());
  expect(job.check(4, false)).toEqual(ok());
  expect(job.check(5, true)).toEqual(ok());
  person = 'Caio Lima';
  expect(await job.conclude()).toEqual(ok());
  return bench;
}

it('tells of each parcel who printed it, checked it and concluded it, and what the ERP answered', async () => {
  const bench = await dispatched();
  const { parcels, head } = proofOf(bench)!;
  const told = parcels.map(({ printed, checked, concluded }) => [
    printed.map(({ person, printer, word }) => [person, printer, word]),
    checked && [checked.person, checked.code],
    concluded && [concluded.person, concluded.answer],
  ]);
  const { name } = new FakePrinter();
  const once = ['Ana Souza', name, false];
  const end = ['Caio Lima', 'confirmed'];
  expect(told).toEqual([
    [[once, once], ['Bia Ramos', 'BR1'], end],
    [[once], ['Bia Ramos', 'BR2'], end],
    [[once], ['Bia Ramos', 'BR3'], end],
    [[once], null, end],
    [[['Ana Souza', name, true]], ['Bia Ramos', null], end],
  ]);
  expect(head).toMatchObject({
    doca: '0.1.0',
    station: 'Bancada 1',
    parcels: 5,
    grouping: { id: groupingId },
  });
  const { sha256 } = parcels[0]!.label[0]!;
  expect(parcels[0]!.events.find(({ kind }) => kind === 'printed')!.data).toMatchObject({
    label: sha256,
    tracking: parcels[0]!.tracking,
  });
  const recipients = bench.erp.list.flatMap(({ recipient }) => recipient?.name ?? []);
  expect(recipients.filter((one) => proofOf(bench)!.text.includes(one))).toEqual([]);
});

it.each([
  ['another person', `UPDATE events SET person = 'Davi' WHERE kind = 'checked'`],
  ['another time', `UPDATE events SET atMs = atMs + 1 WHERE kind = 'concluded'`],
  [
    'another label',
    `UPDATE events SET data = json_set(data, '$.label', 'ff') WHERE kind = 'printed'`,
  ],
  ['another parcel', `UPDATE events SET shipmentId = 2 WHERE kind = 'checked' AND shipmentId = 1`],
  ['one less', `DELETE FROM events WHERE kind = 'unchecked'`],
  ['one more', `INSERT INTO events (jobId, atMs, kind, data) VALUES (1, 1, 'concluded', '{}')`],
  ['the last one less', 'DELETE FROM events WHERE id = (SELECT max(id) FROM events)'],
])('is not made from a journal in which an event was changed: %s', async (_, sql) => {
  const bench = await dispatched();
  const database = new DatabaseSync(join(bench.dir, 'journal.db'));
  database.exec(sql);
  database.close();
  expect(proofOf(bench)).toBeNull();
});
