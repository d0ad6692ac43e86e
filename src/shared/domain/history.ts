import type { Language } from '../faults/fault-text.ts';

/** The events that people see in the history. */
export const historyKinds = [
  'collected',
  'printed',
  'reprinted',
  'checked',
  'unchecked',
  'concluded',
  'conclusion-unknown',
  'accepted',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Their names on the screen and in an exported history. */
export const historyWords: Readonly<Record<Language, Readonly<Record<HistoryKind, string>>>> = {
  'pt-BR': {
    collected: 'Etiqueta buscada',
    printed: 'Impressa',
    reprinted: 'Reimpressa',
    checked: 'Conferido',
    unchecked: 'Conferência desfeita',
    concluded: 'Agrupamento concluído',
    'conclusion-unknown': 'Conclusão a confirmar',
    accepted: 'Vai sem etiqueta',
  },
  en: {
    collected: 'Label fetched',
    printed: 'Printed',
    reprinted: 'Reprinted',
    checked: 'Checked',
    unchecked: 'Check undone',
    concluded: 'Grouping concluded',
    'conclusion-unknown': 'Conclusion to confirm',
    accepted: 'Goes without label',
  },
};
