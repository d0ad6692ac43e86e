import type { Language } from '#shared/faults/languages.ts';
import { fold } from '#shared/formats.ts';
import type { Book, Section } from './links.ts';

/** The guides of a language; each is fetched from the program's own files when it is opened. */
const books = {
  'pt-BR': {
    work: () => import('../../../docs/pt-BR/guia-de-operacao.md?guide'),
    it: () => import('../../../docs/pt-BR/guia-da-ti.md?guide'),
    floor: () => import('../../../docs/pt-BR/guia-das-bancadas.md?guide'),
  },
  en: {
    work: () => import('../../../docs/operating-guide.md?guide'),
    it: () => import('../../../docs/it-guide.md?guide'),
    floor: () => import('../../../docs/floor-guide.md?guide'),
  },
} as const;

export async function readBook(language: Language, book: Book): Promise<readonly Section[]> {
  // Made by the build, from the same type.
  return (await books[language][book]()).default as readonly Section[];
}

/** Returns the sections that have all these words, with accents or without. */
export function findSections(sections: readonly Section[], query: string): readonly Section[] {
  const words = fold(query).split(/\s+/);
  return sections.filter(({ html }) => {
    const text = fold(html.replaceAll(/<[^<>]*>/g, ' '));
    return words.every((word) => text.includes(word));
  });
}
