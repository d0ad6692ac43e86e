import { getFileNameLowLevel } from 'yauzl';
import type { Entry } from 'yauzl';

/**
 * The name of a ZIP entry as its producer meant it. Many write UTF-8 without saying so; what is not UTF-8 is read as
 * the format's own code page 437.
 */
export function entryName(entry: Entry): string {
  const declared = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  // Differs from the plain bytes only where an extra field gives the name in Unicode.
  const plain = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, [], true);
  if (declared !== plain) return declared;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw);
  } catch {
    return declared;
  }
}

/** Names that would lead out of a folder. Nothing is unpacked to disk, but who sends such an archive means no good. */
export function isUnsafeName(name: string): boolean {
  return /[\\\0]/.test(name) || name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..');
}

/** Folders, and what macOS adds for itself. */
export function isNoFile(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || name.split('/').at(-1)?.startsWith('._') === true;
}
