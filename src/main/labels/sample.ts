import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook } from './book/book.ts';
import type { StartLabelProcess } from './book/book.ts';

const sample = '^XA^PW400^LL400^FO40,40^A0N,40,40^FDDoca^FS^FO40,120^BCN,80^FD123456^FS^XZ';
/** A program that has just been installed is looked through by virus scanners first. */
const limits = { timeoutMs: 60_000 };

/** Whether the label process starts, which reads PDF labels before it says so, and then reads and draws one in ZPL. */
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
