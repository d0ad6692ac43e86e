import type { Language } from '../../shared/index.ts';
import { en } from './words-en.ts';
import { ptBr } from './words-pt-br.ts';

/** The finding and, if something is to be done, the advice; `{name}` stands for a value of the finding. */
interface Words {
  readonly what: string;
  readonly next?: string;
}

type CodeOf<Key> = Key extends `${infer Code}.what` ? Code : never;
export type FindingCode = CodeOf<keyof typeof en>;

const catalogues: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { 'pt-BR': ptBr, en };

export function findWords(code: FindingCode, language: Language): Words {
  const words: Readonly<Partial<Record<string, string>>> = catalogues[language];
  const next = words[`${code}.next`];
  return { what: catalogues[language][`${code}.what`], ...(next === undefined ? {} : { next }) };
}
