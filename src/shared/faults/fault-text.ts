import type { FaultKind } from './faults.ts';
import { en } from './words-en.ts';
import { ptBr } from './words-pt-br.ts';

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** One sentence on what happened, one on what to do. */
export interface FaultText {
  readonly what: string;
  readonly next: string;
}

const catalogues: Readonly<Record<Language, typeof ptBr>> = { 'pt-BR': ptBr, en };

/** `detail`: the fault's; if it is a name, it stands before the words. */
export function faultText(kind: FaultKind, language: Language, detail: string | null = null): FaultText {
  const words = catalogues[language];
  const named = kind === 'label-in-panel' && detail !== null ? `${detail} · ` : '';
  return { what: `${named}${words[`${kind}.what`]}`, next: words[`${kind}.next`] };
}
