import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeManifestContent } from '../../src/main/papers/manifest/content.ts';
import { drawManifest } from '../../src/main/papers/manifest/pdf.ts';
import { makeRecordContent } from '../../src/main/papers/record-content.ts';
import { writePaperTable } from '../../src/main/desk/documents/tables.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { Language } from '#shared/faults/languages.ts';
import { startBench, type Bench } from '../dispatch/support/bench.ts';
import { FakePrinter, groupingId } from '../dispatch/support/fakes.ts';
import { printOn } from '../support/print-on.ts';
import { readTable } from '../support/read-table.ts';
import { describeWithTools } from '../support/tools.ts';

const company = 'https://erp.test';
const nowMs = Date.UTC(2026, 2, 25, 17, 30, 5);
const clock = { now: () => nowMs, awake: () => nowMs, sleep: () => Promise.resolve() };

/** Five parcels: printed, of which one by a person's word and one twice, checked, concluded. */
async function dispatch(names = ['Ana Souza', 'Bia Ramos', 'Caio Lima']): Promise<Bench> {
  const bench = startBench(5, clock);
  let [person = ''] = names;
  bench.journal.actAs(() => person);
  const job = await bench.open();
  await job.labels.collect();
  const printer = new FakePrinter();
  printer.outcomes = [
    {
      result: failed(fault('print-failed', { reached: 'maybe' })),
      tally: { printed: 4, perhaps: 1, not: 0 },
    },
  ];
  await printOn(job, printer);
  await job.prints.resolve(true);
  await printOn(job, printer, [1]);
  person = names[1]!;
  for (const id of [1, 2, 3, 4]) expect(job.checks.mark(id, true, null, `BR${id}`)).toEqual(ok());
  expect(job.checks.mark(4, false)).toEqual(ok());
  person = names[2]!;
  expect(
    await job.conclusion.request({ seen: [{ kind: 'unchecked', shipmentIds: [4, 5] }] }),
  ).toEqual(ok());
  return bench;
}

function recordOf({ journal, erp }: Bench, language: Language = 'pt-BR', station = 'Bancada 1') {
  const grouping = { id: groupingId, identification: 'SP-41', date: '2026-03-25' };
  expect(erp.list).toHaveLength(5);
  const manifest = makeManifestContent({
    snapshot: { grouping: { ...grouping, shippingMethod: null }, shipments: [] },
    company: null,
    language,
    nowMs,
    issuer: 'Bia Ramos',
  });
  return makeRecordContent(journal.past.events(company, groupingId), station, manifest);
}

const readCsv = (content: ReturnType<typeof recordOf>, separator = ';') => {
  const csv = writePaperTable(content);
  expect(csv.startsWith('\uFEFF')).toBe(true);
  return readTable(csv.slice(1), separator);
};

it('tells who printed, checked and concluded, when and where, and what the ERP answered', async () => {
  const bench = await dispatch();
  const [head, ...rows] = readCsv(recordOf(bench));
  expect(head).toEqual(['Quando', 'O quê', 'Nº', 'Rastreio', 'Nota fiscal', 'Quem', 'Onde']);
  expect(new Set(rows.map(([at]) => at))).toEqual(
    new Set([new Date(nowMs).toLocaleString('pt-BR', { timeZoneName: 'longOffset' })]),
  );
  expect(rows[0]![0]).toMatch(/^25\/03\/2026, \d\d:\d\d:05 GMT[+-]\d\d:\d\d$/);
  const { name } = new FakePrinter();
  const printed = (nr: string, what = 'Impressa') => [what, nr, 'Ana Souza', `Bancada 1 · ${name}`];
  const checked = (nr: string, what: string) => [what, nr, 'Bia Ramos', 'Bancada 1'];
  expect(rows.map(([, what, position, , , who, where]) => [what, position, who, where])).toEqual([
    ...['1', '2', '3', '4'].map((nr) => printed(nr)),
    ['No papel, visto por pessoa: 1', '', 'Ana Souza', 'Bancada 1'],
    printed('5'),
    printed('1', 'Reimpressa'),
    ...['1', '2', '3', '4'].map((nr) => checked(nr, `Conferido: BR${nr}`)),
    checked('4', 'Conferência desfeita'),
    ['Conclusão pedida ao ERP', '', 'Caio Lima', 'Bancada 1'],
    ['Agrupamento concluído: o ERP confirmou', '', 'Caio Lima', 'Bancada 1'],
  ]);
  const [, first] = readCsv(recordOf(bench, 'en'), ',');
  expect(first![1]).toBe('Printed');
  const [one] = bench.erp.list;
  expect(first!.slice(3, 5)).toEqual([one!.logistics!.trackingCode, String(one!.invoice!.number)]);
  const text = writePaperTable(recordOf(bench));
  const recipients = bench.erp.list.flatMap(({ recipient }) => recipient?.name ?? []);
  expect(recipients.filter((one) => text.includes(one))).toEqual([]);
});

