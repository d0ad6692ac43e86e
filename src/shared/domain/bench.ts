import type { Language } from '../faults/fault-text.ts';

export const benchSteps = ['erp', 'printer', 'scanner', 'screen', 'people'] as const;
export type BenchStep = (typeof benchSteps)[number];

interface Setup {
  readonly steps: Readonly<Partial<Record<BenchStep, { readonly state: 'done' | 'skipped' }>>>;
}

/** No step is missing, and none was skipped. */
export function isBenchReady({ steps }: Setup): boolean {
  return benchSteps.every((step) => steps[step]?.state === 'done');
}

/** On the screen and on paper. */
export const benchStepNames: Readonly<Record<Language, Readonly<Record<BenchStep, string>>>> = {
  'pt-BR': {
    erp: 'ERP',
    printer: 'Impressora',
    scanner: 'Leitor',
    screen: 'Tela e som',
    people: 'Quem trabalha aqui',
  },
  en: { erp: 'ERP', printer: 'Printer', scanner: 'Scanner', screen: 'Screen and sound', people: 'Who works here' },
};
