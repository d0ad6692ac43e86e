import { describe, expect, test } from 'vitest';
import { OwnerIndex } from '../../src/main/dispatch/collect/name-owners.ts';
import { Extensions } from '../../src/main/erp/index.ts';
import type {
  CodeReader,
  LabelPiece,
  LabelSlot,
  StoredLabel,
} from '../../src/main/labels/index.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { accessKey, ownIssuers } from '../support/access-key.ts';
import { startBench, states } from './support/bench.ts';
import { FakeBook, plainLogistics, refusals, shipment } from './support/fakes.ts';
import { withSettings } from './support/services.ts';

const track = (id: number): string => `AA12345678${id}BR`;

function list(count: number, change: (one: Shipment) => Shipment = (one) => one): Shipment[] {
  return Array.from({ length: count }, (_, index) => {
    const one = shipment(index + 1);
    return change({
      ...one,
      logistics: { ...plainLogistics, ...one.logistics, trackingCode: track(one.id) },
    });
  });
}

/** A page, by its text; a file of an archive, by its name too. */
interface Given {
  readonly text?: string;
  readonly codes?: readonly string[];
  readonly name?: string;
  readonly format?: LabelPiece['format'];
}

/** Starts a bench whose ERP returns these pages and files as the labels of the grouping. */
function startTogether(
  given: readonly Given[],
  shipments = list(4),
  answer: Result<readonly string[]> = ok(['all']),
) {
  const bench = startBench(shipments);
  let asked = 0;
  let removed = 0;
  const at = (path: string): Given => given[Number(/^piece (\d+)$/.exec(path)?.[1])] ?? {};
  const reader: CodeReader = {
    read: (path) => {
      const codes = (at(path).codes ?? []).map((text) => ({ symbology: 'Code128', text, page: 1 }));
      return Promise.resolve({ codes, pages: 1, dpi: null, looked: true });
    },
    readText: (path) => Promise.resolve(at(path).text ?? ''),
    close: () => Promise.resolve(),
  };
  const pieces = given.map(({ name = null, format = 'pdf' }, index): LabelPiece => {
    return { path: `piece ${index}`, name, format };
  });
  const download = bench.labels.download.bind(bench.labels);
  Object.assign(bench.labels, {
    download: (slot: LabelSlot, url: string, signal?: AbortSignal, hasMany = false) =>
      hasMany
        ? Promise.resolve(ok({ slot, sha256: 'all', bytes: 1, path: url }))
        : download(slot, url, signal),
    adopt: download,
  });
  Object.assign(bench.erp.extras, {
    groupingLabelUrls: () => {
      asked += 1;
      return Promise.resolve(answer);
    },
  });
  Object.assign(bench.services, {
    codes: reader,
    readsLabels: () => true,
    extensions: new Extensions(),
    openBook: () =>
      Object.assign(new FakeBook(bench.labels), {
        split: () =>
          Promise.resolve(ok({ pieces, remove: () => Promise.resolve(void (removed += 1)) })),
      }),
  });
  const collect = async () => {
    const job = await bench.open();
    await job.labels.collect();
    return job;
  };
  return {
    bench,
    collect,
    asked: () => asked,
    removed: () => removed,
    singles: () => bench.erp.labelRequests,
  };
}

const pages = (...texts: readonly string[]): readonly Given[] => texts.map((text) => ({ text }));

