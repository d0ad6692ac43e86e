import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ok } from '#shared/faults/faults.ts';
import { startBench } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';

/** The write options of the job's book, one entry for each PDF. */
function layoutsOf({ books }: Bench): unknown[] {
  const [book] = books;
  if (book === undefined) throw new Error('the job opened no book');
  const layouts: unknown[] = [];
  const write = book.writePdf.bind(book);
  book.writePdf = (entries, outPath, layout?: unknown) => {
    layouts.push(layout);
    return write(entries, outPath);
  };
  return layouts;
}

describe('how labels come on paper', () => {
  test('a preview shows the data that a print would send, and changes nothing', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    await job.labels.collect();
    const before = job.snapshot();
    const preview = await job.prints.preview([3, 1]);
    expect(preview.ok && Buffer.from(preview.value).toString()).toBe(
      'https://labels.test/3\nhttps://labels.test/1',
    );
    expect(job.snapshot()).toEqual(before);
    expect(readdirSync(bench.services.outDir)).toEqual([]);
  });

  test('copies and sheet reach the book, and a plain print is one label a page, once', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    const layouts = layoutsOf(bench);
    const sheet = { perSheet: 4, start: 3 } as const;
    await job.prints.preview([1], { copies: 2, sheet });
    expect(
      await printOn(job, new FakePrinter(), undefined, undefined, { copies: 3, sheet: null }),
    ).toEqual(ok());
    expect(await printOn(job, new FakePrinter(), [1, 2])).toEqual(ok());
    expect(layouts).toEqual([{ copies: 2, sheet }, { copies: 3 }, { copies: 1 }]);
  });

  test('a label that cannot be shown is refused as for a print', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/2', ['label-expired']);
    const job = await bench.open();
    await job.labels.collect();
    expect(await job.prints.preview([2])).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(await job.prints.preview([])).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(await job.prints.preview([99])).toMatchObject({ fault: { kind: 'invalid-input' } });
    const { books } = bench;
    books[0]!.writeFault = 'disk-full';
    expect(await job.prints.preview([1])).toMatchObject({ fault: { kind: 'disk-full' } });
    expect(job.snapshot().fault).toBeNull();
    await job.close();
    expect((await job.prints.preview([1])).ok).toBe(false);
  });
});
