import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabelFormat } from '#shared/domain/labels.ts';
import { need, throwFault } from '../../os/errors.ts';
import { privateFileMode } from '../../os/files.ts';
import { filterZpl, isReset, printsSomething, readPieces, splitZpl } from '../../zpl/index.ts';
import type { ObjectStore } from '../pdf/merge/object-store.ts';
import type { PageEngine } from '../pdf/look/look.ts';
import { writePdf } from '../pdf/merge/write-pdf.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import type { LabelPiece } from '../types.ts';
import { writePieces } from './files.ts';
import { listDanfes, unwrapLabel } from './parts.ts';

/** More than any grouping has; a file with more is not one of labels. */
const maxPieces = 5000;
/** All of them together, on the disk: each page of a PDF brings its fonts and pictures along. */
const maxPiecesBytes = 1024 * 1024 * 1024;
const maxUnpackedBytes = 256 * 1024 * 1024;

/**
 * Writes the labels of a file with many into files of their own. Throws `FaultError`, and the
 * readers' errors.
 */
export async function splitFile(
  file: Buffer,
  folder: string,
  store: ObjectStore,
  engine: PageEngine,
  runs: Runs | null = null,
): Promise<readonly LabelPiece[]> {
  const { format, bytes } = unwrapLabel(file, maxUnpackedBytes);
  const room = new PieceRoom(folder);
  switch (format) {
    case 'pdf':
      await splitPages(bytes, room, store, engine, runs);
      break;
    case 'zip':
      await splitArchive(bytes, room);
      break;
    case 'zpl':
      for (const label of await listLabels(bytes))
        await room.add(null, format, Buffer.from(label, 'latin1'));
      break;
    default:
      await room.add(null, format, bytes);
  }
  return room.pieces;
}

type Runs = readonly (readonly number[])[];

async function splitPages(
  file: Buffer,
  room: PieceRoom,
  store: ObjectStore,
  engine: PageEngine,
  runs: Runs | null,
): Promise<void> {
  const { pages } = await readPdf(file, 'all', store, { engine, cutFrom: 2 });
  for (const run of runs ?? pages.map((_page, number) => [number])) {
    const chosen = run.flatMap((number) => pages[number] ?? []);
    await room.make(null, 'pdf', (path) =>
      writePieces(path, (output) => writePdf(chosen, store, output)),
    );
  }
}

async function splitArchive(file: Buffer, room: PieceRoom): Promise<void> {
  const { openArchive } = await import('../formats/archive.ts');
  const opened = await openArchive(file, { maxEntries: maxPieces, maxUnpackedBytes });
  for (const { name, format, bytes } of need(opened)) await room.add(name, format, bytes);
}

/**
 * Returns the independent labels of ZPL; all as one if any only sets up. An invoice's paper stays
 * with its label.
 */
async function listLabels(file: Buffer): Promise<readonly string[]> {
  const { zpl } = filterZpl(file);
  const formats = [...readPieces(zpl)].filter(({ format }) => format !== '');
  const isPlain = formats.every(
    ({ outside, format }) => outside.trim() === '' && (printsSomething(format) || isReset(format)),
  );
  if (!isPlain) return [zpl.toString('latin1')];
  const danfes = await listDanfes(zpl);
  const pieces: string[] = [];
  for (const [index, label] of [...splitZpl(zpl)].entries())
    if (danfes.has(index) && pieces.length > 0) pieces.push((pieces.pop() ?? '') + label);
    else pieces.push(label);
  return pieces;
}

class PieceRoom {
  readonly pieces: LabelPiece[] = [];
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(name: string | null, format: LabelFormat, bytes: Uint8Array): Promise<void> {
    return this.make(name, format, async (path) => {
      // A split that was lost with its process is repeated in the same folder.
      await writeFile(path, bytes, { mode: privateFileMode });
      return bytes.byteLength;
    });
  }

  /** `write` returns the number of bytes it wrote. */
  async make(
    name: string | null,
    format: LabelFormat,
    write: (path: string) => Promise<number>,
  ): Promise<void> {
    if (this.pieces.length >= maxPieces)
      throwFault('label-too-large', { detail: `${maxPieces} labels` });
    const path = join(this.#folder, `${this.pieces.length + 1}.piece`);
    this.#bytes += await write(path);
    if (this.#bytes > maxPiecesBytes)
      throwFault('label-too-large', { detail: `${this.#bytes} bytes` });
    this.pieces.push({ path, name, format });
  }
}
