import type { FloorTally } from '#shared/domain/floor.ts';
import { historyWords } from '#shared/domain/history.ts';
import { isSave, savedWord } from '#shared/domain/printing.ts';
import type { HistoryRow } from '#shared/domain/records.ts';
import { type Language, pickLanguage } from '#shared/faults/languages.ts';
import { formatDateTime, groupInFours } from '#shared/formats.ts';
import type { ColumnKey, PaperContent } from '../../papers/index.ts';

/** A column's head in Portuguese and in English, and its field of a row. */
type Column<Row> = readonly [
  ptBr: string,
  en: string,
  field: keyof Row | ((row: Row, language: Language) => string | undefined),
];

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** The separator that spreadsheets of this language expect. */
const separators: Readonly<Record<Language, string>> = { 'pt-BR': ';', en: ',' };

const writeLine = (fields: readonly string[], language: Language): string =>
  `${fields.map(quote).join(separators[language])}\r\n`;

function makeTable<Row>(
  fileNames: Readonly<Record<Language, string>>,
  columns: readonly Column<Row>[],
) {
  return {
    fileNames,
    writeHead: (language: Language): string =>
      byteOrderMark +
      writeLine(
        columns.map(([ptBr, en]) => pickLanguage([ptBr, en], language)),
        language,
      ),
    writeRow: (row: Row, language: Language): string =>
      writeLine(
        columns.map(([, , field]) =>
          String((typeof field === 'function' ? field(row, language) : row[field]) ?? ''),
        ),
        language,
      ),
  };
}

/** The rows of a paper, in its columns. */
export function writePaperTable({ columns, words, rows, language }: PaperContent): string {
  const keys = Object.keys(columns) as ColumnKey[];
  const heads = keys.map((key) => words.columns[key]);
  const lines = rows.map((row) => keys.map((key) => writeCode(row[key] ?? '')));
  return byteOrderMark + [heads, ...lines].map((line) => writeLine(line, language)).join('');
}

export const historyTable = makeTable<HistoryRow>(
  { 'pt-BR': 'doca-historico', en: 'doca-history' },
  [
    ['Dia', 'Day', ({ atMs }) => formatDateTime(atMs).split(' ')[0]],
    ['Hora', 'Time', ({ atMs }) => formatDateTime(atMs).split(' ')[1]],
    [
      'O quê',
      'What',
      ({ kind, printer }, language) =>
        pickLanguage(isSave(printer) ? savedWord : historyWords[kind], language),
    ],
    ['Agrupamento', 'Grouping', 'groupingId'],
    ['Nome do agrupamento', 'Name of the grouping', 'identification'],
    ['Destinatário', 'Recipient', 'recipient'],
    ['Nota fiscal', 'Invoice', 'invoiceNumber'],
    ['Rastreio', 'Tracking', ({ trackingCode }) => writeCode(trackingCode ?? '')],
    ['Impressão', 'Print job', 'printRunId'],
    ['Quem', 'Who', 'person'],
    ['Bancada', 'Station', 'station'],
  ],
);

export const tallyTable = makeTable<FloorTally>({ 'pt-BR': 'doca-bancadas', en: 'doca-stations' }, [
  ['Bancada', 'Station', 'station'],
  ['Quem', 'Who', 'person'],
  ['Etiquetas', 'Labels', 'labels'],
  ['Volumes conferidos', 'Parcels checked', 'parcels'],
  ['Agrupamentos concluídos', 'Groupings concluded', 'groupings'],
]);

/**
 * A spreadsheet would turn digits into a number, and lose the last ones or zeros at the start: they
 * are written in groups.
 */
function writeCode(code: string): string {
  return /^(?:\d{12,}|0\d{4,})$/.test(code) ? groupInFours(code) : code;
}

/**
 * A spreadsheet executes text that begins so, after blanks and in wide letters too; an apostrophe
 * prevents it.
 */
const formulaLike = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function quote(field: string): string {
  const safe = formulaLike.test(field) ? `'${field}` : field;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
