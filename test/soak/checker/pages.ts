import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const execute = promisify(execFile);
const pixelsPerInch = '120';

/** Reads with independent tools (poppler, ZXing) which of these codes are on each page of a PDF. */
export async function readPageCodes(
  path: string,
  known: Iterable<string>,
  tmp: string,
): Promise<string[][]> {
  const codes = [...known];
  const { stdout } = await execute('pdftotext', ['-layout', path, '-'], { maxBuffer: 64 << 20 });
  const texts = stdout.split('\f').slice(0, -1);
  const pages = texts.map((text) => {
    const dense = text.replaceAll(/\s/g, '');
    return codes.filter((code) => dense.includes(code));
  });
  const blind = pages.flatMap((found, index) => (found.length === 0 ? [index] : []));
  if (blind.length === 0) return pages;
  const folder = await mkdtemp(join(tmp, 'pages-'));
  try {
    await execute('pdftoppm', ['-r', pixelsPerInch, '-gray', '-png', path, join(folder, 'p')], {
      timeout: 900_000,
    });
    const files = (await readdir(folder)).toSorted();
    for (const index of blind) {
      const file = files[index];
      if (file === undefined) continue;
      const read = await scanPicture(await readFile(join(folder, file)));
      pages[index] = codes.filter((code) => read.includes(code));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return pages;
}

let prepared = false;

async function scanPicture(png: Uint8Array): Promise<readonly string[]> {
  if (!prepared) {
    const wasm = readFileSync(
      createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
    );
    await prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(wasm).buffer },
      fireImmediately: true,
    });
    prepared = true;
  }
  const found = await readBarcodes(png, {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: 8,
  });
  return found.flatMap(({ text }) => text.split('|'));
}
