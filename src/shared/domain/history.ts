import type { BothLanguages } from '../faults/languages.ts';
import { filePrinterName } from './printing.ts';

/** The events that people see in the history. */
export const historyWords = {
  collected: ['Etiqueta buscada', 'Label fetched'],
  imported: ['Etiqueta de arquivo', 'Label from a file'],
  printed: ['Impressa', 'Printed'],
  reprinted: ['Reimpressa', 'Reprinted'],
  checked: ['Conferido', 'Checked'],
  unchecked: ['Conferência desfeita', 'Check undone'],
  concluded: ['Agrupamento concluído', 'Grouping concluded'],
  'conclusion-unknown': ['Conclusão a confirmar', 'Conclusion to confirm'],
  accepted: ['Segue sem etiqueta', 'Goes without label'],
} as const satisfies Readonly<Record<string, BothLanguages>>;

/** In place of a print that only wrote into a folder. */
export const savedWord = ['Salva em PDF', 'Saved as PDF'] as const;

export type HistoryKind = keyof typeof historyWords;
export const historyKinds = Object.keys(historyWords) as readonly HistoryKind[];

/** `printer`: the one of a print. */
export function isSave(printer: unknown): boolean {
  return printer === filePrinterName;
}
