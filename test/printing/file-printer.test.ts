import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFilePrinter, createMergedFilePrinter } from '../../src/main/printing/index.ts';
import { ok } from '#shared/faults/faults.ts';

let dir = '';
let source = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doca-printer-'));
  source = join(dir, 'labels.pdf');
  writeFileSync(source, 'pages');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = () => ({ path: source, kind: 'pdf', title: 'Doca 1' }) as const;

describe('the file printer', () => {
  test('copies into a folder that need not be there, and never over another file', async () => {
    const folder = join(dir, 'a', 'b');
    const printer = createFilePrinter({ dir: folder });
    expect(await printer.print(file())).toEqual(ok('done'));
    writeFileSync(source, 'other pages');
    expect(await printer.print(file())).toEqual(ok('done'));
    expect(await printer.print(file())).toEqual(ok('done'));
    expect(readdirSync(folder).sort()).toEqual(['labels (2).pdf', 'labels (3).pdf', 'labels.pdf']);
    expect(readFileSync(join(folder, 'labels.pdf'), 'utf8')).toBe('pages');
    expect(readFileSync(join(folder, 'labels (2).pdf'), 'utf8')).toBe('other pages');
  });

  test('many together all find a name of their own', async () => {
    const printer = createFilePrinter({ dir: join(dir, 'out') });
    const results = await Promise.all(Array.from({ length: 20 }, () => printer.print(file())));
    expect(results).toEqual(Array.from({ length: 20 }, () => ok('done')));
    const names = readdirSync(join(dir, 'out'));
    expect(names).toHaveLength(20);
    for (const name of names) expect(readFileSync(join(dir, 'out', name), 'utf8')).toBe('pages');
  });

  test('an impossible folder: the printer is not there, and nothing is left', async () => {
    writeFileSync(join(dir, 'taken'), '');
    const result = await createFilePrinter({ dir: join(dir, 'taken') }).print(file());
    expect(result).toMatchObject({ ok: false, fault: { kind: 'printer-unavailable' } });
    expect(readdirSync(dir).sort()).toEqual(['labels.pdf', 'taken']);
  });

  test('a missing file prints nothing', async () => {
    rmSync(source);
    const result = await createFilePrinter({ dir: join(dir, 'out') }).print(file());
    expect(result.ok).toBe(false);
    expect(readdirSync(join(dir, 'out'))).toEqual([]);
  });

  test('cancelled before it began', async () => {
    const result = await createFilePrinter({ dir: join(dir, 'out') }).print(
      file(),
      AbortSignal.abort(),
    );
    expect(result).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    expect(readdirSync(dir)).toEqual(['labels.pdf']);
  });
});

describe('the merged file as the print', () => {
  test('is done when the file can be read, and only then', async () => {
    const printer = createMergedFilePrinter();
    expect(await printer.print(file())).toEqual(ok('done'));
    rmSync(source);
    expect(await printer.print(file())).toMatchObject({ ok: false, fault: { kind: 'disk' } });
  });
});
