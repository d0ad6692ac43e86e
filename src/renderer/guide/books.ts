import { fold } from '../../shared/index.ts';
import type { Language } from '../../shared/index.ts';
import { writePlain } from './blocks.ts';
import type { Block, Guide } from './blocks.ts';
import type { Book } from './links.ts';

/** The guides of a language, by the file that they are written in; each is fetched from the program's own files when it is opened. */
const books = {
  'pt-BR': {
    work: () => import('../../../docs/pt-BR/guia-de-operacao.md?guide'),
    it: () => import('../../../docs/pt-BR/guia-da-ti.md?guide'),
    floor: () => import('../../../docs/pt-BR/guia-das-bancadas.md?guide'),
    release: () => import('../../../docs/pt-BR/guia-de-lancamento.md?guide'),
  },
  en: {
    work: () => import('../../../docs/operating-guide.md?guide'),
    it: () => import('../../../docs/it-guide.md?guide'),
    floor: () => import('../../../docs/floor-guide.md?guide'),
    release: () => import('../../../docs/release-guide.md?guide'),
  },
} as const;

export async function readBook(language: Language, book: Book): Promise<Guide> {
  // Made by the build from the same types.
  return (await books[language][book]()).default as Guide;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly level: number;
  readonly blocks: readonly Block[];
}

export function cutSections(guide: Guide): readonly Section[] {
  const sections: (Section & { readonly blocks: Block[] })[] = [];
  for (const block of guide) {
    if (block.kind === 'heading')
      sections.push({ id: block.id, title: writePlain(block.parts), level: block.level, blocks: [block] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** The sections in which all these words stand, accents or not. */
export function findSections(sections: readonly Section[], query: string): readonly Section[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return sections;
  return sections.filter(({ blocks }) => {
    const text = fold(blocks.map(writeBlock).join(' '));
    return words.every((word) => text.includes(word));
  });
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return writePlain(block.parts);
    case 'list':
      return block.items.flat().map(writeBlock).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(writePlain).join(' ')).join(' ');
    case 'code':
      return block.text;
    case 'picture':
      return block.alt;
  }
}
