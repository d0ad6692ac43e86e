import { deflateSync } from 'node:zlib';
import { ObjectStore } from '../pdf/merge/object-store.ts';
import { readPdf } from '../pdf/read-pdf.ts';

/**
 * Reads a made-up label some times. The label process does this while its desk still waits for the first download; then the
 * code is compiled when the labels come, and the first hundred do not take twice as long as the rest.
 */
export async function warmUp(): Promise<void> {
  const rounds = 60;
  const file = sample();
  // All in memory: there is no spill file to remove.
  const store = new ObjectStore('', Number.MAX_SAFE_INTEGER);
  for (let round = 0; round < rounds; round += 1) await readPdf(file, 'auto', store);
}

function sample(): Buffer {
  const content = deflateSync('BT /F1 9 Tf 20 20 Td (Doca) Tj ET 0 0 10 10 re f');
  const widths = Array.from({ length: 200 }, (_, index) => 500 + index).join(' ');
  return Buffer.concat([
    Buffer.from(
      [
        '%PDF-1.7',
        '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
        '2 0 obj <</Type/Pages/Count 1/Kids[3 0 R]>> endobj',
        '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Resources<</Font<</F1 4 0 R>>>>/Contents 6 0 R>> endobj',
        `4 0 obj <</Type/Font/Subtype/TrueType/BaseFont/Doca/FirstChar 0/LastChar 199/Widths[${widths}]/FontDescriptor 5 0 R>> endobj`,
        '5 0 obj <</Type/FontDescriptor/FontName/Doca/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900>> endobj',
        `6 0 obj <</Filter/FlateDecode/Length ${content.length}>> stream\n`,
      ].join('\n'),
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R/Size 7>>\nstartxref\n0\n%%EOF\n'),
  ]);
}
