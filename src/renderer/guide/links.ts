export type Book = 'work' | 'it' | 'floor';

/**
 * A heading and its text, up to the next one; made of Markdown by the build, which lets no HTML of
 * the guide itself pass.
 */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 1 for the guide's own heading. */
  readonly level: number;
  readonly html: string;
}

const files: Readonly<Record<string, Book>> = {
  'guia-de-operacao.md': 'work',
  'operating-guide.md': 'work',
  'guia-da-ti.md': 'it',
  'it-guide.md': 'it',
  'guia-das-bancadas.md': 'floor',
  'floor-guide.md': 'floor',
};

/**
 * Returns where a link of a guide leads, or null if that is outside of the guides: the window leads
 * nowhere else.
 */
export function findTarget(to: string) {
  const [file = '', id = ''] = to.split('#');
  if (file === '') return { book: null, id };
  const book = files[file.split('/').at(-1) ?? ''];
  return book === undefined ? null : { book, id };
}
