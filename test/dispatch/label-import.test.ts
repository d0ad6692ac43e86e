import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import type { CodeReader, LabelBook, LabelPiece, LabelSlot } from '../../src/main/labels/index.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { readAccessKey } from '#shared/identities/access-key.ts';
import { accessKey } from '../support/access-key.ts';
import { printOn } from '../support/print-on.ts';
import { startBench, states } from './support/bench.ts';
import { FakeBook, FakePrinter, groupingId, refusals, volumesOf } from './support/fakes.ts';
import { list, track } from './support/tracked.ts';

const withVolumes = (id: number, quantity: number) => (one: Shipment) =>
  one.id === id ? { ...one, volume: volumesOf(quantity) } : one;

/**
 * A page by its text, a picture by its codes, a file of an archive by its name; `inside`: it has
 * pages of its own.
 */
interface Given {
  readonly text?: string;
  readonly codes?: readonly string[];
  readonly name?: string;
  readonly isBad?: boolean;
  readonly inside?: readonly Given[];
}

const fileOf = (...pages: readonly (Given | string)[]) => ({
  name: 'etiquetas.pdf',
  bytes: Buffer.from(
    JSON.stringify(pages.map((page) => (typeof page === 'string' ? { text: page } : page))),
  ),
});

/** The book cuts files that list their pages, and the reader tells their texts. */
function start(shipments = list(4)) {
  const bench = startBench(shipments);
  for (const { id } of shipments) bench.erp.urls.set(id, [refusals.noLabels]);
  bench.journal.facts.learnIssuers('https://erp.test', [readAccessKey(accessKey(1))!]);
  const folder = mkdtempSync(join(bench.dir, 'pieces-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let pieces = 0;
  const write = (content: unknown): string => {
    const path = join(folder, `${(pieces += 1)}.piece`);
    writeFileSync(path, JSON.stringify(content));
    bench.labels.contents.set(path, JSON.stringify(content));
    return path;
  };
  const read = (path: string): Given => {
    const content = bench.labels.contents.get(path)!;
    return content.startsWith('{') ? (JSON.parse(content) as Given) : {};
  };
  const codes: CodeReader = {
    read: (path) => {
      const found = (read(path).codes ?? []).map((text) => ({
        symbology: 'Code128',
        text,
        page: 1,
      }));
      return Promise.resolve({ codes: found, pages: 1, dpi: null, looked: true });
    },
    readText: (path) => Promise.resolve(read(path).text ?? ''),
    close: () => Promise.resolve(),
  };
  const split: LabelBook['split'] = (path, runs) => {
    const content = JSON.parse(readFileSync(path, 'utf8')) as readonly Given[] | Given;
    const given = Array.isArray(content)
      ? (content as readonly Given[])
      : (content as Given).inside;
    if (given === undefined) return Promise.resolve(failed(fault('label-unknown-format')));
    const all = (runs ?? given.map((_page, at) => [at])).map((run) => run.map((at) => given[at]!));
    const found = all.map((pages): LabelPiece => {
      const [first] = pages;
      const joined =
        pages.length === 1 ? first : { ...first, text: pages.map(({ text }) => text).join('\n') };
      return { path: write(joined), name: first?.name ?? null, format: 'pdf' };
    });
    return Promise.resolve(ok({ pieces: found, remove: () => Promise.resolve() }));
  };
  const adopt = (slot: LabelSlot, path: string) => {
    const content = readFileSync(path, 'utf8');
    return bench.labels.download(slot, content).then((stored) => {
      expect(createHash('sha256').update(content).digest('hex')).toBe(
        stored.ok && stored.value.sha256,
      );
      return stored;
    });
  };
  Object.assign(bench.labels, { adopt });
  const whilePreparing = { work: () => Promise.resolve() };
  class Book extends FakeBook {
    override readonly split = split as () => Promise<never>;
    override async prepare(path: string) {
      await whilePreparing.work();
      return read(path).isBad === true ? failed(fault('label-unrenderable')) : super.prepare(path);
    }
  }
  Object.assign(bench.services, {
    codes,
    readsLabels: () => false,
    openBook: () => new Book(bench.labels),
  });
  return { ...bench, whilePreparing };
}

const left = (job: GroupingJob) =>
  (job.snapshot().imported?.left ?? []).map(({ place, why, shipmentIds }) => [
    place,
    why,
    ...shipmentIds,
  ]);

describe('labels from a file', () => {
  test('replace none that came from the ERP meanwhile', async () => {
    const bench = start();
    const job = await bench.open();
    await job.labels.collect();
    bench.erp.urls.set(1, [['https://labels.test/1']]);
    let isFirst = true;
    bench.whilePreparing.work = async () => {
      const isCollected = isFirst;
      isFirst = false;
      if (isCollected) await job.labels.retry([1]);
    };
    await job.labels.import(fileOf(track(1)));
    expect(states(job)[0]).toBe('ready');
    expect(left(job)).toEqual([[1, 'replaces', 1]]);
    await job.labels.putImported(1, 1);
    expect(left(job)).toEqual([]);
  });

  test('are put on the rows that they name, in any order, and the rest of the list is fetched as before', async () => {
    const bench = start();
    bench.erp.urls.set(4, [['https://labels.test/4']]);
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['panel', 'panel', 'panel', 'ready']);
    const file = fileOf(`Destinatário ${track(3)}`, { codes: [accessKey(501)] }, track(2));
    expect(await job.labels.import(file)).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(job.snapshot().imported).toEqual({
      file: 'etiquetas.pdf',
      isReading: false,
      placed: 3,
      same: 0,
      left: [],
    });
    const events = bench.journal.past
      .events('https://erp.test', groupingId)
      .filter(({ kind }) => kind === 'imported');
    expect(events.map(({ shipmentId, data }) => [shipmentId, data]).sort()).toEqual([
      [1, { file: 'etiquetas.pdf', by: 'invoice' }],
      [2, { file: 'etiquetas.pdf', by: 'tracking' }],
      [3, { file: 'etiquetas.pdf', by: 'tracking' }],
    ]);
  });

  test('are joined with no neighbour that only a number names, before or behind', async () => {
    for (const [pages, place] of [
      [[track(1), 'Pedido 9001'], 2],
      [['Pedido 9001', track(1)], 1],
    ] as const) {
      const job = await start().open();
      await job.labels.import(fileOf(...pages));
      expect(left(job)).toEqual([[place, 'number', 1]]);
      expect(job.snapshot().imported).toMatchObject({ placed: 1 });
    }
  });

  test('take no row’s label away for one that is another row’s already', async () => {
    const bench = start();
    bench.erp.urls.set(4, [['https://labels.test/4']]);
    const job = await bench.open();
    await job.labels.collect();
    const file = fileOf('Ninguém');
    for (const [shipmentId, end] of [
      [1, ok()],
      [4, failed(fault('label-duplicate'))],
    ] as const) {
      expect(await job.labels.import(file)).toEqual(ok());
      expect(
        await job.labels.putImported(job.snapshot().imported!.left[0]!.id, shipmentId),
      ).toEqual(end);
      expect(states(job)).toEqual(['ready', 'panel', 'panel', 'ready']);
    }
    expect(left(job)).toEqual([[1, 'stranger']]);
  });

  test('are put on their row again if they are not here any more', async () => {
    const bench = start();
    let job = await bench.open();
    await job.labels.import(fileOf(track(1)));
    expect(states(job)[0]).toBe('ready');
    await job.close();
    // Somebody has emptied the folder of labels.
    bench.labels.files.clear();
    job = await bench.open();
    await job.labels.collect();
    expect(states(job)[0]).toBe('panel');
    await job.labels.import(fileOf(track(1)));
    expect(job.snapshot().imported).toMatchObject({ placed: 1, same: 0 });
    expect(states(job)[0]).toBe('ready');
  });

  test('are left if they name none, several, or another parcel of an order', async () => {
    const job = await start().open();
    await job.labels.import(
      fileOf(
        'ZZ987654321BR',
        {},
        `${track(1)}\n${track(2)}`,
        `NF 503 ${track(77)}`,
        track(4),
        track(4),
      ),
    );
    expect(states(job)).toEqual(['missing', 'missing', 'missing', 'ready']);
    expect(left(job)).toEqual([
      [1, 'stranger'],
      [2, 'unreadable'],
      [3, 'several', 1, 2],
      [4, 'other-code', 3],
    ]);
  });

  test('of one shipment that follow each other are one label; apart they are rivals, unless it has as many volumes', async () => {
    const job = await start(list(4, withVolumes(3, 2))).open();
    await job.labels.import(
      fileOf(track(1), `DANFE ${accessKey(501)}`, track(2), `${track(3)} 1/2`, track(4)),
    );
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    await job.labels.import(fileOf(`${track(2)} a`, track(1), `${track(2)} b`, `${track(3)} 2/2`));
    expect(left(job)).toEqual([
      [1, 'rivals', 2],
      [3, 'rivals', 2],
      [2, 'replaces', 1],
    ]);
    expect(job.snapshot().shipments[2]!.label.formats).toEqual(['pdf', 'pdf']);
  });

  test('that are there already change nothing', async () => {
    const bench = start();
    const job = await bench.open();
    const file = fileOf(track(1), track(2), track(2));
    await job.labels.import(file);
    const before = bench.journal.past.events('https://erp.test', groupingId).length;
    await job.labels.import(file);
    expect(job.snapshot().imported).toMatchObject({ placed: 2, same: 4, left: [] });
    expect(bench.journal.past.events('https://erp.test', groupingId)).toHaveLength(before);
  });

  test('in archives are found by their content first, and a name that disagrees is a question', async () => {
    const job = await start(list(6)).open();
    const { bytes } = fileOf(
      { name: `${track(1)}.pdf`, text: track(2) },
      { name: `${track(3)}.pdf`, text: 'sem código' },
      {
        name: 'todas.pdf',
        text: `${track(4)} ${track(5)}`,
        inside: [{ text: track(4) }, { text: track(5) }],
      },
      { name: 'x.pdf', text: track(6), inside: [{ text: track(6) }, { text: 'declaração' }] },
    );
    await job.labels.import({ name: 'painel.zip', bytes });
    expect(states(job)).toEqual(['missing', 'missing', 'ready', 'ready', 'ready', 'ready']);
    expect(left(job)).toEqual([[1, 'several', 1, 2]]);
  });

  test('that are newer take the place of a label by a person’s word, and make a printed one an old one', async () => {
    const job = await start().open();
    await job.labels.import(fileOf(track(1), track(2)));
    const printer = new FakePrinter();
    await printOn(job, printer, [1]);
    expect(states(job)).toEqual(['printed', 'ready', 'missing', 'missing']);
    await job.labels.import(fileOf(`${track(1)} nova`, `${track(2)} nova`));
    expect(states(job)).toEqual(['printed', 'ready', 'missing', 'missing']);
    expect(left(job)).toEqual([
      [1, 'replaces', 1],
      [2, 'replaces', 2],
    ]);
    for (const id of [1, 2, 3]) job.checks.mark(id, true);
    for (const { id, shipmentIds } of job.snapshot().imported!.left)
      expect(await job.labels.putImported(id, shipmentIds[0]!)).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'ready', 'missing', 'missing']);
    // Nobody has scanned the labels of the file.
    const unchecked = job.snapshot().shipments.filter((row) => row.checkedAtMs === null);
    expect(unchecked.map((row) => row.shipment.id)).toEqual([1, 2, 4]);
    expect(job.snapshot().difference?.changed.map(({ id }) => id)).toEqual([1]);
    expect(job.snapshot().shipments[0]!.label.timesPrinted).toBe(0);
  });

  test('come late for a label whose paper is in doubt, not for the others of its print', async () => {
    const job = await start().open();
    await job.labels.import(fileOf(track(1), track(2), track(3)));
    const printer = new FakePrinter();
    printer.outcomes = [ok('done'), ok('unknown')];
    await printOn(job, printer, undefined, undefined, { copies: 1, sheet: null, labelsPerJob: 1 });
    expect(job.snapshot().printVerdict).toEqual({ printed: [1], perhaps: [2], not: [3] });
    await job.labels.import(fileOf(`${track(2)} nova`, `${track(3)} nova`));
    expect(left(job)).toEqual([
      [1, 'closed', 2],
      [2, 'replaces', 3],
    ]);
  });

  test('that are a paper of a label go behind it, whatever comes first, and never in its place', async () => {
    const job = await start(list(4, withVolumes(3, 2))).open();
    await job.labels.import(
      fileOf(`DACE ${accessKey(501)}`, track(2), `Declaração de Conteúdo Pedido 9002`),
    );
    expect(states(job)).toEqual(['missing', 'ready', 'missing', 'missing']);
    expect(left(job)).toEqual([[1, 'paper', 1]]);
    await job.labels.import(fileOf(track(1), track(3), 'DANFE NF 503'));
    await job.labels.import(
      fileOf(...[501, 504, 503].map((number) => `DACE ${accessKey(number)}`)),
    );
    expect(job.snapshot().shipments.map(({ label }) => label.formats.length)).toEqual([2, 1, 1, 0]);
    expect(left(job).map(([, ...why]) => why)).toEqual([
      ['paper', 4],
      ['paper', 3],
    ]);
  });

  test('that are a paper go behind a label whose links had a twin', async () => {
    const bench = start(list(1));
    const links = ['a', 'b', 'c'].map((name) => `https://labels.test/${name}`);
    bench.erp.urls.set(1, [links]);
    for (const link of links.slice(0, 2)) bench.labels.hosts.set(link, ['labels:1']);
    const job = await bench.open();
    await job.labels.collect();
    expect(await job.labels.import(fileOf(`DACE ${accessKey(501)}`))).toEqual(ok());
    expect(job.snapshot().shipments[0]?.label).toMatchObject({
      file: 'ready',
      block: null,
      timesPrinted: 0,
      twins: 0,
      pages: 3,
    });
    expect(left(job)).toEqual([]);
  });

  test('that are a paper stand for no label that cannot be printed or is missing', async () => {
    const job = await start(list(4, withVolumes(3, 2))).open();
    await job.labels.import(
      fileOf(
        { name: 'a.pdf', text: track(1), isBad: true },
        { name: 'b.pdf', text: `DACE ${accessKey(501)}` },
        { name: 'c.pdf', text: `${track(3)} 1/2` },
        { name: 'd.pdf', text: `DACE ${accessKey(503)}` },
      ),
    );
    expect(job.snapshot().shipments.map(({ label }) => label.formats.length)).toEqual([0, 0, 1, 0]);
    expect(left(job).toSorted()).toEqual([
      [1, 'unusable', 1],
      [2, 'paper', 1],
      [4, 'paper', 3],
    ]);
  });

  test('that cannot be printed leave the label that is there', async () => {
    const job = await start().open();
    await job.labels.import(fileOf(track(1)));
    await job.labels.import(fileOf({ text: `${track(1)} nova`, isBad: true }));
    expect(left(job)).toEqual([[1, 'replaces', 1]]);
    const [newer] = job.snapshot().imported!.left;
    expect(await job.labels.putImported(newer!.id, 1)).toMatchObject({
      fault: { kind: 'label-unrenderable' },
    });
    expect(states(job)[0]).toBe('ready');
  });

  test('that the disk has no room for are no unusable ones', async () => {
    const bench = start();
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.import(fileOf('nobody'));
    Object.assign(bench.labels, { adopt: () => Promise.resolve(failed(fault('disk-full'))) });
    const full = { fault: { kind: 'disk-full' } };
    expect(await job.labels.import(fileOf(track(1)))).toMatchObject(full);
    expect(await job.labels.putImported(1, 2)).toMatchObject(full);
    expect(left(job)).toEqual([[1, 'stranger']]);
  });

  test('that the disk has no room for cost no label that is there', async () => {
    const bench = start(list(2, withVolumes(1, 2)));
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.import(fileOf(track(1)));
    const { adopt } = bench.labels as unknown as { adopt: () => Promise<unknown> };
    Object.assign(bench.labels, { adopt: () => Promise.resolve(failed(fault('disk-full'))) });
    const second = fileOf(`${track(1)} 2`);
    expect(await job.labels.import(second)).toMatchObject({ fault: { kind: 'disk-full' } });
    expect(bench.labels.files.size).toBe(1);
    Object.assign(bench.labels, { adopt });
    expect(await job.labels.import(second)).toEqual(ok());
    expect(bench.labels.files.size).toBe(2);
    expect(job.snapshot().shipments[0]!.label).toMatchObject({
      file: 'ready',
      block: null,
      timesPrinted: 0,
      pages: 2,
    });
  });

  test('are put on a row by a person, who sees them before', async () => {
    const bench = start();
    const job = await bench.open();
    await job.labels.import(fileOf('ZZ987654321BR', `${track(1)}\n${track(2)}`));
    const [stranger, both] = job.snapshot().imported!.left;
    expect((await job.labels.showImported(stranger!.id)).ok).toBe(true);
    expect((await job.labels.putImported(stranger!.id, 99)).ok).toBe(false);
    expect(await job.labels.putImported(both!.id, 2)).toEqual(ok());
    expect(await job.labels.putImported(both!.id, 3)).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
    expect(states(job)).toEqual(['missing', 'ready', 'missing', 'missing']);
    expect(bench.journal.past.events('https://erp.test', groupingId).at(-1)).toMatchObject({
      kind: 'imported',
      data: { by: 'person' },
    });
    expect(left(job)).toEqual([[1, 'stranger']]);
    await job.labels.dismissImported();
    expect(job.snapshot().imported).toBeNull();
  });

  test('are not fetched again after a crash, and are not asked of the ERP', async () => {
    const bench = start();
    const job = await bench.open();
    await job.labels.import(fileOf(track(1), track(2)));
    const asked = bench.erp.labelRequests.length;
    const again = await bench.crash().open();
    await again.labels.collect();
    expect(states(again)).toEqual(['ready', 'ready', 'panel', 'panel']);
    expect(bench.erp.labelRequests.slice(asked)).toEqual([3, 4]);
  });

  test('are on their rows or not after a kill at any step, and the same file completes them', async () => {
    for (const [at, isAfter] of [0, 1, 2].flatMap((step) =>
      [false, true].map((after) => [step, after] as const),
    )) {
      const bench = start(list(3));
      let crashed: ReturnType<typeof bench.crash> | undefined;
      let taken = 0;
      const { adopt } = bench.labels as unknown as {
        adopt: (slot: LabelSlot, path: string) => Promise<unknown>;
      };
      Object.assign(bench.labels, {
        adopt: async (slot: LabelSlot, path: string) => {
          const isNow = taken++ === at;
          if (isNow && !isAfter) crashed = bench.crash();
          const adopted = await adopt(slot, path);
          if (isNow && isAfter) crashed = bench.crash();
          return adopted;
        },
      });
      const file = fileOf(track(3), track(1), track(2));
      await (await bench.open()).labels.import(file);
      const { codes, readsLabels, openBook } = bench.services;
      Object.assign(crashed!.services, { codes, readsLabels, openBook });
      const job = await crashed!.open();
      await job.labels.collect();
      // A file that was there before the journal knew of its label is used; the ERP has none for
      // the others.
      expect(states(job).every((state) => state === 'ready' || state === 'panel')).toBe(true);
      await job.labels.import(file);
      expect(states(job), `${at} ${isAfter}`).toEqual(['ready', 'ready', 'ready']);
      const texts = [...bench.labels.files.values()].map(({ path }) =>
        bench.labels.contents.get(path)!,
      );
      expect(texts.map((text) => (JSON.parse(text) as Given).text).toSorted()).toEqual(
        [1, 2, 3].map(track),
      );
    }
  });

  test('that come while labels are fetched win, and nothing is fetched in their place', async () => {
    const bench = start();
    for (const id of [1, 2, 3, 4]) bench.erp.urls.set(id, [[`https://labels.test/${id}`]]);
    const answers = Promise.withResolvers<undefined>();
    bench.erp.labelsHeld = answers.promise;
    const job = await bench.open();
    const collected = job.labels.collect();
    await job.labels.import(fileOf(track(1), track(4)));
    answers.resolve(undefined);
    await collected;
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(bench.labels.downloads.filter((url) => /[14]$/.test(url))).toEqual([]);
  });
});
