import { type BothLanguages, type Language, pickLanguage } from '#shared/faults/languages.ts';

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
