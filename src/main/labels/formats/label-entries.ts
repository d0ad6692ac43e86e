import type { LabelFormat } from '#shared/domain/labels.ts';
import { fold } from '#shared/formats.ts';

const labelWord = /\b(?:etiqueta|label|rotulo)/;
/**
 * Control sheets, content declarations, invoices and lists, which carriers pack beside the label.
 */
const otherWord = /\b(?:controle|declara|danfe|nota|nfe|lista|romaneio|instruc)/;

/**
 * Returns the files of an archive that are the label. Raw ZPL always is, and files beside it are
 * for the office; else those whose name does not call them something else, or all if none is left.
 */
export function findLabelEntries<T extends { readonly name: string; readonly format: LabelFormat }>(
  entries: readonly T[],
): readonly T[] {
  const zpl = entries.filter((entry) => entry.format === 'zpl');
  if (zpl.length > 0) return zpl;
  const labels = entries.filter((entry) => !saysItIsSomethingElse(entry.name));
  return labels.length > 0 ? labels : entries;
}

/**
 * The first telling word decides: `etiqueta-nota-123.pdf` is a label, `lista-de-etiquetas.pdf` is
 * not.
 */
export function saysItIsSomethingElse(name: string): boolean {
  const words = readWords(name);
  const other = words.search(otherWord);
  const label = words.search(labelWord);
  return other >= 0 && (label < 0 || other < label);
}

export function saysItIsLabel(name: string): boolean {
  return labelWord.test(readWords(name)) && !saysItIsSomethingElse(name);
}

/** Returns the words of a file's own name, folded, separated by blanks. */
function readWords(name: string): string {
  const file = name.split('/').at(-1) ?? '';
  return fold(file.replace(/([\p{Ll}\p{M}\d])(?=\p{Lu})/gu, '$1 ')).replace(/[^a-z0-9]+/g, ' ');
}
