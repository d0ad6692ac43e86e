import { hash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Paper } from '../../../shared/index.ts';
import { readErrorCode } from '../../os/errors.ts';
import { makeOwnFolderSync, privateFileMode } from '../../os/files.ts';
import type { PageDraft } from '../pdf/page/normalise.ts';
import { PdfUnrenderable } from '../pdf/syntax/objects.ts';
import { leavesInk, splitZpl } from '../../zpl/index.ts';
import type { ZplBitmap } from './zpl-render.ts';

/** Width and height before the packed dots, in bytes. */
const headerBytes = 8;

/**
 * Labels drawn from ZPL, each in a file of its own under the digest of what it was drawn from: a label costs a fifth of a
 * second, and so is drawn once, whichever of a book's processes does it and however often it comes. What draws alone
 * (`dir` null) keeps nothing.
 */
export class ZplDrawings {
  readonly #dir: string | null;

  constructor(dir: string | null) {
    this.#dir = dir;
  }

  /** A page for each label of ZPL as `filterZpl` gives it. Throws `PdfUnrenderable` where one cannot be drawn or is white. */
  async draw(zpl: Buffer, paper: Paper): Promise<readonly PageDraft[]> {
    const { renderFormat, toPage } = await import('./zpl-render.ts');
    const pages: PageDraft[] = [];
    for (const text of splitZpl(zpl)) {
      const path = this.#findPath(text, paper);
      const known = path === null ? null : readBitmap(path);
      const bitmap = known ?? (await renderFormat(text, paper));
      if (known === null && path !== null) writeBitmap(path, bitmap);
      pages.push(toPage(bitmap, paper));
    }
    return pages;
  }

  #findPath(text: string, { widthMm, heightMm }: Paper): string | null {
    return this.#dir === null ? null : join(this.#dir, hash('sha256', `${widthMm} ${heightMm} ${text}`));
  }
}

/** In points. */
interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The sizes of the pages that ZPL will be drawn as, without drawing. Throws `PdfUnrenderable` for ZPL that prints nothing,
 * and for a label that can only stay white, whatever draws it. (White on black, outside of the paper, or characters that
 * the font lacks: that only shows on a drawing.)
 */
export async function measureZpl(zpl: Buffer, paper: Paper): Promise<readonly PageSize[]> {
  const { measurePaper } = await import('./image.ts');
  const sizes: PageSize[] = [];
  for (const text of splitZpl(zpl)) {
    if (!leavesInk(text)) throw new PdfUnrenderable('ZPL that leaves the paper white');
    sizes.push(measurePaper(paper));
  }
  if (sizes.length === 0) throw new PdfUnrenderable('ZPL that prints nothing');
  return sizes;
}

function readBitmap(path: string): ZplBitmap | null {
  try {
    const file = readFileSync(path);
    return { width: file.readUInt32BE(0), height: file.readUInt32BE(4), packed: file.subarray(headerBytes) };
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Under its name when it is whole: another process may look for it at any moment. No power cut is survived: the book is gone then. */
function writeBitmap(path: string, { width, height, packed }: ZplBitmap): void {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  makeOwnFolderSync(dirname(path));
  const part = `${path}.${randomUUID()}`;
  writeFileSync(part, Buffer.concat([header, packed]), { flag: 'wx', mode: privateFileMode });
  renameSync(part, path);
}
