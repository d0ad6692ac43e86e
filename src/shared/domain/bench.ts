import type { BothLanguages } from '../faults/languages.ts';

/** On the screen and on paper. */
export const benchStepNames = {
  erp: ['ERP', 'ERP'],
  printer: ['Impressora', 'Printer'],
  scanner: ['Leitor', 'Scanner'],
  screen: ['Tela e som', 'Screen and sound'],
  people: ['Quem trabalha aqui', 'Who works here'],
} as const satisfies Readonly<Record<string, BothLanguages>>;

export type BenchStep = keyof typeof benchStepNames;
export const benchSteps = Object.keys(benchStepNames) as readonly BenchStep[];
