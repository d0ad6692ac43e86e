import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { book, file, folder, label, open, useBookFolder } from '../support/book-folder.ts';

useBookFolder();

describe('a label book', () => {
  test('prepares files as they arrive and writes them in the requested order', async () => {
    open();
    const entries = [0, 1, 2, 3].map(label);
    const prepared = await Promise.all(entries.toReversed().map(({ path }) => book.prepare(path)));
    expect(
      prepared.every(
        (result) => result.ok && result.value.pages === 1 && result.value.format === 'pdf',
      ),
    ).toBe(true);
    const first = join(folder, 'first.pdf');
    const written = await book.writePdf(entries, first);
    expect(written).toEqual({
      ok: true,
      value: {
        path: first,
        bytes: readFileSync(first).length,
        pages: 4,
        entryPages: [1, 1, 1, 1],
        paper: { widthMm: 100, heightMm: 150 },
      },
    });
    const second = join(folder, 'second.pdf');
    await book.writePdf(entries.toReversed(), second);
    expect(readFileSync(second).equals(readFileSync(first))).toBe(false);
  });

  test.each([
    ['label-empty', ''],
    ['label-unknown-format', '<!doctype html><title>Link expirado</title>'],
    ['label-corrupt', '%PDF-1.7 and no more'],
    ['label-corrupt', Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1')],
    ['label-corrupt', Buffer.from('\xff\xd8\xff\xe0 and no more', 'latin1')],
    ['label-corrupt', '^XA^FO10,10^FDcut off'],
    ['label-corrupt', Buffer.from('PK\x03\x04 and no more', 'latin1')],
  ])('returns %s for such a file, and continues', async (kind, content) => {
    open();
    const bad = file('bad', content);
    expect(await book.prepare(bad.path)).toMatchObject({ ok: false, fault: { kind } });
    expect(await book.prepare(join(folder, 'not-there'))).toMatchObject({
      ok: false,
      fault: { kind: 'disk' },
    });
    expect(await book.prepare(label(1).path)).toMatchObject({ ok: true });
    expect(await book.writePdf([bad], join(folder, 'out.pdf'))).toMatchObject({
      ok: false,
      fault: { kind },
    });
  });

  test('returns a disk fault if it cannot write, leaves nothing behind, and continues', async () => {
    open();
    const entry = label(1);
    await book.prepare(entry.path);
    const taken = join(folder, 'taken.pdf');
    mkdirSync(join(taken, 'inside'), { recursive: true });
    const before = readdirSync(folder).sort();
    expect(await book.writePdf([entry], taken)).toMatchObject({
      ok: false,
      fault: { kind: 'disk' },
    });
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(await book.writePdf([entry], join(folder, 'out.pdf'))).toMatchObject({ ok: true });
  });

  test('replaces the file of an earlier run', async () => {
    open();
    const entry = label(1);
    await book.prepare(entry.path);
    const out = file('out.pdf', 'of yesterday').path;
    await book.writePdf([entry], out);
    expect(readFileSync(out).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  test('removes the spill files of processes that are gone, and no others', async () => {
    mkdirSync(join(folder, 'spill'));
    const mine = join(folder, 'spill', `labels-${process.pid}-0a.spill`);
    const gone = join(folder, 'spill', 'labels-999999999-0a.spill');
    for (const path of [mine, gone]) writeFileSync(path, '');
    open();
    expect([existsSync(mine), existsSync(gone)]).toEqual([true, false]);
    await book.close();
  });
});
