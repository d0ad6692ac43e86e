import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pdfCorpus } from './pdf-corpus.ts';
import type { Specimen } from './pdf-corpus.ts';
import { onePage } from './pdf-raw.ts';
import { makeZip } from './zip.ts';

/** The kinds of label files; `packed`: one of the others in ZIP, gzip or base64. */
export const fileKinds = [
  ...(['pdf', 'png', 'jpeg'] as const),
  ...(['zpl', 'epl', 'tspl', 'cpcl', 'packed'] as const),
] as const;
export type FileKind = (typeof fileKinds)[number];

const extensions: Readonly<Partial<Record<FileKind, string>>> = {
  ...{ png: '.png', jpeg: '.jpg' },
};

const texts: Readonly<Partial<Record<FileKind, readonly string[]>>> = {
  zpl: [
    '^XA^PW400^LL300^CI28^FO20,20^A0N,40,40^FDJoão Doca^FS^FO20,80^BY2^BCN,80,Y,N,N^FDAB123456789BR^FS^XZ',
    '^XA^FO10,10^GB300,200,4^FS^FO30,30^GFA,32,32,4,FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00^FS^XZ',
    '~DGR:A.GRF,8,2,F0F0:F0F00F0F^XA^FO9,9^XGR:A.GRF,2,2^FS^FO99,9^BQN,2,4^FDMA,7^FS^PQ2^XZ^XA^FO5,5^FB90,2^A0,20^FDa\\&b^FS^XZ',
    '^XA^FO20,20^GFA,:Z64:eJxjYGBgAAAABAAB:4D2C^FS^FO0,0^FR^GC90,9^FS^FO9,9^B7N,4,5,,,N^FDDoca^FS^IDR:A.GRF^FS^XZ',
  ],
  epl: [
    'N\nq812\nA50,50,0,4,1,1,N,"João \\"Doca\\" 1"\nB30,90,0,1,3,7,200,B,"AB1BR"\nP1\n',
    '^@\r\nOEPL1\r\nN\r\nGW0,0,2,4,\0\xff\n^@\r\rx\r\nLO0,0,800,4\r\nb10,200,Q,m2,s6,"OBJ1"\r\nP2,2\r\nN\r\nX1,2,3,4,5\r\nP1\r\n',
  ],
  tspl: [
    'SIZE 100 mm,150 mm\r\nGAP 3 mm,0\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"Doca \\["]1"\r\nPRINT 1\r\n',
    'CLS\nBITMAP 0,0,2,4,0,\0\xff~!T\r\n\0\nQRCODE 10,10,L,4,A,0,M2,S7,"OBJ"\nBAR 0,0,800,4\nPRINT 2,1\n',
  ],
  cpcl: [
    '! U1 BEEP 9\r\n! 0 200 200 1200 1\r\nPAGE-WIDTH 800\r\nT 4 0 30 40 João\r\nB QR 9 9 M 2 U 4\r\nMA,1\r\nENDQR\r\nFORM\r\nPRINT\r\n',
    '! 0 200 200 210 2\nCG 2 4 0 0 \0\xff! U1 x\r\nEG 2 2 9 9 F0F0\n0F0F\nCONCAT 0 0\n4 2 5 $\nENDCONCAT\nPRINT\n',
  ],
};

/** Small files of every kind, as programs and people make them. */
export async function fileCorpus(): Promise<Readonly<Record<FileKind, readonly Specimen[]>>> {
  const folder = join(import.meta.dirname, '../fixtures/imagemagick');
  const pictures = readdirSync(folder).map((name) => ({
    name,
    bytes: readFileSync(join(folder, name)),
  }));
  const plain = async (kind: FileKind): Promise<readonly Specimen[]> => {
    if (kind === 'pdf') return pdfCorpus();
    const extension = extensions[kind];
    if (extension !== undefined) return pictures.filter(({ name }) => name.endsWith(extension));
    if (kind === 'packed') return packFiles(pictures);
    return (texts[kind] ?? []).map((text, index) => ({
      name: `${kind} ${index + 1}`,
      bytes: Buffer.from(text, kind === 'zpl' ? 'utf8' : 'latin1'),
    }));
  };
  const corpus = await Promise.all(
    fileKinds.map(async (kind) => [kind, await plain(kind)] as const),
  );
  return Object.fromEntries(corpus) as Record<FileKind, readonly Specimen[]>;
}

function packFiles(pictures: readonly Specimen[]): readonly Specimen[] {
  const zpl = texts.zpl?.[0] ?? '';
  const epl = texts.epl?.[0] ?? '';
  const picture = pictures.find(({ name }) => name === 'color.png')?.bytes ?? Buffer.alloc(0);
  const pdf = onePage();
  const packed: Readonly<Record<string, Buffer>> = {
    'gzip of PDF': gzipSync(pdf),
    'gzip of EPL': gzipSync(epl),
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
      { name: 'x.zip', content: makeZip([{ name: 'x.gz', content: gzipSync(epl) }]) },
    ]),
  };
  return Object.entries(packed).map(([name, bytes]) => ({ name, bytes }));
}
