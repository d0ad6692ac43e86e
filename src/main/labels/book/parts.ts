import { countPagesFrom, type LabelFormat } from '#shared/domain/labels.ts';
import { FaultError, need, throwFault } from '../../os/errors.ts';
import { filterZpl, selectLabels } from '../../zpl/index.ts';
import { findLabelEntries } from '../formats/label-entries.ts';
import { judgeUnread } from '../formats/unread-kinds.ts';
import { endsAsItShould, unwrap, type BareFormat } from '../formats/detect-format.ts';
import type { StoredPage } from '../pdf/merge/object-store.ts';
import { noteMended } from '../pdf/syntax/inflate.ts';
import type { BookEntry } from '../types.ts';
import type { Choice } from './protocol.ts';

/** One file within a label file, or the file itself. */
export interface Part {
  readonly format: Exclude<BareFormat, 'zip'>;
  /** For ZPL: the part that a printer may get, from which everything is drawn and written. */
  readonly bytes: Buffer;
  readonly leftOut: readonly string[];
  /** The labels that are papers of invoices, counted from 0. */
  readonly danfes: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/**
 * Returns the labels of filtered ZPL that are papers of invoices; loads the reader only if one may
 * be.
 */
export async function listDanfes(zpl: Buffer): Promise<ReadonlySet<number>> {
  return /danfe/i.test(zpl.toString('latin1'))
    ? (await import('../zpl-reading/danfes.ts')).findDanfes(zpl)
    : none;
}

async function makePart(format: Part['format'], bytes: Buffer): Promise<Part> {
  if (format !== 'zpl') return { format, bytes, leftOut: [], danfes: none };
  const { zpl, leftOut, isMended } = filterZpl(bytes);
  if (isMended) noteMended();
  return { format, bytes: zpl, leftOut, danfes: await listDanfes(zpl) };
}

/** Returns a label without its wrappings. Throws `FaultError`, also for a file that is none. */
export function unwrapLabel(file: Buffer, maxBytes: number) {
  const { format, bytes, outer } = need(unwrap(file, maxBytes));
  if (format === null || outer === null) throw new FaultError(judgeUnread(bytes));
  return { format, bytes, outer };
}

/** More than any label has, and the limit for unpacked gzip. */
const maxUnwrappedBytes = 64 * 1024 * 1024;

/** Returns the files in a label file, and its own format. Throws `FaultError`. */
export async function openParts(file: Buffer) {
  const { format, bytes, outer } = unwrapLabel(file, maxUnwrappedBytes);
  if (format === 'zip') return { format: outer, parts: await readArchive(bytes) };
  // Files that came unwrapped were checked on arrival.
  if (outer !== format && !endsAsItShould(format, bytes))
    throwFault('label-corrupt', { detail: `${format} without its end` });
  return { format: outer, parts: [await makePart(format, bytes)] };
}

export function selectZpl(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ format }) => format === 'zpl');
}

export function selectPapers({ bytes, danfes }: Part, papers: BookEntry['papers']): Buffer {
  return danfes.size === 0
    ? bytes
    : selectLabels(bytes, (label) => isAskedFor(label, danfes, papers));
}

/** True if an entry asks for this label or page, by its place among those of its file. */
export function isAskedFor(
  place: number,
  danfes: ReadonlySet<number>,
  papers: BookEntry['papers'],
): boolean {
  return papers === undefined || danfes.has(place) === (papers === 'danfes');
}

export function countBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

async function readArchive(file: Buffer): Promise<readonly Part[]> {
  const { openArchive } = await import('../formats/archive.ts');
  const parts = findLabelEntries(need(await openArchive(file))).map(({ format, bytes }) =>
    makePart(format, bytes),
  );
  return Promise.all(parts);
}

/** The result for one part, or for all together. */
export interface PartRead {
  /** The chosen pages; none for ZPL that no PDF has needed yet. */
  readonly pages: readonly StoredPage[];
  /** In points, for the chosen pages, drawn or not. */
  readonly sizes: readonly Pick<StoredPage, 'width' | 'height'>[];
  readonly filePages: number;
  /** The indices of `sizes` that are papers of invoices. */
  readonly danfes: readonly number[];
  readonly croppedPages: number;
}

export const nothingRead: PartRead = {
  pages: [],
  sizes: [],
  filePages: 0,
  danfes: [],
  croppedPages: 0,
};

/** Reads the parts one after the other, each with its own page numbers. */
export async function readInTurn(
  parts: readonly Part[],
  choice: Choice,
  read: (part: Part, own: Choice) => Promise<PartRead>,
): Promise<PartRead> {
  let all = nothingRead;
  for (const part of parts) {
    const one = await read(part, { ...choice, pages: countPagesFrom(choice.pages, all.filePages) });
    all = {
      pages: [...all.pages, ...one.pages],
      sizes: [...all.sizes, ...one.sizes],
      danfes: [...all.danfes, ...one.danfes.map((page) => all.sizes.length + page)],
      filePages: all.filePages + one.filePages,
      croppedPages: all.croppedPages + one.croppedPages,
    };
  }
  return all;
}

/** Returns a label's kind for people, such as `ZIP · ZPL`. */
export function nameKind(format: LabelFormat, parts: readonly Part[]): string {
  const kinds = new Set([format, ...parts.map((part) => part.format)]);
  return [...kinds].join(' · ').toUpperCase();
}
