/** A file name, without extension, that every system takes and a person recognises. */
export function makeFileName(grouping: { readonly id: number; readonly identification: string | null }): string {
  const readable = (grouping.identification ?? '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 70)
    .replaceAll(/^[^\p{L}\p{N}]+|[ .-]+$/gu, '');
  return `${readable === '' ? 'agrupamento' : readable}-${grouping.id}`;
}
