export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** A text in Portuguese and in English: a pair or, if it is long, two lines. */
export type BothLanguages = readonly [ptBr: string, en: string] | `${string}\n${string}`;

export function pickLanguage(text: BothLanguages, language: Language): string {
  const [ptBr = '', en = ''] = typeof text === 'string' ? text.split(/\n */) : text;
  return language === 'en' ? en : ptBr;
}
