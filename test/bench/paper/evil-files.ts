import { gzipSync } from 'node:zlib';
import { hostileFiles } from '../../soak/scenarios/index.ts';
import { pdfBombs, zplBomb } from '../../support/label-bombs.ts';
import { makeZip } from '../../support/zip.ts';

interface EvilFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Sound, or left to chance. */
const harmless = new Set(['a PDF from the corpus', 'a PDF that was damaged on the way']);

/**
 * Makes files that exhaust a machine: each plain, in gzip and in a ZIP, so that the program never
 * meets the same file twice, and two in one ZIP until there are enough.
 */
export async function makeEvilFiles(count: number): Promise<readonly EvilFile[]> {
  const plain: EvilFile[] = Object.entries({ ...pdfBombs, 'ZPL of codes': zplBomb }).map(
    ([name, make]) => ({
      name,
      bytes: make(),
    }),
  );
  for (const [name, make] of Object.entries(hostileFiles)) {
    if (harmless.has(name)) continue;
    const made = await make();
    const isAsSent = made.type === 'file' && made.headers?.['Content-Encoding'] === undefined;
    if (isAsSent) plain.push({ name, bytes: made.bytes });
  }
  const pack = (name: string, ...files: readonly EvilFile[]): EvilFile => ({
    name,
    bytes: makeZip(
      files.map(({ bytes }, index) => ({ name: `etiqueta-${index}`, content: bytes })),
    ),
  });
  return [
    ...plain,
    ...plain.map(({ name, bytes }) => ({ name: `${name}, in gzip`, bytes: gzipSync(bytes) })),
    ...plain.map((one) => pack(`${one.name}, in a ZIP`, one)),
    ...plain.map((one, index) =>
      pack(`${one.name}, in a ZIP with the next`, one, plain[(index + 1) % plain.length] ?? one),
    ),
  ].slice(0, count);
}
