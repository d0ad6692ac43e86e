import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { digest, extendChain } from '../../src/main/dispatch/proof/proof.ts';
import { ending, makeProof, opening } from '../../src/main/dispatch/proof/proof.ts';
import type { Proof } from '../../src/main/dispatch/proof/proof.ts';
import { verifyProof } from '../../src/main/dispatch/proof/verify.ts';
import { failed, fault, ok } from '../../src/shared/index.ts';
import { startBench } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, groupingId } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';
import '../support/properties.ts';

const company = 'https://erp.test';
const proofOf = ({ journal }: Bench): Proof | null =>
  makeProof(journal.proofSource(company, groupingId)!, '0.1.0', 'Bancada 1');
const verify = (text: string) => verifyProof(Buffer.from(text));
const differenceOf = (text: string): string => {
  const verdict = verify(text);
  return verdict.intact ? 'none' : verdict.difference;
};

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

it('is the same to the byte until something happens, and its chain grows then', async () => {
  const bench = await dispatched();
  const before = proofOf(bench)!;
  expect(proofOf(bench)!.text).toBe(before.text);
  bench.journal.commit(bench.journal.load(company, groupingId)!.id, {
    events: [{ kind: 'checked', shipmentId: 4 }],
  });
  const after = verify(proofOf(bench)!.text);
  expect(after).toMatchObject({ intact: true });
  expect(after.intact && after.chain).toContain(before.head.chain.end);
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

describe('an exported file', () => {
  let proof: Proof;
  let text: string;
  beforeEach(async () => {
    proof = proofOf(await dispatched())!;
    ({ text } = proof);
  });

  it('is intact as it was written', () => {
    const { end } = proof;
    expect(verify(text)).toMatchObject({
      intact: true,
      end,
      head: { parcels: 5, grouping: { id: groupingId } },
    });
    expect(JSON.parse(text)).toMatchObject({ format: 'doca-proof-1', end, records: { length: 6 } });
  });

  it('shows each of 1,000 random edits, of bytes, lines, records and fields', () => {
    const lines = text.split('\n');
    const bytes = Buffer.from(text);
    const at = fc.nat({ max: bytes.length - 1 });
    const line = fc.nat({ max: lines.length - 1 });
    const join_ = (changed: readonly string[]) => Buffer.from(changed.join('\n'));
    const edits = fc.oneof(
      fc.tuple(at, fc.nat(255)).map(([where, value]) => Buffer.from(bytes.with(where, value))),
      fc
        .tuple(at, fc.nat(20))
        .map(([where, length]) =>
          Buffer.concat([bytes.subarray(0, where), bytes.subarray(where + length)]),
        ),
      fc
        .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 20 }))
        .map(([where, more]) =>
          Buffer.concat([bytes.subarray(0, where), more, bytes.subarray(where)]),
        ),
      at.map((where) => bytes.subarray(0, where)),
      line.map((where) => join_(lines.toSpliced(where, 1))),
      fc.tuple(line, line).map(([from, to]) => join_(lines.toSpliced(to, 0, lines[from]!))),
      fc
        .tuple(line, line)
        .map(([one, other]) => join_(lines.with(one, lines[other]!).with(other, lines[one]!))),
      fc.tuple(line, fc.string(), fc.nat()).map(([where, value, which]) => {
        const strings = [...lines[where]!.matchAll(/"[^"]*"/g)];
        const found = strings[which % Math.max(1, strings.length)];
        if (found === undefined) return bytes;
        const [head, tail] = [
          lines[where]!.slice(0, found.index),
          lines[where]!.slice(found.index + found[0].length),
        ];
        return join_(lines.with(where, head + JSON.stringify(value) + tail));
      }),
      fc.constantFrom('\r\n', '\n\n', ' \n').map((end) => Buffer.from(text.replaceAll('\n', end))),
      fc.constant(Buffer.from(JSON.stringify(JSON.parse(text), null, 2))),
    );
    let seen = 0;
    const property = fc.property(edits, (edited) => {
      fc.pre(!bytes.equals(edited));
      seen += 1;
      expect(verifyProof(edited)).toMatchObject({ intact: false });
    });
    fc.assert(property, { numRuns: 1000 });
    expect(seen).toBeGreaterThanOrEqual(1000);
  });

  it('names the record that was changed', () => {
    const changed = text.replace(`"tracking":"${proof.parcels[2]!.tracking}"`, '"tracking":"X"');
    expect(differenceOf(changed)).toContain('record 3 (line 5)');
    expect(differenceOf(text.split('\n').toSpliced(3, 1).join('\n'))).toContain(
      'record 1 (line 3)',
    );
  });

  /** What somebody makes who knows the form: all digests anew after a change of one record. */
  function reseal(change: (record: Record<string, unknown>, index: number) => unknown): string {
    const { records } = JSON.parse(text) as { records: Record<string, unknown>[] };
    const made: string[] = [];
    for (const [index, record] of records.entries()) {
      const before = index === 0 ? {} : { previous: digest(made.at(-1)!) };
      made.push(JSON.stringify({ ...(change(record, index) as object), ...before }));
    }
    return `${opening}\n${made.join(',\n')}\n${ending(digest(made.at(-1)!))}\n`;
  }

  it('shows a changed event, a deed without its event and a wrong number although all records were sealed anew', () => {
    expect(verify(reseal((record) => record))).toMatchObject({ intact: true, end: proof.end });
    const renamed = reseal((record) =>
      JSON.parse(JSON.stringify(record).replaceAll('Bia Ramos', 'Davi')),
    );
    expect(differenceOf(renamed)).toContain('event');
    const unchecked = reseal((record, index) =>
      index === 1 ? { ...record, checked: null } : record,
    );
    expect(differenceOf(unchecked)).toContain('record 1');
    const fewer = reseal((record, index) => (index === 0 ? { ...record, parcels: 4 } : record));
    expect(differenceOf(fewer)).toContain('parcels');
  });

  it('has another end and another chain when somebody makes all of it anew: the paper shows that', () => {
    const { chain: { start } } = proof.head; // oxfmt-ignore
    const events = verify(text);
    if (!events.intact) throw new Error(events.difference);
    const forged = events.events.map((event) => ({
      ...event,
      person: event.person === 'Bia Ramos' ? 'Davi' : event.person,
    }));
    const end = forged.reduce(
      (before, { at, ...event }) => extendChain(before, { ...event, atMs: Date.parse(at) }),
      start,
    );
    const all = reseal((record, index) => ({
      ...(JSON.parse(JSON.stringify(record).replaceAll('Bia Ramos', 'Davi')) as object),
      ...(index === 0 && { chain: { start, end } }),
    }));
    const verdict = verify(all);
    if (!verdict.intact) throw new Error(verdict.difference);
    expect(verdict.end).not.toBe(proof.end);
    expect(verdict.chain).not.toContain(proof.head.chain.end);
  });
});
