import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCodeReader } from '../../../src/main/labels/index.ts';
import type { LabelBook } from '../../../src/main/labels/index.ts';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import { LabelDesk, wholePages } from './label-desk.ts';

const codesProgram = new URL('../../../src/main/labels/codes/process.ts', import.meta.url);
/** The paper of the pictures. */
const paper = { widthMm: 102, heightMm: 203 };

interface ZplFile {
  readonly name: string;
  readonly fault: string | null;
  /** Codes of the picture beside it that are not on the page. */
  readonly missing: readonly string[];
  readonly codes: number;
}

export interface ZplFigures {
  readonly files: readonly ZplFile[];
}

/**
 * Draws every ZPL of a folder, and looks on the pages for the codes of the picture that another
 * renderer made of it.
 */
export async function measureZpl(folder: string): Promise<ZplFigures> {
  const desk = new LabelDesk();
  const codes = createCodeReader(() => forkProgram(codesProgram));
  const find = async (path: string): Promise<readonly string[]> => {
    const reading = await codes.read(path, { ...wholePages, paper });
    return [...new Set(reading?.codes.map(({ text }) => text))];
  };
  try {
    const files: ZplFile[] = [];
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.zpl'))) {
      const out = join(desk.folder, `${name}.pdf`);
      const book = desk.openBook();
      const fault = await draw(book, join(folder, name), out);
      await book.close();
      const expected = await find(join(folder, name.replace(/zpl$/, 'png')));
      const found = fault === null ? await find(out) : [];
      files.push({
        name,
        fault,
        codes: expected.length,
        missing: expected.filter((text) => !found.includes(text)),
      });
    }
    return { files };
  } finally {
    await codes.close();
    await desk.close();
  }
}

async function draw(book: LabelBook, path: string, out: string): Promise<string | null> {
  const prepared = await book.prepare(path, { ...wholePages, paper });
  const drawn = prepared.ok ? await book.draw(path) : prepared;
  const written = drawn.ok ? await book.writePdf([{ path }], out) : drawn;
  return written.ok ? null : written.fault.kind;
}
