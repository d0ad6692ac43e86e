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

interface Setup {
  readonly steps: Readonly<Partial<Record<BenchStep, { readonly state: 'done' | 'skipped' }>>>;
}

/** No step is missing, and none was skipped. */
export function isBenchReady({ steps }: Setup): boolean {
  return benchSteps.every((step) => steps[step]?.state === 'done');
}
