import type { LabelFormat } from '../../../shared/index.ts';

const labelWord = /\b(?:etiqueta|label|rotulo)/;
/** Control sheets, content declarations, invoices and lists, which carriers pack beside the label. */
const otherWord = /\b(?:controle|declara|danfe|nota|nfe|lista|romaneio|instruc)/;

/**
 * Which of an archive's files are the label. Raw ZPL always is, and what lies beside it is for the office; among PDFs
 * and images it is those whose name does not say that they are something else, or all where no other is left.
 */
export function findLabelEntries<T extends { readonly name: string; readonly format: LabelFormat }>(
  entries: readonly T[],
): readonly T[] {
  const zpl = entries.filter((entry) => entry.format === 'zpl');
  if (zpl.length > 0) return zpl;
  const labels = entries.filter((entry) => !saysItIsSomethingElse(entry.name));
  return labels.length > 0 ? labels : entries;
}

/** The first telling word decides: `etiqueta-nota-123.pdf` is a label, `lista-de-etiquetas.pdf` is not. */
function saysItIsSomethingElse(name: string): boolean {
  const words = (name.split('/').at(-1) ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  const other = words.search(otherWord);
  const label = words.search(labelWord);
  return other >= 0 && (label < 0 || other < label);
}
