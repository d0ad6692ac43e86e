import type { Language } from '#shared/faults/languages.ts';

export interface Sheet {
  readonly fileName: string;
  readonly pdf: Uint8Array;
}

export function choose(language: Language) {
  return (ptBr: string, en: string): string => ({ 'pt-BR': ptBr, en })[language];
}
