import { labelExtensions } from '#shared/domain/import.ts';
import type { LabelFormat } from '#shared/domain/labels.ts';
import { endsAsItShould } from './detect-format.ts';

/** The kinds of files with an end of their own; the text of the others may end anywhere. */
const ending: Readonly<Record<string, LabelFormat>> = {
  pdf: 'pdf',
  zip: 'zip',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
};

/** Returns true if a file of this name may hold labels; its first bytes decide. */
export function isLabelFile(name: string): boolean {
  return labelExtensions.some((one) => one === readExtension(name));
}

/** Returns false for a file that is only half there: its last bytes lack the end of its kind. */
export function hasEnd(name: string, tail: Buffer): boolean {
  const format = ending[readExtension(name)];
  return format === undefined || endsAsItShould(format, tail);
}

function readExtension(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
