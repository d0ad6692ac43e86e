export type Book = 'work' | 'it' | 'floor' | 'release';

/** Which guide a link from another one means. */
const files: Readonly<Record<string, Book>> = {
  'guia-de-operacao.md': 'work',
  'operating-guide.md': 'work',
  'guia-da-ti.md': 'it',
  'it-guide.md': 'it',
  'guia-das-bancadas.md': 'floor',
  'floor-guide.md': 'floor',
  'guia-de-lancamento.md': 'release',
  'release-guide.md': 'release',
};

/** Null for what lies outside: the window leads nowhere else. */
export function findTarget(to: string): { readonly book: Book | null; readonly id: string } | null {
  const [file = '', id = ''] = to.split('#');
  if (file === '') return { book: null, id };
  const book = files[file.split('/').at(-1) ?? ''];
  return book === undefined ? null : { book, id };
}
