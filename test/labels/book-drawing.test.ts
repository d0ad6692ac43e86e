import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLabelBook } from '../../src/main/labels/index.ts';
import type { LabelBook } from '../../src/main/labels/index.ts';
import { readLabelsHere } from '../support/label-process/here.ts';

let folder: string;
let book: LabelBook;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-drawing-'));
  book = createLabelBook({
    startProcess: readLabelsHere,
    spillDir: join(folder, 'spill'),
  });
});
afterEach(async () => {
  await book.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, zpl: string): { readonly path: string } {
  const path = join(folder, name);
  writeFileSync(path, zpl);
  return { path };
}

const box = (y: number): string => `^XA^FO100,${y}^GB400,200,200^FS^XZ`;
const white = '^XA^FO1000,2000^GB10,10,10^FS^XZ';
describe('ZPL in a label book', () => {
  test('goes to a ZPL printer even if it cannot be drawn', async () => {
    const entries = [put('a', box(100)), put('b', white)];
    for (const { path } of entries)
      expect(await book.prepare(path)).toMatchObject({
        ok: true,
        value: { pages: 1, hasZpl: true, paper: { widthMm: 100, heightMm: 150 } },
      });
    const out = join(folder, 'out.zpl');
    expect(await book.writeZpl(entries, out)).toMatchObject({ ok: true, value: { pages: 2 } });
    expect(readFileSync(out, 'latin1')).toBe(box(100) + white);
  });

  test('is the same PDF, drawn ahead or with the PDF', async () => {
    const entries = [put('a', box(100)), put('b', box(300) + box(100)), put('c', box(100))];
    for (const { path } of entries) await book.prepare(path);
    await Promise.all(entries.map(({ path }) => book.draw(path)));
    const ahead = join(folder, 'ahead.pdf');
    expect(await book.writePdf(entries, ahead)).toMatchObject({ ok: true, value: { pages: 4 } });

    const other = createLabelBook({
      startProcess: readLabelsHere,
      spillDir: join(folder, 'other'),
    });
    for (const { path } of entries) await other.prepare(path);
    const unasked = join(folder, 'unasked.pdf');
    await other.writePdf(entries, unasked);
    await other.close();
    expect(readFileSync(unasked).equals(readFileSync(ahead))).toBe(true);
  });

  test('that shows to be white when it is drawn is refused then, and leaves its neighbours alone', async () => {
    const [good, bad] = [put('a', box(100)), put('b', white)];
    for (const { path } of [good, bad]) await book.prepare(path);
    expect(await book.draw(bad.path)).toMatchObject({
      ok: false,
      fault: { kind: 'label-unrenderable' },
    });
    expect(await book.draw(good.path)).toMatchObject({ ok: true });
    const out = join(folder, 'out.pdf');
    expect(await book.writePdf([good, bad], out)).toMatchObject({
      ok: false,
      fault: { kind: 'label-unrenderable' },
    });
    expect(existsSync(out)).toBe(false);
    expect(await book.writePdf([good], out)).toMatchObject({ ok: true });
  });

  test('is drawn while other labels are read', async () => {
    const asked: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const held = createLabelBook({
      spillDir: join(folder, 'held'),
      startProcess: () => {
        const process = readLabelsHere();
        const hold = (message: unknown): void => {
          const { type } = message as { readonly type: string };
          asked.push(type);
          // The second file takes its time.
          if (asked.filter((one) => one === 'prepare').length < 2) process.send(message);
          else void gate.promise.then(() => process.send(message));
        };
        return {
          send: hold,
          listen: (heard, ended) => process.listen(heard, ended),
          keepAlive: () => process.keepAlive(),
          release: () => process.release(),
          end: () => process.end(),
        };
      },
    });
    const [first, second] = [put('a', box(100)), put('b', box(200))];
    await held.prepare(first.path);
    const other = held.prepare(second.path);
    const drawn = held.draw(first.path);
    await vi.waitFor(() => expect(asked).toEqual(['open', 'prepare', 'prepare', 'draw']));
    gate.resolve(undefined);
    expect(await Promise.all([other, drawn])).toMatchObject([{ ok: true }, { ok: true }]);
    await held.close();
  });

  test('without output is refused without a drawing', async () => {
    const { path } = put('a', box(100) + '^XA^FO10,10^A0N,30,30^FD ^FS^XZ');
    expect(await book.prepare(path)).toMatchObject({
      ok: false,
      fault: { kind: 'label-unrenderable' },
    });
  });
});
