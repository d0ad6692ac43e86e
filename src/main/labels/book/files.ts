import { writeFileSync } from 'node:fs';
import { writeWhole } from '../../os/files.ts';
import type { PdfSink } from '../pdf/merge/write-pdf.ts';

const chunkBytes = 256 * 1024;

/**
 * Writes a file in small pieces, gathered into large ones, whole or not at all. Throws the file
 * system's own errors.
 */
export function writePieces<T>(
  path: string,
  write: (output: PdfSink) => T | Promise<T>,
): Promise<T> {
  return writeWhole(path, async ({ fd }) => {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    const flush = (): void => {
      // Behind the earlier pieces: a descriptor keeps its position.
      writeFileSync(fd, Buffer.concat(pieces.splice(0)));
      bytes = 0;
    };
    const result = await write({
      write: (piece) => {
        pieces.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
        bytes += piece.length;
        if (bytes >= chunkBytes) flush();
      },
    });
    flush();
    return result;
  });
}
