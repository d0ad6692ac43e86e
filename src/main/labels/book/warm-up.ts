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
  // As long as that of a label with two codes: reading it is most of what reading a label takes.
  const bar = 'q 1 0 0 1 2.5 0 cm 0 0 m 10.25 0 l 10 10 l h f Q 0.5 20 1.25 40.5 re f\n';
  const content = deflateSync(`BT /F1 9 Tf 20 20 Td (Doca) Tj ET\n${bar.repeat(40)}`);
  const widths = Array.from({ length: 200 }, (_, index) => 500 + index).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Resources<</Font<</F1 4 0 R>>>>/Contents 6 0 R>>',
    `<</Type/Font/Subtype/TrueType/BaseFont/Doca/FirstChar 0/LastChar 199/Widths[${widths}]/FontDescriptor 5 0 R>>`,
    '<</Type/FontDescriptor/FontName/Doca/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900>>',
    `<</Filter/FlateDecode/Length ${content.length}>> stream\n${content.toString('latin1')}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj ${object} endobj\n`;
  }
  const end = `${table}trailer <</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}
