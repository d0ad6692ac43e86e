/** A file name, without extension, that every system accepts and a person recognises. */
export function makeFileName(grouping: {
  readonly id: number;
  readonly identification: string | null;
}): string {
  const readable = cutText(
    (grouping.identification ?? '').normalize('NFC').replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-'),
  )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[^\p{L}\p{N}]+|(?<![ .-])[ .-]+$/gu, '');
  const name = `${readable === '' ? 'agrupamento' : readable}-${grouping.id}`;
  return deviceName.test(name) ? `agrupamento-${name}` : name;
}

/** Windows' device names, before any extension: `NUL.1-7.pdf` goes nowhere, `COM1.…` to a port. */
const deviceName = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³]) *\./i;

const longestBytes = 160;

/**
 * The beginning of a text: a file name has 255 bytes in all, and a character up to four of them.
 */
function cutText(text: string): string {
  const cut = Buffer.from(text.slice(0, 70).toWellFormed()).subarray(0, longestBytes).toString();
  return cut.replace(/(?<!\uFFFD)\uFFFD+$/, '');
}