it('keeps the tracking code of a label that was printed before the ERP gave another', async () => {
  const bench = await dispatch();
  const [one] = bench.erp.list;
  const logistics = { ...one!.logistics!, trackingCode: 'ZZ000000001BR' };
  const { id } = bench.journal.load(company, groupingId)!;
  bench.journal.commit(id, {
    shipments: [{ shipment: { ...one!, logistics }, position: 1 }],
    events: [{ kind: 'corrected', shipmentId: one!.id, data: { weight: false, tracking: true } }],
  });
  const of = readCsv(recordOf(bench)).filter(([, , position]) => position === '1');
  expect(of.map(([, what, , tracking]) => [what, tracking])).toEqual([
    ['Impressa', one!.logistics!.trackingCode],
    ['Reimpressa', one!.logistics!.trackingCode],
    ['Conferido: BR1', 'ZZ000000001BR'],
    ['Corrigida no ERP', 'ZZ000000001BR'],
  ]);
});

it.each([
  [{ kind: 'concluded', by: { station: 'B 2', person: null, atMs: 1 } }, ''],
  [{ kind: 'conclusion-resolved', data: { concluded: false } }, ': não concluído'],
  [{ kind: 'conclusion-refused', data: { kind: 'validation', status: 422 } }, ': 422'],
  [{ kind: 'conclusion-unknown', data: { kind: 'conclusion-unknown', status: null } }, ''],
] as const)('does not say that the ERP confirmed if it did not: %j', async (event, answer) => {
  const bench = startBench(5);
  await bench.open();
  bench.journal.commit(bench.journal.load(company, groupingId)!.id, { events: [event] });
  const [, what, , , , who, where] = readCsv(recordOf(bench)).at(-1)!;
  expect(/(:.*)?$/.exec(what!)![0]).toBe(answer);
  expect([who, where]).toEqual(['não identificado', 'by' in event ? 'B 2' : 'Bancada 1']);
});

it('does not say that the ERP confirmed what a person saw', async () => {
  const bench = startBench(5);
  await bench.open();
  bench.journal.commit(bench.journal.load(company, groupingId)!.id, {
    events: [{ kind: 'conclusion-resolved', data: { concluded: true } }, { kind: 'concluded' }],
  });
  expect(
    readCsv(recordOf(bench))
      .slice(-2)
      .map(([, what]) => what),
  ).toEqual(['Visto no ERP por pessoa: concluído', 'Agrupamento concluído']);
});

const hostile = ['=HYPERLINK("http://x";"y")', '\t+1; "a"\r\n@b', '-2+3|cmd'];

it('has no name that a spreadsheet would run, and keeps each in its cell', async () => {
  const [, ...rows] = readCsv(recordOf(await dispatch(hostile), 'pt-BR', '@SUM(A1)'));
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([7]));
  expect(new Set(rows.map(([, , , , , who]) => who))).toEqual(
    new Set(hostile.map((name) => `'${name}`)),
  );
  expect(rows.at(-1)!.at(-1)).toBe(`'@SUM(A1)`);
});

describeWithTools(['pdftotext', 'pdfinfo', 'qpdf'], 'the record as a PDF', () => {
  it('has each entry of the table, also with names of any kind, and nothing to be signed', async () => {
    for (const names of [undefined, [...hostile.slice(0, 2), 'Ω𝕏'.repeat(40)]]) {
      const bench = await dispatch(names);
      const { id } = bench.journal.load(company, groupingId)!;
      bench.journal.commit(id, {
        events: Array.from({ length: 60 }, () => ({ kind: 'checked' as const, shipmentId: 2 })),
      });
      const content = recordOf(bench);
      const path = join(bench.dir, 'record.pdf');
      writeFileSync(path, await drawManifest(content, nowMs));
      execFileSync('qpdf', ['--check', path]);
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
      expect(text.match(/25\/03\/2026, \d\d:\d\d:05/g)).toHaveLength(content.rows.length);
      for (const word of ['Relatório do agrupamento', 'SP-41', 'confirmou', 'Página 2 de'])
        expect(text).toContain(word);
      expect(text).not.toContain('Assinatura');
    }
  });
});
