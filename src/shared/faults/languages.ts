export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** A text in Portuguese and in English: a pair or, if it is long, two lines. */
export type BothLanguages = readonly [ptBr: string, en: string] | `${string}\n${string}`;

export function pickLanguage(text: BothLanguages, language: Language): string {
  const [ptBr = '', en = ''] = typeof text === 'string' ? text.split(/\n */) : text;
  return language === 'en' ? en : ptBr;
}

/** Returns each text of a table in this language. */
export function pickAll<K extends string>(
  table: Readonly<Record<K, BothLanguages>>,
  language: Language,
) {
  const texts = Object.entries<BothLanguages>(table).map(([key, text]) => [
    key,
    pickLanguage(text, language),
  ]);
  return Object.fromEntries(texts) as Readonly<Record<K, string>>;
}
