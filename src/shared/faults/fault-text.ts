import type { FaultKind, FaultWords } from './faults.ts';
import { en } from './words-en.ts';
import { ptBr } from './words-pt-br.ts';

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** One sentence of what happened, one of what to do. */
export interface FaultText {
  readonly what: string;
  readonly next: string;
}

const catalogues: Readonly<Record<Language, FaultWords>> = { 'pt-BR': ptBr, en };

export function faultText(kind: FaultKind, language: Language): FaultText {
  const words = catalogues[language];
  return { what: words[`${kind}.what`], next: words[`${kind}.next`] };
}
