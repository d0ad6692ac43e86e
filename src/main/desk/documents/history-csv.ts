import { formatDateTime, groupInFours, historyWords } from '../../../shared/index.ts';
import type { HistoryRow, Language } from '../../../shared/index.ts';
import { byteOrderMark, writeLine } from './csv.ts';

interface Words {
  readonly fileName: string;
  readonly heads: readonly string[];
}

export const historyCsvWords: Readonly<Record<Language, Words>> = {
  'pt-BR': {
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
      'Quem',
      'Bancada',
    ],
  },
  en: {
    fileName: 'doca-history',
    heads: [
      'Day',
      'Time',
      'What',
      'Grouping',
      'Name of the grouping',
      'Recipient',
      'Invoice',
      'Tracking',
      'Print job',
      'Who',
      'Station',
    ],
  },
};

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
    row.person ?? '',
    row.station ?? '',
  ];
  return writeLine(fields, language);
}

/**
 * A spreadsheet would turn digits into a number and lose the last ones: they are written in groups, as on the screen.
 */
function writeCode(code: string): string {
  return /^\d{12,}$/.test(code) ? groupInFours(code) : code;
}
