import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { book, file, folder, label, open, useBookFolder } from '../support/book-folder.ts';

const fragileUrl = new URL('../support/pdf-fragile-worker.ts', import.meta.url);

useBookFolder();

describe('a label book whose worker falls', () => {
  test.each(['hang', 'exit', 'throw', 'hoard'])('loses only the file on which its worker falls (%s)', async (word) => {
    open();
    const entries = [0, 1].map(label);
    for (const { path } of entries) await book.prepare(path);
    const expected = join(folder, 'expected.pdf');
    await book.writePdf([...entries, entries[0]!], expected);
    await book.close();

    // Only the one that hangs has to be waited for; what is sound must have the time it needs on a busy machine.
    open(fragileUrl, word === 'hang' ? 6_000 : 60_000);
    const [first, second] = entries as [{ path: string }, { path: string }];
    const killer = file('killer', `${word} the worker`);
    const results = await Promise.all([first, killer, second].map(({ path }) => book.prepare(path)));
    expect(results[0]).toMatchObject({ ok: true });
    expect(results[1]).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
    expect(results[2]).toMatchObject({ ok: true });
    const out = join(folder, 'out.pdf');
    expect(await book.writePdf([first, second, first], out)).toMatchObject({ ok: true, value: { pages: 3 } });
    expect(readFileSync(out).equals(readFileSync(expected))).toBe(true);
  });

  test('says which fault keeps it from writing a file that was lost with its worker', async () => {
    open(fragileUrl);
    const entry = label(1);
    await book.prepare(entry.path);
    writeFileSync(entry.path, 'now it is something else');
    await book.prepare(file('killer', 'exit').path);
    const result = await book.writePdf([entry], join(folder, 'out.pdf'));
    expect(result).toMatchObject({ ok: false, fault: { kind: 'label-unknown-format' } });
  });
});
