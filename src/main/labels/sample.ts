import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook, type StartLabelProcess } from './book/book.ts';

const sample = '^XA^PW400^LL400^FO40,40^A0N,40,40^FDDoca^FS^FO40,120^BCN,80^FD123456^FS^XZ';
/** Virus scanners first examine a newly installed program. */
const limits = { timeoutMs: 60_000 };

/**
 * Returns true if the label process starts, which includes reading PDF labels, and then reads and
 * draws a ZPL one.
 */
export async function readSampleLabel(startProcess: StartLabelProcess): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'doca-sample-'));
  const book = createLabelBook({ startProcess, spillDir: folder, limits });
  try {
    const path = join(folder, 'sample.zpl');
    await writeFile(path, sample);
    return (await book.prepare(path)).ok && (await book.draw(path)).ok;
  } catch {
    return false;
  } finally {
    await book.close();
    await rm(folder, { recursive: true, force: true });
  }
}
