import type { BothLanguages } from '../faults/languages.ts';

/** The commands of the menu, with the first key of each. */
export const menuKeys = {
  primary: 'F9',
  find: 'F3',
  'go-desk': 'F2',
  'go-print': 'F4',
  'go-check': 'F6',
  'go-history': 'F7',
  'go-office': 'F8',
  'go-settings': 'Ctrl+,',
  shortcuts: 'F1',
} as const;

/** Characters that the window may put into the clipboard at once. */
export const longestCopy = 20_000;

/** The steps of setting up a workstation, on the screen and on paper. */
export const benchStepNames = {
  erp: ['ERP', 'ERP'],
  printer: ['Impressora', 'Printer'],
  scanner: ['Leitor', 'Scanner'],
  screen: ['Tela e som', 'Screen and sound'],
  people: ['Quem trabalha aqui', 'Who works here'],
} as const satisfies Readonly<Record<string, BothLanguages>>;

export type BenchStep = keyof typeof benchStepNames;
export const benchSteps = Object.keys(benchStepNames) as readonly BenchStep[];
