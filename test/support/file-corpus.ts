import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pdfCorpus } from './pdf-corpus.ts';
import type { Specimen } from './pdf-corpus.ts';
import { onePage } from './pdf-raw.ts';
import { makeZip } from './zip.ts';

/** The kinds of label files; `packed`: one of the others in ZIP, gzip or base64. */
export const fileKinds = ['pdf', 'png', 'jpeg', 'zpl', 'packed'] as const;
export type FileKind = (typeof fileKinds)[number];

const extensions = { png: '.png', jpeg: '.jpg' } as const;

const zplTexts = [
  '^XA^PW400^LL300^CI28^FO20,20^A0N,40,40^FDJoão Doca^FS^FO20,80^BY2^BCN,80,Y,N,N^FDAB123456789BR^FS^XZ',
  '^XA^FO10,10^GB300,200,4^FS^FO30,30^GFA,32,32,4,FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00^FS^XZ',
  '~DGR:A.GRF,8,2,F0F0:F0F00F0F^XA^FO9,9^XGR:A.GRF,2,2^FS^FO99,9^BQN,2,4^FDMA,7^FS^PQ2^XZ^XA^FO5,5^FB90,2^A0,20^FDa\\&b^FS^XZ',
  '^XA^FO20,20^GFA,:Z64:eJxjYGBgAAAABAAB:4D2C^FS^FO0,0^FR^GC90,9^FS^FO9,9^B7N,4,5,,,N^FDDoca^FS^IDR:A.GRF^FS^XZ',
] as const;

/** Small files of every kind, as programs and people make them. */
export async function fileCorpus(): Promise<Readonly<Record<FileKind, readonly Specimen[]>>> {
  const folder = join(import.meta.dirname, '../fixtures/imagemagick');
  const pictures = readdirSync(folder).map((name) => ({
    name,
    bytes: readFileSync(join(folder, name)),
  }));
  const plain = async (kind: FileKind): Promise<readonly Specimen[]> => {
    if (kind === 'pdf') return pdfCorpus();
    if (kind === 'packed') return packFiles(pictures);
    if (kind !== 'zpl') return pictures.filter(({ name }) => name.endsWith(extensions[kind]));
    return zplTexts.map((text, index) => ({ name: `zpl ${index + 1}`, bytes: Buffer.from(text) }));
  };
  const corpus = await Promise.all(
    fileKinds.map(async (kind) => [kind, await plain(kind)] as const),
  );
  return Object.fromEntries(corpus) as Record<FileKind, readonly Specimen[]>;
}

function packFiles(pictures: readonly Specimen[]): readonly Specimen[] {
  const [zpl] = zplTexts;
  const picture = pictures.find(({ name }) => name === 'color.png')?.bytes ?? Buffer.alloc(0);
  const pdf = onePage();
  const packed: Readonly<Record<string, Buffer>> = {
    'gzip of PDF': gzipSync(pdf),
    'gzip of ZPL': gzipSync(zpl),
    'base64 of a picture': Buffer.from(picture.toString('base64')),
    'a data URL of PDF': Buffer.from(`data:application/pdf;base64,${pdf.toString('base64')}`),
    'ZIP of ZPL and a sheet': makeZip([
      { name: 'Etiqueta de envio.txt', content: zpl },
      { name: 'Controle.pdf', content: pdf },
    ]),
    'ZIP, not packed': makeZip([
      { name: 'etiqueta.png', content: picture, store: true },
      { name: 'etiqueta.pdf', content: pdf, store: true },
    ]),
    'ZIP in ZIP': makeZip([
      { name: 'x.zip', content: makeZip([{ name: 'x.gz', content: gzipSync(zpl) }]) },
    ]),
  };
  return Object.entries(packed).map(([name, bytes]) => ({ name, bytes }));
}
