import { labelExtensions } from '#shared/domain/import.ts';

/** The kinds of files that end in these bytes; not always the very last ones. */
const ends: Readonly<Record<string, string>> = {
  pdf: '%%EOF',
  zip: 'PK\x05\x06',
  png: 'IEND',
  jpg: '\xff\xd9',
  jpeg: '\xff\xd9',
};
/** A ZIP has a comment at its end. */
export const tailBytes = 66_000;

/** Returns true if a file of this name may hold labels; its first bytes decide. */
export function isLabelFile(name: string): boolean {
  return labelExtensions.some((one) => one === readExtension(name));
}

/** Returns false for a file that is only half there: its last bytes lack the end of its kind. */
export function hasEnd(name: string, tail: Buffer): boolean {
  return tail.includes(ends[readExtension(name)] ?? '', 0, 'latin1');
}

function readExtension(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
