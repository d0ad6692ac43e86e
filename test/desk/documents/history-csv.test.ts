import { expect, it } from 'vitest';
import { historyTable } from '../../../src/main/desk/documents/tables.ts';
import type { HistoryRow } from '#shared/domain/records.ts';

const row: HistoryRow = {
  id: 7,
  atMs: new Date(2026, 2, 9, 7, 5).getTime(),
  kind: 'reprinted',
  person: 'Bia Ramos',
  station: null,
  groupingId: 1001,
  identification: 'Coleta 21/11; nº 1',
  shippingMethod: null,
  shipmentId: 3,
  recipient: 'Luísa "Lu" Conceição',
  trackingCode: 'AA123456789BR',
  invoiceNumber: 102340,
  file: null,
  printer: 'Argox OS-214',
  printRunId: 12,
  timesPrinted: 2,
  checkedAtMs: null,
  isConcluded: false,
};

it('opens in a Brazilian spreadsheet: a mark for UTF-8, semicolons, quoted if needed, CR LF', () => {
  const bytes = Buffer.from(historyTable.writeHead('pt-BR') + historyTable.writeRow(row, 'pt-BR'));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.subarray(3).toString().split('\r\n')).toEqual([
    'Dia;Hora;O quê;Agrupamento;Nome do agrupamento;Destinatário;Nota fiscal;Rastreio;Impressão;Quem;Bancada',
    '09/03/2026;07:05;Reimpressa;1001;"Coleta 21/11; nº 1";"Luísa ""Lu"" Conceição";102340;AA123456789BR;12;Bia Ramos;',
    '',
  ]);
  expect(historyTable.writeRow(row, 'en')).toMatch(/^09\/03\/2026,07:05,Reprinted,1001,/);
});

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+55 11', `'+55 11`],
  ['-1+1', `'-1+1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['  =1', `'  =1`],
  ['\t=1', `'\t=1`],
  ['\uFF1D1', `'\uFF1D1`],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
  ['José', 'José'],
])('contains no formula that a spreadsheet would run: %j', (recipient, written) => {
  expect(
    historyTable
      .writeRow({ ...row, identification: 'x', recipient }, 'pt-BR')
      .split(';')
      .slice(5, -5)
      .join(';'),
  ).toBe(written);
});

it.each([
  ['123456789012345678', '1234 5678 9012 3456 78'],
  ['0012345678', '0012 3456 78'],
  ['12345678', '12345678'],
  ['0', '0'],
])('writes a code of digits so that no spreadsheet makes it another: %s', (code, written) => {
  const line = historyTable.writeRow({ ...row, trackingCode: code }, 'pt-BR');
  expect(line).toContain(`;${written};12;Bia Ramos;`);
});

it('says of a file in a folder that it was saved, and not that it was printed', () => {
  const saved = historyTable.writeRow({ ...row, printer: 'PDF' }, 'pt-BR');
  expect(saved).toContain(';Salva em PDF;');
  expect(historyTable.writeRow({ ...row, printer: 'PDF' }, 'en')).toContain('Saved as PDF');
});
