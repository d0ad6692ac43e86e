import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { book, file, folder, label, open, useBookFolder } from '../../support/book-folder.ts';
import { makeZip } from '../../support/zip.ts';

useBookFolder();

const epl = 'N\r\nq812\r\nA50,50,0,4,1,1,N,"1"\r\nP2\r\nN\r\nA50,50,0,4,1,1,N,"2"\r\nP1\r\n';
const cpcl = '! U1 BEEP 9\r\n! 0 200 200 210 2\r\nTEXT 4 0 30 40 4\r\nFORM\r\nPRINT\r\n';
const tspl = 'SIZE 100 mm,150 mm\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"3"\r\nPRINT 1\r\n';

test('labels in EPL, TSPL and CPCL are counted, keep their bytes, and are in no PDF', async () => {
  open();
  const [first, second] = [file('1', epl), file('2', `^@\r\nOEPL1\r\n${epl}`)];
  expect(await book.prepare(first.path)).toEqual({
    ok: true,
    value: {
      ...{ format: 'epl', kind: 'EPL', pages: 3, filePages: 3, croppedPages: 0, hasZpl: false },
      ...{ leftOut: [], isMended: false, paper: { widthMm: 100, heightMm: 150 } },
    },
  });
  expect(await book.prepare(second.path)).toMatchObject({
    ok: true,
    value: { format: 'epl', leftOut: ['^@', 'O'] },
  });
  const other = file('3', tspl);
  expect(await book.prepare(other.path)).toMatchObject({
    ok: true,
    value: { format: 'tspl', kind: 'TSPL', pages: 1 },
  });
  const last = file('4', cpcl);
  expect(await book.prepare(last.path)).toMatchObject({
    ok: true,
    value: { format: 'cpcl', kind: 'CPCL', pages: 1, leftOut: ['! U1', '! qty'] },
  });

  const out = join(folder, 'out.epl');
  const written = await book.writeZpl([first, { ...second, mark: 'Reprint' }], out);
  expect(readFileSync(out, 'latin1')).toBe(epl + epl);
  const ends = [epl.indexOf('N\r\nA50,50,0,4,1,1,N,"2"'), epl.length];
  expect(written).toMatchObject({
    ok: true,
    value: { labelEnds: [ends, ends.map((end) => end + epl.length)] },
  });

  await book.writeZpl([last], out);
  expect(readFileSync(out, 'latin1')).toBe(
    '! 0 200 200 210 1\r\nTEXT 4 0 30 40 4\r\nFORM\r\nPRINT\r\n',
  );

  const pdf = join(folder, 'out.pdf');
  await book.prepare(label(1).path);
  expect(await book.writePdf([label(1), first], pdf)).toMatchObject({
    ok: false,
    fault: { kind: 'label-no-picture' },
  });
  expect(await book.writePages([other.path], pdf)).toMatchObject({
    ok: false,
    fault: { kind: 'label-no-picture' },
  });
  expect(existsSync(pdf)).toBe(false);
  expect(await book.writePdf([label(1)], pdf)).toMatchObject({ ok: true, value: { pages: 1 } });
});

const declaration = { name: 'Declaração.pdf', content: '%PDF-1.4\nstartxref\n0\n%%EOF\n' };
test.each([
  ['GZIP · EPL', 'epl', epl, gzipSync(epl)],
  ['BASE64 · TSPL', 'tspl', tspl, Buffer.from(Buffer.from(tspl).toString('base64'))],
  ['ZIP · EPL', 'epl', epl, makeZip([declaration, { name: '123.prn', content: epl }])],
  [
    'ZIP · TSPL',
    'tspl',
    tspl,
    makeZip([{ name: 'x.zip', content: makeZip([{ name: 'x', content: gzipSync(tspl) }]) }]),
  ],
] as const)(
  'takes a label out of what is wrapped around it: %s',
  async (kind, format, text, content) => {
    open();
    const packed = file('1', content);
    expect(await book.prepare(packed.path)).toMatchObject({
      ok: true,
      value: { format, kind, hasZpl: false },
    });
    const out = join(folder, 'out.raw');
    expect(await book.writeZpl([packed], out)).toMatchObject({
      ok: true,
      value: { bytes: text.length },
    });
    expect(readFileSync(out, 'latin1')).toBe(text);
    expect(await book.writePdf([packed], join(folder, 'out.pdf'))).toMatchObject({
      fault: { kind: 'label-no-picture' },
    });
  },
);

test.each([
  ['label-corrupt', 'cut off', epl.slice(0, 20)],
  ['label-unrenderable', 'with a stored form', `N\r\nFR"FORM"\r\n${epl}`],
  ['label-corrupt', 'cut off before it was packed', gzipSync(epl.slice(0, 60))],
] as const)('answers %s for EPL %s', async (kind, _, content) => {
  open();
  expect(await book.prepare(file('bad', content).path)).toMatchObject({
    ok: false,
    fault: { kind },
  });
});
