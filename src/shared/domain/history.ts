import type { BothLanguages } from '../faults/languages.ts';

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

export type HistoryKind = keyof typeof historyWords;
export const historyKinds = Object.keys(historyWords) as readonly HistoryKind[];
