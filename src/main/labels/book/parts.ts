import { countPagesFrom, fault, isRaw } from '../../../shared/index.ts';
import type { Fault, FileFormat } from '../../../shared/index.ts';
import { filterZpl, findLabelEnds } from '../../zpl/index.ts';
import { findLabelEntries } from '../formats/label-entries.ts';
import { judgeUnread } from '../formats/unread-kinds.ts';
import { unwrap } from '../formats/detect-format.ts';
import type { BareFormat } from '../formats/detect-format.ts';
import type { StoredPage } from '../pdf/merge/graph.ts';
import { filterRaw } from '../raw/filter.ts';
import { endsAsItShould } from '../store/receive.ts';
import type { Choice } from './protocol.ts';

/** A fault on its way out of the reading of one file. */
export class Refused extends Error {
  readonly fault: Fault;
  constructor(reason: Fault) {
    super(reason.kind);
    this.fault = reason;
  }
}

/** One file of what a label file holds, itself or what is packed in it. */
export interface Part {
  readonly format: Exclude<BareFormat, 'zip'>;
  /** Of ZPL, EPL, TSPL and CPCL, what of it may go to a printer: everything that is drawn and written is made of that. */
  readonly bytes: Buffer;
  readonly leftOut: readonly string[];
}

function makePart(format: Part['format'], bytes: Buffer): Part {
  if (isRaw(format)) {
    const { bytes: raw, leftOut } = filterRaw(bytes, format);
    return { format, bytes: raw, leftOut };
  }
  if (format !== 'zpl') return { format, bytes, leftOut: [] };
  const { zpl, leftOut } = filterZpl(bytes);
  return { format, bytes: zpl, leftOut };
}

/** More than any label has, and than a gzip may unpack to. */
const maxUnwrappedBytes = 64 * 1024 * 1024;

export async function openParts(file: Buffer): Promise<readonly Part[]> {
  const unwrapped = unwrap(file, maxUnwrappedBytes);
  if (!unwrapped.ok) throw new Refused(unwrapped.fault);
  const { format, bytes } = unwrapped.value;
  if (format === null) throw new Refused(judgeUnread(bytes));
  if (format === 'zip') return readArchive(bytes);
  // Of what came as it is this was seen when it came.
  if (bytes.buffer !== file.buffer && !isRaw(format) && !endsAsItShould(format, bytes))
    throw new Refused(fault('label-corrupt', { detail: `${format} without its end` }));
  return [makePart(format, bytes)];
}

export function selectZpl(parts: readonly Part[]): readonly Buffer[] {
  return parts.filter(({ format }) => format === 'zpl').map(({ bytes }) => bytes);
}

/** What goes to a printer as it is. */
export function selectRaw(parts: readonly Part[]): readonly Buffer[] {
  return parts.filter(({ format }) => format === 'zpl' || isRaw(format)).map(({ bytes }) => bytes);
}

/** What of a file is known by: its language where it goes to a printer as it is, whatever is wrapped around it. */
export function findFormat(outer: FileFormat, parts: readonly Part[]): FileFormat {
  const [first] = parts;
  return first !== undefined && isRaw(first.format) ? first.format : outer;
}

/** Where each label of one such part ends. */
export function findEnds(bytes: Buffer, format: FileFormat): readonly number[] {
  return isRaw(format) ? filterRaw(bytes, format).labelEnds : [...findLabelEnds(bytes)];
}

export function countBytes(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

async function readArchive(file: Buffer): Promise<readonly Part[]> {
  const { openArchive } = await import('../formats/archive.ts');
  const opened = await openArchive(file);
  if (!opened.ok) throw new Refused(opened.fault);
  return findLabelEntries(opened.value).map(({ format, bytes }) =>
    makePart(format, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  );
}

/** What one part gave, or all of them together. */
export interface PartRead {
  /** Those that were chosen; none of ZPL that no PDF has needed yet. */
  readonly pages: readonly StoredPage[];
  /** In points, of the chosen pages, drawn or not. */
  readonly sizes: readonly Pick<StoredPage, 'width' | 'height'>[];
  readonly filePages: number;
  readonly croppedPages: number;
  readonly producers: readonly string[];
}

/** Reads the parts one after the other; each with the page numbers that are its own. */
export async function readInTurn(
  parts: readonly Part[],
  choice: Choice,
  read: (part: Part, own: Choice) => Promise<PartRead>,
): Promise<PartRead> {
  let all: PartRead = { pages: [], sizes: [], filePages: 0, croppedPages: 0, producers: [] };
  for (const part of parts) {
    const one = await read(part, { ...choice, pages: countPagesFrom(choice.pages, all.filePages) });
    all = {
      pages: [...all.pages, ...one.pages],
      sizes: [...all.sizes, ...one.sizes],
      filePages: all.filePages + one.filePages,
      croppedPages: all.croppedPages + one.croppedPages,
      producers: [...all.producers, ...one.producers],
    };
  }
  return all;
}

/** A producer's name is text from outside: short, on one line. */
const maxProducerLength = 60;

/** What a label is, for people: `ZIP · ZPL`, or `PDF` with the programs that its files name. */
export function nameKind(format: FileFormat, parts: readonly Part[], producers: readonly string[]): string {
  const kinds = new Set([format, ...parts.map((part) => part.format)]);
  const made = [...new Set(producers)]
    .map((producer) =>
      producer
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, maxProducerLength),
    )
    .filter((producer) => producer !== '');
  return [...[...kinds].map((kind) => kind.toUpperCase()), ...made].join(' · ');
}
