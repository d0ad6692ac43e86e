import type { Language } from '../faults/fault-text.ts';

const en = {
  collected: 'Label fetched',
  imported: 'Label from a file',
  printed: 'Printed',
  reprinted: 'Reprinted',
  checked: 'Checked',
  unchecked: 'Check undone',
  concluded: 'Grouping concluded',
  'conclusion-unknown': 'Conclusion to confirm',
  accepted: 'Goes without label',
};

/** The events that people see in the history. */
export type HistoryKind = keyof typeof en;
export const historyKinds = Object.keys(en) as readonly HistoryKind[];

export const historyWords: Readonly<Record<Language, Readonly<Record<HistoryKind, string>>>> = {
  en,
  'pt-BR': {
    collected: 'Etiqueta buscada',
    imported: 'Etiqueta de arquivo',
    printed: 'Impressa',
    reprinted: 'Reimpressa',
    checked: 'Conferido',
    unchecked: 'Conferência desfeita',
    concluded: 'Agrupamento concluído',
    'conclusion-unknown': 'Conclusão a confirmar',
    accepted: 'Segue sem etiqueta',
  },
};
