import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { drawing, flate, loseIndex, onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const print = async (file: Buffer): Promise<Buffer> => bench.pdf([await bench.accept(file)]);

/** Returns the drawing commands of a file's label, unpacked. */
async function draw(file: Buffer): Promise<string> {
  const printed = (await print(file)).toString('latin1');
  const streams = [...printed.matchAll(/obj\n([^]*?)\nstream\n([^]*?)\nendstream/g)];
  return streams
    .filter(([, dict = '']) => dict.includes('FlateDecode') && !dict.includes('/Type'))
    .map(([, , data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'))
    .join('\n');
}

/** Appends objects and an index of these, as programs do that change a file in place. */
function update(
  base: Buffer,
  objects: Readonly<Record<number, string | Buffer>>,
  entries = Object.keys(objects),
): Buffer {
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(base.toString('latin1'))?.[1] ?? '0';
  const parts: Buffer[] = [base];
  let at = base.length;
  let table = 'xref\n';
  for (const [num, body] of Object.entries(objects)) {
    const part = Buffer.concat([
      Buffer.from(`${num} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n'),
    ]);
    if (entries.includes(num)) table += `${num} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    parts.push(part);
    at += part.length;
  }
  const end = `${table}trailer\n<</Size 30/Root 1 0 R/Prev ${previous}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

describe('the objects of a PDF are those that its index names', () => {
  const tricky = `${drawing}\n% application/octet-stream\n(stream) pop\n(endstream) pop (endstream endobj) pop\n20 20 9 9 re f`;
  let whole: Buffer;

  beforeAll(async () => {
    whole = await print(onePage());
  });

  test('whatever words are in the data of a stream, its length here or elsewhere', async () => {
    const expected = await draw(onePage({ content: flate('', tricky) }));
    expect(expected).toContain('20 20 9 9 re f');
    const elsewhere = Buffer.concat([
      Buffer.from('<</Length 6 0 R>>\nstream\n'),
      Buffer.from(tricky),
      Buffer.from('\nendstream'),
    ]);
    const files = [
      onePage({ content: stream('', tricky) }),
      onePage({ content: elsewhere, more: [String(tricky.length)] }),
    ];
    for (const file of files) expect(await draw(file)).toBe(expected);
  });

  test('with a wrong length, to the word that ends the object', async () => {
    for (const length of ['0', '5', '99999', '-3', '6 0 R', '(a)']) {
      const content = `<</Length ${length}>>\nstream\n${drawing}\n(endstream) pop\n20 20 9 9 re f\nendstream`;
      expect(await draw(onePage({ content: Buffer.from(content) }))).toContain('20 20 9 9 re f');
    }
  });

  test('without an end of the stream, to the end of the object', async () => {
    for (const length of ['99999', String(drawing.length)]) {
      const content = `<</Length ${length}>>\nstream\n${drawing}\n`;
      expect(await draw(onePage({ content: Buffer.from(content) }))).toContain('240 280 l S');
    }
  });

  test('not a later copy that it does not name, and not one of another kind', async () => {
    const other = update(onePage(), { 4: flate('', '0 0 99 99 re f'), 9: '<<>>' }, ['9']);
    expect(await draw(other)).toBe(await draw(onePage()));
    const kind = update(onePage(), { 3: '<</Type/Font>>', 4: '<</Type/Metadata>>', 9: '<<>>' }, [
      '9',
    ]);
    expect(await draw(kind)).toBe(await draw(onePage()));
  });

  test('not a later copy of which only a digit is another', async () => {
    const code = (digit: number): Buffer =>
      flate('', `${drawing}\nBT /F1 8 Tf 24 220 Td (AB12345678${digit}BR) Tj ET`);
    const file = onePage({ content: code(3) });
    const later = update(file, { 4: code(8), 9: '<<>>' }, ['9']);
    expect(await draw(later)).toBe(await draw(file));
  });

  test('the newest if the file was changed in place', async () => {
    const changed = update(onePage(), { 4: flate('', `${drawing}\n1 1 5 5 re f`) });
    expect(await print(changed)).toEqual(
      await print(onePage({ content: `${drawing}\n1 1 5 5 re f` })),
    );
  });

  test('under another generation than the reference’s', async () => {
    const text = onePage()
      .toString('latin1')
      .replace('4 0 obj', '4 3 obj')
      .replace('/Contents 4 0 R', '/Contents 4 2 R');
    expect(await print(Buffer.from(text, 'latin1'))).toEqual(whole);
  });

  test.each([
    ['that states the type', 1],
    ['without types: all are in the file', 0],
  ])('in a table and a stream beside it %s', async (_what, typeBytes) => {
    const page = onePage();
    const at = page.indexOf('5 0 obj');
    const entry = Buffer.from([1, at >> 8, at & 255, 0]).subarray(1 - typeBytes);
    const beside = stream(`/Type/XRef/Size 6/Index[5 1]/W[${typeBytes} 2 1]/Root 1 0 R`, entry);
    const added = Buffer.concat([Buffer.from('8 0 obj\n'), beside, Buffer.from('\nendobj\n')]);
    const text = page.toString('latin1');
    const start = text.lastIndexOf('xref\n0');
    const table = text
      .slice(start)
      .replace(/(?:\d{10} 00000 n \n)(?=trailer)/, '0000000000 00000 f \n')
      .replace('/Root', `/XRefStm ${start}/Root`)
      .replace(/startxref\n\d+/, `startxref\n${start + added.length}`);
    const file = Buffer.concat([page.subarray(0, start), added, Buffer.from(table, 'latin1')]);
    expect(await print(file)).toEqual(whole);
  });

  test('by a search if the index is broken', async () => {
    const text = onePage().toString('latin1');
    const broken = [
      loseIndex(onePage()).toString('latin1'),
      text.replace(/startxref\n\d+/, 'startxref\nabc'),
      text.replace(/startxref[^]*$/, 'startxref'),
      text.replace(/trailer\n<<[^>]*>>/, 'trailer\n<</Size 6/Root 77 0 R>>'),
      text.replace(/trailer\n<<[^>]*>>/, 'trailer\n<<'),
      text.replace(/trailer[^]*$/, '\0'.repeat(5000)),
      text.replace(/xref\n0 6\n/, 'xref\n0 9\n'),
      text.replace(/0000000\d\d\d 00000 n/g, '0000000005 00000 n'),
      text.replace('%PDF-1.5\n', `%PDF-1.5\n${'\n'.repeat(37)}`),
      `${text}${'junk '.repeat(1000)}`,
      text.replaceAll('endobj\n', '       '),
    ];
    for (const file of broken.map((one) => Buffer.from(one, 'latin1')))
      expect(await print(file)).toEqual(whole);
  });

  test('if another stream is in the index’s place, with a length that only the index has', async () => {
    const content = Buffer.from(`<</Length 6 0 R>>\nstream\n${drawing}\nendstream`);
    const page = onePage({ content, more: [String(drawing.length)] });
    const text = page.toString('latin1');
    const elsewhere = text.replace(/startxref\n\d+/, `startxref\n${text.indexOf('4 0 obj')}`);
    expect(await print(Buffer.from(elsewhere, 'latin1'))).toEqual(await print(page));
  });

  test('cut off within an update, it is refused or printed as updated', async () => {
    const changed = update(onePage(), { 4: flate('', `${drawing}\n1 1 5 5 re f`) });
    const updated = await print(changed);
    for (let length = onePage().length + 20; length < changed.length; length += 7) {
      const path = bench.put(changed.subarray(0, length));
      const reply = await bench.prepare(path);
      if (reply.type === 'prepared') expect(await bench.pdf([path])).toEqual(updated);
    }
  });
});
