import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { labelPaper } from '#shared/domain/labels.ts';
import { PageDrawing } from '../../src/main/drawing/drawing.ts';
import { CrashList } from '../../src/main/labels/book/crash-list.ts';
import { LabelReader } from '../../src/main/labels/book/label-reader.ts';
import { createLabelBook, type LabelBook } from '../../src/main/labels/index.ts';
import { need } from '../../src/main/os/errors.ts';
import { FileReading } from '../../src/main/labels/codes/file-reading.ts';
import { readSamples } from '../../src/main/labels/book/warm-up.ts';
import { workInThisThread } from '../../src/main/labels/pdf/look/look.ts';
import { rememberLooks } from '../../src/main/labels/pdf/look/looks.ts';
import { readLabelsHere } from '../support/label-process/here.ts';
import { onePage } from '../support/pdf-raw.ts';

let folder: string;
let looked: number;
let reader: LabelReader;
const books: LabelBook[] = [];
let book: LabelBook;
let lose: () => void;
/** What the book's process was asked for. */
const asked: string[] = [];
const readFiles: string[] = [];
let drawn: MockInstance<PageDrawing['openPage']>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-looks-'));
  looked = 0;
  reader = openReader();
  book = openBook();
  drawn = vi.spyOn(PageDrawing.prototype, 'openPage');
});
afterEach(async () => {
  drawn.mockRestore();
  for (const one of books.splice(0)) await one.close();
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const pdfium = workInThisThread();

function openReader(): LabelReader {
  return new LabelReader(
    { spillPath: join(folder, 'spill'), maxMemoryBytes: 1 << 20 },
    {
      ...pdfium,
      look: (pdf, options) => {
        looked += 1;
        return pdfium.look(pdf, options);
      },
    },
  );
}

/** With a process that `lose` ends. */
function openBook(crashList?: CrashList): LabelBook {
  const opened = createLabelBook({
    ...(crashList && { crashList }),
    spillDir: join(folder, 'spills'),
    startProcess: () => {
      const process = readLabelsHere();
      return {
        send: (message) => {
          const { type, path } = message as { readonly type: string; readonly path?: string };
          asked.push(type);
          if (type === 'prepare' && path !== undefined) readFiles.push(path);
          process.send(message);
        },
        listen: (heard, ended) => {
          lose = () => ended({ reason: 'killed', fromOutside: true });
          process.listen(heard, ended);
        },
        keepAlive: () => process.keepAlive(),
        release: () => process.release(),
        end: () => process.end(),
      };
    },
  });
  books.push(opened);
  return opened;
}

function put(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const choice = { paper: labelPaper, pages: 'all', crop: 'auto' } as const;

describe('a page that Doca drew itself', () => {
  test('is not drawn again by PDFium', async () => {
    const path = put('a', '^XA^FO100,100^GB400,200,200^FS^XZ');
    expect(await reader.handle({ type: 'prepare', path, ...choice })).toMatchObject({
      type: 'prepared',
    });
    expect(await reader.handle({ type: 'draw', path })).toEqual({ type: 'drawn' });
    const entries = [{ path, mark: '2ª via' }];
    const outPath = join(folder, 'out.pdf');
    expect(await reader.handle({ type: 'write-pdf', entries, outPath, options: {} })).toMatchObject(
      { type: 'written', book: { pages: 1 } },
    );
    expect(looked).toBe(0);
  });
});

const seenTwo = [
  { isPlain: false, labels: [], differs: false },
  { isPlain: false, labels: [], differs: false },
];
const bars = onePage({ content: '20 20 200 300 re f' });

describe('a label', () => {
  test('is looked at once, and not for its reprint either', async () => {
    const path = put('a', bars);
    await reader.handle({ type: 'prepare', path, ...choice });
    expect(looked).toBe(1);
    const entries = [{ path }, { path, mark: '2ª via' }];
    const outPath = join(folder, 'out.pdf');
    await reader.handle({ type: 'write-pdf', entries, outPath, options: {} });
    expect(looked).toBe(1);
  });

  test('is not looked at by another reader that knows what was seen of the same bytes', async () => {
    const path = put('a', bars);
    const first = await reader.handle({ type: 'prepare', path, ...choice });
    if (first.type !== 'prepared') throw new Error(first.type);
    const { looks } = first.label;
    reader.close();
    reader = openReader();
    expect(await reader.handle({ type: 'prepare', path, ...choice, looks })).toEqual(first);
    expect(looked).toBe(1);

    const other = put('b', onePage({ content: '20 20 200 301 re f' }));
    await reader.handle({ type: 'prepare', path: other, ...choice, looks });
    expect(looked).toBe(2);
  });

  test('is looked at anew if what was seen is not of as many pages', async () => {
    const path = put('a', bars);
    const first = await reader.handle({ type: 'prepare', path, ...choice });
    if (first.type !== 'prepared') throw new Error(first.type);
    for (const findings of [[], [[]], [[...first.label.looks.findings.flat(), ...seenTwo]]]) {
      looked = 0;
      const looks = { ...first.label.looks, findings };
      expect(await reader.handle({ type: 'prepare', path, ...choice, looks })).toEqual(first);
      expect(looked).toBe(1);
    }
  });

  test('of a lost process is read again without a look', async () => {
    const entries = [{ path: put('a', bars) }, { path: put('b', bars) }];
    for (const { path } of entries) await book.prepare(path);
    const before = drawn.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    lose();
    expect(await book.writePdf(entries, join(folder, 'out.pdf'))).toMatchObject({
      ok: true,
      value: { pages: 2 },
    });
    expect(drawn.mock.calls.length).toBe(before);
  });

  test('that is known is ready at once, and read without a look before it is needed', async () => {
    const path = put('a', bars);
    const known = need(await book.prepare(path));
    const later = openBook();
    const before = drawn.mock.calls.length;
    expect(await later.prepare(path, {}, known)).toEqual({ ok: true, value: known });
    const written = await later.writePdf([{ path }], join(folder, 'out.pdf'));
    expect(written).toMatchObject({ ok: true, value: { pages: 1 } });
    expect(drawn.mock.calls.length).toBe(before);
  });

  test('that is known and cannot be read any more is refused, and then read anew', async () => {
    const path = put('a', bars);
    const known = need(await book.prepare(path));
    rmSync(path);
    const later = openBook();
    await later.prepare(path, {}, known);
    const refusal = { ok: false, fault: { kind: 'disk' } };
    expect(await later.draw(path)).toMatchObject(refusal);
    expect(later.isLost(path)).toBe(true);
    expect(await later.prepare(path, {}, known)).toMatchObject(refusal);
    put('a', bars);
    expect(await later.prepare(path)).toEqual({ ok: true, value: known });
    expect(later.isLost(path)).toBe(false);
  });

  test('that is known and needed now does not wait for all the others that are known', async () => {
    const paths = Array.from({ length: 60 }, (_, at) => put(`file ${at}`, bars));
    const known = need(await book.prepare(paths[0]!));
    const later = openBook();
    readFiles.length = 0;
    for (const path of paths) await later.prepare(path, {}, known);
    const wanted = paths.at(-1)!;
    expect(await later.writePdf([{ path: wanted }], join(folder, 'out.pdf'))).toMatchObject({
      ok: true,
    });
    expect(readFiles).toContain(wanted);
    expect(readFiles.length).toBeLessThan(30);
    await vi.waitFor(() => expect(new Set(readFiles).size).toBe(60));
  });

  test('that was drawn before is drawn ahead again', async () => {
    const path = put('a', '^XA^FO100,100^GB400,200,200^FS^XZ');
    const known = { ...need(await book.prepare(path)), isDrawn: true };
    const later = openBook();
    asked.length = 0;
    await later.prepare(path, {}, known);
    await vi.waitFor(() => expect(asked).toEqual(['open', 'prepare', 'draw']));
  });

  test('that is known and ended its process since is refused', async () => {
    const path = put('a', bars);
    const known = need(await book.prepare(path));
    const crashList = new CrashList(join(folder, 'killers.json'), '1.2.3');
    await crashList.add(path, 'no answer');
    const later = openBook(crashList);
    expect(await later.prepare(path, {}, known)).toMatchObject({
      ok: false,
      fault: { kind: 'label-unrenderable' },
    });
  });

  test('that is known by other bytes is looked at', async () => {
    const path = put('a', bars);
    const known = need(await book.prepare(path));
    put('a', onePage({ content: '20 20 200 301 re f' }));
    const later = openBook();
    const before = drawn.mock.calls.length;
    await later.prepare(path, {}, known);
    await later.draw(path);
    expect(drawn.mock.calls.length).toBeGreaterThan(before);
  });
});

test('the samples of a process that starts are labels, and one of them is looked at', async () => {
  const replies: string[] = [];
  for await (const { type } of readSamples(pdfium)) replies.push(type);
  expect(replies).toEqual(['prepared', 'drawn', 'prepared']);
  expect(drawn).toHaveBeenCalled();
});

test('a file is digested only for looks that are kept or known', async () => {
  const undigested = null as unknown as Uint8Array;
  const found = [{ isPlain: false, labels: [], differs: false }];
  const engine = { ...pdfium, look: () => Promise.resolve(found) };
  const remembered = rememberLooks(engine, undigested, undefined);
  expect(await remembered.look(bars, { pages: 1, findsLabels: false })).toBe(found);
  expect(remembered.listLooks).toThrow();
  expect(rememberLooks(engine, bars, undefined).listLooks().sha256).toHaveLength(64);
});

test('a text is read without a look at its page', async () => {
  const path = put('a', onePage({ content: 'BT /F1 12 Tf 20 20 Td (AA123456785BR) Tj ET' }));
  const text = await new FileReading().readText(path, { ...choice, crop: 'whole' });
  expect(text).toContain('AA123456785BR');
  // Its only page, and the one after it, which is not there.
  expect(drawn).toHaveBeenCalledTimes(2);
});