describe('the labels of a grouping in one file', () => {
  test('are assigned to shipments by the code in their text', async () => {
    const { collect, singles, removed } = startTogether(
      pages(track(3), track(1), track(2), track(4)),
    );
    const job = await collect();
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(singles()).toEqual([]);
    expect(removed()).toBe(1);
  });

  test.each<[string, readonly Given[], readonly number[]]>([
    [
      'a page that names nobody, and those beside it',
      pages(track(1), track(2), '', track(4)),
      [2, 3, 4],
    ],
    ['a page that names two', pages(track(1), `${track(2)}\n${track(3)}`, track(4)), [1, 2, 3, 4]],
    ['two pages of one', pages(track(1), track(2), track(2), track(3), track(4)), [2]],
    ['a page of a stranger', pages(track(1), track(2), track(3), track(4), 'ZZ987654321BR'), [4]],
    ['nothing', [], [1, 2, 3, 4]],
  ])('are requested one by one if there is %s', async (_what, given, single) => {
    const { collect, singles } = startTogether(given);
    const job = await collect();
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(singles()).toEqual(single);
  });

  test('are found by their codes if they have no text', async () => {
    const { collect, singles } = startTogether([1, 2, 3, 4].map((id) => ({ codes: [track(id)] })));
    expect(states(await collect())).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(singles()).toEqual([]);
  });

  test('are found by their names in an archive, and other files beside a label are ignored', async () => {
    const { collect, singles, bench } = startTogether([
      { name: `${track(1)}.png`, format: 'png' },
      { name: `${track(2)} - Etiqueta.txt`, format: 'zpl' },
      { name: `${track(2)} - Controle.pdf` },
      { name: `envios/${track(3)}.pdf` },
      { name: 'leia-me.pdf', text: 'Obrigado' },
      { name: '4.pdf', text: `NF 504 ${track(4)}` },
    ]);
    expect(states(await collect())).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(singles()).toEqual([]);
    expect(bench.labels.downloads).toEqual(['piece 0', 'piece 1', 'piece 3', 'piece 5']);
  });

  test('are requested one by one if a shipment has more volumes than its file has labels', async () => {
    const shipments = list(3, (one) =>
      one.id === 2
        ? {
            ...one,
            volume: {
              ...{
                packaging: null,
                width: null,
                height: null,
                length: null,
                diameter: null,
                grossWeight: null,
              },
              quantity: 2,
            },
          }
        : one,
    );
    const { collect, singles } = startTogether(pages(track(1), track(2), track(3)), shipments);
    await collect();
    expect(singles()).toEqual([2]);
  });

  test('are requested one by one if two shipments share a tracking code', async () => {
    const shared = list(3, (one) => ({
      ...one,
      logistics: { ...plainLogistics, trackingCode: track(9) },
    }));
    const { collect, singles } = startTogether(pages(track(9), track(9), track(9)), shared);
    await collect();
    expect(singles()).toEqual([1, 2, 3]);
  });

  test.each<[string, Fault]>([
    ['has none', fault('not-found', { status: 404, reached: 'yes' })],
    ['refuses', fault('forbidden', { status: 403, reached: 'yes' })],
    ['has trouble', fault('server', { status: 500, reached: 'yes' })],
    [
      'has no address for them',
      fault('validation', { status: 400, reached: 'yes', erpMessage: 'Url não encontrada' }),
    ],
  ])('are requested one by one if the service %s', async (_what, answer) => {
    const { collect, asked, singles } = startTogether([], list(4), failed(answer));
    expect(states(await collect())).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(asked()).toBe(1);
    expect(singles()).toEqual([1, 2, 3, 4]);
  });

  test('are not requested at all if the service reports that they come later', async () => {
    const { collect, singles } = startTogether([], list(4), failed(refusals.notConcluded));
    const job = await collect();
    expect(job.snapshot().labelsAfterConclusion).toBe(true);
    expect(singles()).toEqual([]);
  });

  test('come in one file after the conclusion, if the service reported before that they come later', async () => {
    const given = pages(track(1), track(2), track(3), track(4));
    const { bench, collect, singles } = startTogether(
      given,
      list(4),
      failed(refusals.notConcluded),
    );
    const job = await collect();
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
    Object.assign(bench.erp.extras, {
      groupingLabelUrls: () => Promise.resolve(ok(['https://labels.test/all'])),
    });
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(singles()).toEqual([]);
  });

  test('are not requested if there are two, or if a person chose their pages', async () => {
    const two = startTogether(pages(track(1), track(2)), list(2));
    await two.collect();
    const ruled = startTogether(pages(track(1), track(2), track(3)), list(3));
    const rule = { method: { id: 3, name: null }, choice: { pages: 'all', crop: 'auto' } } as const;
    ruled.bench.services = withSettings(ruled.bench.services, { pageRules: [rule] });
    await ruled.collect();
    expect([two.asked(), two.singles(), ruled.asked(), ruled.singles()]).toEqual([
      0,
      [1, 2],
      0,
      [1, 2, 3],
    ]);
  });

  test('are as good as single ones after a restart', async () => {
    const { bench, collect, asked, singles } = startTogether(
      pages(track(1), track(2), track(3), track(4)),
    );
    await (await collect()).close();
    const again = await collect();
    expect(states(again)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect([asked(), singles()]).toEqual([1, []]);
    expect(bench.labels.downloads).toHaveLength(4);
  });

  test.each([
    ['before its first file was there', 'before', 1, [1, 2, 3, 4]],
    ['when one file was there', 'after', 1, [2, 3, 4]],
    ['when three files were there', 'after', 3, [4]],
  ] as const)('go on one by one where the program ended %s', async (_when, at, nth, single) => {
    const { bench, collect, singles } = startTogether(
      pages(track(1), track(2), track(3), track(4)),
    );
    const adopt = bench.labels.adopt;
    let crashed: ReturnType<typeof bench.crash> | null = null;
    let there = new Map<string, StoredLabel>();
    let taken = 0;
    const crash = (): void => {
      crashed ??= bench.crash();
      there = new Map(bench.labels.files);
    };
    Object.assign(bench.labels, {
      adopt: async (...args: Parameters<typeof adopt>) => {
        taken += 1;
        const isNow = taken === nth;
        if (isNow && at === 'before') crash();
        const adopted = await adopt(...args);
        if (isNow && at === 'after') crash();
        return adopted;
      },
    });
    await (await collect()).close();
    // The other bench has the journal of that moment, and the files that were there then.
    bench.labels.files.clear();
    for (const [slot, file] of there) bench.labels.files.set(slot, file);
    const job = await crashed!.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(singles().toSorted()).toEqual(single);
  });
});

describe('whose label a text is', () => {
  const shipments = list(3);
  const find = (text: string): readonly number[] => [
    ...new OwnerIndex(shipments, ownIssuers).find(text).keys(),
  ];
  test.each<[string, readonly number[]]>([
    [`Destinatário\nAA 123 456 782 BR\nSão Paulo`, [2]],
    [`aa-123456783-br`, [3]],
    [`NF 502`, [2]],
    ['NF\r\n000503', [3]],
    ['Nota Fiscal nº 501', [1]],
    [accessKey(502), [2]],
    ['Pedido 9001, 502 g, CEP 05010-000', [1]],
    ['9001, 502 g, CEP 05010-000', []],
    [`${track(1)} Pedido nº 9002`, [1, 2]],
    ['NF 5020', []],
    [`${track(1)} NF 502`, [1, 2]],
    ['', []],
  ])('%j', (text, owners) => {
    expect(find(text)).toEqual(owners);
  });
});
