import { afterAll, expect, it } from 'vitest';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { LabelBench } from '../../support/label-bench.ts';
import { rasterise } from '../../support/pdf-pixels.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const wasm = readFileSync(
  createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

/** Returns the codes that a scanner reads on the label, drawn at a printer's resolution. */
async function read(fields: string): Promise<readonly string[]> {
  const path = await bench.accept(Buffer.from(`^XA^CI28${fields}^XZ`));
  const [page] = rasterise(await bench.pdf([path]), 203.2);
  const { width, height, rgb } = page!;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1)
    data.fill(rgb[at * 3]! < 128 ? 0 : 255, at * 4, at * 4 + 3);
  const results = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { tryHarder: true, tryRotate: true },
  );
  return results.map(({ format, text }) => `${format} ${text}`);
}

describeWithTools(['pdftoppm'], 'a code that is drawn from ZPL is read as what was written', () => {
  it.each([
    ['^BY2^BCN,100,Y,N,N^FDAB123456785BR^FS', 'Code128 AB123456785BR'],
    ['^BY2^BCN,100,Y,Y,N^FD>:AB>5123456>678BR^FS', 'Code128 AB12345678BR'],
    ['^BY2^BCN,100,Y,N,N,A^FD123456789012345^FS', 'Code128 123456789012345'],
    ['^BY2^BCN,100,Y,N,N,D^FD(00)378912345678901236^FS', 'Code128 (00)378912345678901236'],
    ['^BY2^BCN,100,Y,N,Y,U^FD0037891234567890123^FS', 'Code128 (00)378912345678901232'],
    ['^BY2^BCR,100,Y,N,N^FDAB123456785BR^FS', 'Code128 AB123456785BR'],
    ['^BY2^BCI,100,N,N,N^FDAB123456785BR^FS', 'Code128 AB123456785BR'],
    ['^BY2^BCB,100,N,N,N^FDAB123456785BR^FS', 'Code128 AB123456785BR'],
    ['^BY2,3^B2N,100,Y^FD1234567890^FS', 'ITF 1234567890'],
    ['^BY2,2.5^B3N,N,100,Y^FDABC-123^FS', 'Code39 ABC-123'],
    ['^BY2^B3N,Y,100,Y^FDABC-123^FS', 'Code39 ABC-123W'],
    ['^BY2^BAN,100,Y^FDABC-123^FS', 'Code93 ABC-123'],
    ['^BY2,3^BKN,N,100,Y,N,A,B^FD12345^FS', 'Codabar A12345B'],
    ['^BY3^BEN,100,Y^FD7891234567895^FS', 'EAN13 7891234567895'],
    ['^BY3^B8N,100,Y^FD1234567^FS', 'EAN8 12345670'],
    ['^BY3^BUN,100,Y^FD12345678901^FS', 'EAN13 0123456789012'],
    ['^BQN,2,5^FDMA,https://exemplo.com.br/?a=ção^FS', 'QRCode https://exemplo.com.br/?a=ção'],
    ['^BQN,2,4^FDHM,B0005TBR12^FS', 'QRCode TBR12'],
    ['^BXN,5,200^FDTBR123456789^FS', 'DataMatrix TBR123456789'],
    ['^BXN,5,200,20,20^FDTBR^FS', 'DataMatrix TBR'],
    ['^BXR,5,200,0,0,6,_^FD_10112345678901231^FS', 'DataMatrix (01)12345678901231'],
    ['^BY3^B7N,9,4,5^FDPDF417 of a carrier^FS', 'PDF417 PDF417 of a carrier'],
    ['^BON,6^FDAZTEC1^FS', 'Aztec AZTEC1'],
    ['^BY2^BCN,100,Y,N,N,A^FH^FDA_5EB_5EFNC1^FS', 'Code128 A^B^FNC1'],
    ['^BQN,2,5^FH^FDMA,A_5EB_5E_5EFNC1^FS', 'QRCode A^B^^FNC1'],
    ['^BXN,5,200,0,0,6,~^FH^FDA_5EB_5E065^FS', 'DataMatrix A^B^065'],
    ['^BY3^B7N,9,4,5^FH^FDA_5EB^FS', 'PDF417 A^B'],
    ['^BON,6^FH^FDA_5EB^FS', 'Aztec A^B'],
  ])('%s', async (field, expected) => {
    const found = await read(`^FO200,200${field}`);
    expect(found).toContain(expected);
  });

  it('is a MaxiCode with the routing of a parcel in front', async () => {
    const data = '001840841706672[)>_1E01_1D961Z12345677_1DUPSN_1D_1E_04';
    const [found] = await read(`^FO200,200^BD2^FH^FD${data}^FS`);
    expect(found).toMatch(/^MaxiCode .*841706672.*840.*001.*1Z12345677/s);
  });
});
