import { formatDateTime, historyWords } from '../../../shared/index.ts';
import type { HistoryRow, Language } from '../../../shared/index.ts';

interface Words {
  /** Between two fields, as the spreadsheets of this language expect it. */
  readonly separator: string;
  readonly fileName: string;
  readonly heads: readonly string[];
}

export const historyCsvWords: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    separator: ';',
    fileName: 'doca-historico',
    heads: [
      'Dia',
      'Hora',
      'O quê',
      'Agrupamento',
      'Nome do agrupamento',
      'Destinatário',
      'Nota fiscal',
      'Rastreio',
      'Impressão',
    ],
  },
  en: {
    separator: ',',
    fileName: 'doca-history',
    heads: ['Day', 'Time', 'What', 'Grouping', 'Name of the grouping', 'Recipient', 'Invoice', 'Tracking', 'Print job'],
  },
};

/** What a spreadsheet needs to read the file as UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

export function writeCsvHead(language: Language): string {
  return byteOrderMark + writeLine(historyCsvWords[language].heads, language);
}

export function writeCsvRow(row: HistoryRow, language: Language): string {
  const fields = [
    ...formatDateTime(row.atMs).split(' '),
    historyWords[language][row.kind],
    String(row.groupingId),
    row.identification ?? '',
    row.recipient ?? '',
    row.invoiceNumber === null ? '' : String(row.invoiceNumber),
    writeCode(row.trackingCode ?? ''),
    row.printRunId === null ? '' : String(row.printRunId),
  ];
  return writeLine(fields, language);
}

function writeLine(fields: readonly string[], language: Language): string {
  return fields.map(quote).join(historyCsvWords[language].separator) + lineEnd;
}

/** Of a code of digits alone a spreadsheet would make a number, and lose its last digits: it is written in groups, as on the screen. */
function writeCode(code: string): string {
  return /^\d{12,}$/.test(code) ? code.replace(/(.{4})(?=.)/g, '$1 ') : code;
}

/** A spreadsheet runs what begins like a formula, behind blanks and in wide letters too; an apostrophe makes it a text. */
const formulaLike = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function quote(field: string): string {
  const safe = formulaLike.test(field) ? `'${field}` : field;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
