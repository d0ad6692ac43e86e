const longestNotes = 4_000;

/**
 * The notes of a feed as text that can be shown: it comes from outside, as one text or as one for each version, and may
 * hold HTML. No tags, no control characters, no text direction tricks, no endless length.
 */
export function readNotes(notes: unknown): string {
  const text = Array.isArray(notes)
    ? notes
        .map(oneVersion)
        .filter((part) => part !== '')
        .join('\n\n')
    : textOf(notes);
  const clean = text
    .replace(/<(br|\/p|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (character) => (character === '\n' ? character : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return clean.length <= longestNotes ? clean : `${clean.slice(0, longestNotes).trimEnd()}…`;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function oneVersion(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return '';
  const { version, note } = entry as { readonly version?: unknown; readonly note?: unknown };
  const text = textOf(note);
  return text === '' ? '' : `${textOf(version)}\n${text}`.trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
