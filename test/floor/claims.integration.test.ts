import { afterEach, beforeAll, expect, it } from 'vitest';
import type { FloorPayload, LabelCopy, TakenOver } from '../../src/main/floor/index.ts';
import type { Result } from '#shared/faults/faults.ts';
import { describeWithPostgres, sharedPostgres, type TestDatabase } from '../support/postgres.ts';
import { firstCopies, openStation, scope, type TestStation } from './support/station.ts';

describeWithPostgres('claims at a floor', () => {
  const opened: TestStation[] = [];
  let database: TestDatabase;
  let groupingId = 0;

  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ floor }) => floor.close()));
  });

  beforeAll(async () => {
    database = await (await sharedPostgres()).createDatabase();
  });

  function openHere(name: string, more: Parameters<typeof openStation>[2] = {}): TestStation {
    const station = openStation(database, name, { scope: { ...scope, groupingId }, ...more });
    opened.push(station);
    return station;
  }

  /** Stations at a grouping of their own. */
  async function open<Names extends readonly string[]>(
    ...names: Names
  ): Promise<{ [Index in keyof Names]: TestStation }> {
    groupingId += 1;
    const stations = names.map((name) => openHere(name));
    for (const { grouping } of stations) await grouping.refresh();
    return stations as { [Index in keyof Names]: TestStation };
  }

  /** Each label with its state and whose it is: `1 printing a`. */
  async function look({ grouping }: TestStation): Promise<string[]> {
    const news = await grouping.refresh();
    if (!news.ok) throw new Error(news.fault.kind);
    return [...news.value.rows.values()].map(
      ({ shipmentId, copy, state, stationId }) =>
        `${shipmentId}${copy > 1 ? `×${copy}` : ''} ${state} ${stationId}`,
    );
  }

  const kindOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.fault.kind);
  const copy = (shipmentId: number, number: number): LabelCopy => ({ shipmentId, copy: number });
  const printed = (shipmentId: number, number = 1): FloorPayload => ({
    kind: 'printed',
    shipmentId,
    copy: number,
    digest: null,
  });

  /** As a killed program does: others see it when its time has run out. */
  async function kill(station: TestStation): Promise<void> {
    await station.floor.close();
    await sleepLong(station);
  }

  async function sleepLong({ floor: { stationId } }: TestStation): Promise<void> {
    const text =
      "UPDATE doca.stations SET here = true, seen_at = now() - interval '16 seconds' WHERE id = $1";
    await database.sql(text, [stationId]);
  }

  it('grants a label to one station, and all labels of a claim or none', async () => {
    const [a, b] = await open('a', 'b');
    expect(kindOf(await a.grouping.claim(firstCopies(1, 2, 3)))).toBe('ok');
    expect(kindOf(await b.grouping.claim(firstCopies(3, 4)))).toBe('floor-taken');
    expect(await look(b)).toEqual(['1 printing a', '2 printing a', '3 printing a']);
    expect(kindOf(await b.grouping.claim(firstCopies(4)))).toBe('ok');
  });

  it('grants each label once if all ask at the same moment', async () => {
    const stations = await open('a', 'b', 'c', 'd');
    const labels = Array.from({ length: 40 }, (_, index) => index + 1);
    const got = await Promise.all(
      stations.map(async ({ grouping }, index) => {
        const order = labels.toSorted(
          (one, other) => ((one * 7 + index * 13) % 41) - ((other * 7 + index * 13) % 41),
        );
        const results = await Promise.all(order.map((id) => grouping.claim(firstCopies(id))));
        return results.filter(({ ok }) => ok).length;
      }),
    );
    expect(got.reduce((sum, some) => sum + some, 0)).toBe(40);
    expect(await look(stations[0])).toHaveLength(40);
  });

  it('lets the same claim be asked again after a lost answer', async () => {
    const [a] = await open('a');
    expect(kindOf(await a.grouping.claim(firstCopies(1, 2)))).toBe('ok');
    expect(kindOf(await a.grouping.claim(firstCopies(1, 2)))).toBe('ok');
    expect(kindOf(await a.grouping.claim(firstCopies(1, 1)))).toBe('ok');
  });

  it('refuses labels that are on paper, in doubt here, or not the next copy', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1, 2));
    await a.tell(printed(1));
    await a.tell({ kind: 'doubt', shipmentId: 2, copy: 1 });
    expect(kindOf(await a.grouping.claim(firstCopies(1)))).toBe('floor-taken');
    expect(kindOf(await a.grouping.claim(firstCopies(2)))).toBe('floor-taken');
    expect(kindOf(await b.grouping.claim([copy(2, 2)]))).toBe('floor-taken');
    expect(kindOf(await b.grouping.claim([copy(1, 3)]))).toBe('floor-taken');
    expect(kindOf(await b.grouping.claim([copy(1, 2)]))).toBe('ok');
    expect(kindOf(await a.grouping.claim([copy(1, 2)]))).toBe('floor-taken');
    // Copies before were forgotten with their grouping.
    expect(kindOf(await a.grouping.claim([copy(9, 5)]))).toBe('ok');
    expect(await look(a)).toEqual(['1×2 printing b', '2 doubt a', '9×5 printing a']);
  });

  it('keeps claimed rows through a failed print, until they are released', async () => {
    const [a, b] = await open('a', 'b');
    expect(kindOf(await a.grouping.take(firstCopies(1, 2)))).toBe('ok');
    expect(kindOf(await b.grouping.take(firstCopies(2, 3)))).toBe('floor-taken');
    expect(kindOf(await b.grouping.claim(firstCopies(1)))).toBe('floor-taken');
    expect(kindOf(await a.grouping.claim(firstCopies(1, 3)))).toBe('ok');
    await a.tell({ kind: 'unprinted', shipmentId: 1, copy: 1 });
    await a.tell({ kind: 'unprinted', shipmentId: 3, copy: 1 });
    expect(await look(b)).toEqual(['1 taken a', '2 taken a']);
    await a.grouping.claim(firstCopies(1));
    await a.grouping.giveBack([1, 2]);
    expect(await look(b)).toEqual(['1 printing a']);
  });

  it('does not let a claim overtake an earlier event', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1));
    const before = a.tell({ kind: 'accepted', shipmentId: 7 });
    const told = a.tell({ kind: 'unprinted', shipmentId: 1, copy: 1 });
    const claimed = a.grouping.claim(firstCopies(1));
    await Promise.all([before, told, claimed]);
    expect(kindOf(await claimed)).toBe('ok');
    expect(kindOf(await b.grouping.claim(firstCopies(1)))).toBe('floor-taken');
  });

  it('takes nothing over from a station that is printing', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.take(firstCopies(1));
    await a.grouping.claim(firstCopies(2));
    expect(kindOf(await b.grouping.takeOver('a'))).toBe('floor-printing');
    expect(await look(b)).toEqual(['1 taken a', '2 printing a']);
  });

  const taken = (result: Result<TakenOver>): TakenOver => {
    if (!result.ok) throw new Error(result.fault.kind);
    return result.value;
  };

  it.each([
    {
      answer: 'unprinted',
      kept: 'free',
      twice: [['bench b', 'bench a']],
      papers: 'a second paper',
    },
    {
      answer: 'unprinted',
      kept: 'kept',
      twice: [['bench b', 'bench a']],
      papers: 'a second paper',
    },
    { answer: 'printed', kept: 'free', twice: [], papers: 'the same paper' },
  ] as const)(
    'counts what a station tells of a $kept label after it was taken over, and $answer was said, as $papers',
    async (one) => {
      const [a, b] = await open('a', 'b');
      if (one.kept === 'kept') await a.grouping.take(firstCopies(1));
      await a.grouping.claim(firstCopies(1));
      await kill(a);
      expect(taken(await b.grouping.takeOver('a')).inDoubt).toEqual(firstCopies(1));
      if (one.answer === 'unprinted') {
        await b.tell({ kind: 'unprinted', shipmentId: 1, copy: 1 });
        expect(kindOf(await b.grouping.claim(firstCopies(1)))).toBe('ok');
      }
      await b.tell(printed(1));
      const awake = openHere('a');
      await awake.tell(printed(1));
      const news = await b.grouping.refresh();
      const said = news.ok
        ? news.value.share.twice.map(({ prints }) => prints.map(({ station }) => station))
        : null;
      expect(said).toEqual(one.twice);
    },
  );

  it('confirms right before the send whether a claim is still a station’s own', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1, 2));
    expect(kindOf(await a.grouping.hold(firstCopies(1, 2)))).toBe('ok');
    expect(kindOf(await b.grouping.hold(firstCopies(1)))).toBe('floor-taken');
    await kill(a);
    expect(taken(await b.grouping.takeOver('a')).inDoubt).toEqual(firstCopies(1, 2));
    const awake = openHere('a');
    expect(kindOf(await awake.grouping.hold(firstCopies(1, 2)))).toBe('floor-taken');
    // The same if the other one has published that it is not printed, and has not begun it again.
    await b.tell({ kind: 'unprinted', shipmentId: 1, copy: 1 });
    expect(kindOf(await awake.grouping.hold(firstCopies(1)))).toBe('floor-taken');
    expect(kindOf(await b.grouping.claim(firstCopies(1)))).toBe('ok');
    expect(kindOf(await awake.grouping.hold(firstCopies(1)))).toBe('floor-taken');
    expect(kindOf(await b.grouping.hold(firstCopies(1)))).toBe('ok');
  });

  it('protects a claim that was just confirmed, though its station was silent for long', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1));
    await sleepLong(a);
    expect(kindOf(await a.grouping.hold(firstCopies(1)))).toBe('ok');
    expect(kindOf(await b.grouping.takeOver('a'))).toBe('floor-printing');
  });

  it('confirms whether a conclusion is still a station’s own', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.beginConclusion();
    expect(kindOf(await a.grouping.hold([]))).toBe('ok');
    expect(kindOf(await b.grouping.hold([]))).toBe('floor-concluding');
    await sleepLong(a);
    expect(kindOf(await b.grouping.beginConclusion())).toBe('conclusion-unknown');
    expect(kindOf(await a.grouping.hold([]))).toBe('floor-concluding');
    await b.tell({ kind: 'conclusion-resolved', concluded: false });
    expect(kindOf(await a.grouping.hold([]))).toBe('floor-concluding');
  });

  it('takes over a living station’s kept rows, and those that it is asked about', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.take(firstCopies(1, 2));
    await a.grouping.claim(firstCopies(3));
    await a.tell({ kind: 'doubt', shipmentId: 3, copy: 1 });
    await a.tell(printed(4));
    expect(taken(await b.grouping.takeOver('a'))).toEqual({ free: [1, 2], inDoubt: [copy(3, 1)] });
    expect(await look(b)).toEqual(['1 taken b', '2 taken b', '3 doubt b', '4 printed a']);
  });

  it('asks about all labels that a dead station may have printed', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.take(firstCopies(1));
    await a.grouping.take(firstCopies(2));
    await a.grouping.claim(firstCopies(2, 3));
    await a.tell({ kind: 'doubt', shipmentId: 3, copy: 1 });
    await a.tell(printed(4));
    await kill(a);
    expect(taken(await b.grouping.takeOver('a'))).toEqual({
      free: [1],
      inDoubt: [copy(2, 1), copy(3, 1)],
    });
    expect(await look(b)).toEqual(['1 taken b', '2 doubt b', '3 doubt b', '4 printed a']);
    // A kept row stays so if it is not printed.
    await b.tell({ kind: 'unprinted', shipmentId: 2, copy: 1 });
    await b.tell({ kind: 'unprinted', shipmentId: 3, copy: 1 });
    expect(await look(b)).toEqual(['1 taken b', '2 taken b', '4 printed a']);
    // That it was never sent says nothing about earlier paper.
    await a.tell({ kind: 'unprinted', shipmentId: 4, copy: 1 });
    expect(await look(b)).toEqual(['1 taken b', '2 taken b', '4 printed a']);
  });

  it('allows an immediate take-over from a station that has left', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1));
    await a.floor.close();
    expect(taken(await b.grouping.takeOver('a'))).toEqual({ free: [], inDoubt: [copy(1, 1)] });
  });

  it('takes nothing over from a station whose other program has ended', async () => {
    const [long, b] = await open('a', 'b');
    const short = openHere('a', { outbox: long.outbox });
    await short.grouping.refresh();
    expect(await long.grouping.claim(firstCopies(1, 2, 3))).toMatchObject({ ok: true });
    expect(await long.grouping.hold(firstCopies(1))).toMatchObject({ ok: true });
    await short.floor.close();
    expect(await b.grouping.takeOver('a')).toMatchObject({ fault: { kind: 'floor-printing' } });
  });

  it('asks a station about its own earlier life', async () => {
    const [a] = await open('a');
    await a.grouping.take(firstCopies(1));
    await a.grouping.claim(firstCopies(2));
    await kill(a);
    const again = openHere('a');
    expect(taken(await again.grouping.takeOver('a'))).toEqual({ free: [1], inDoubt: [copy(2, 1)] });
    expect(await look(again)).toEqual(['1 taken a', '2 doubt a']);
  });

  it('concludes once, and not while labels are open elsewhere', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1));
    expect(kindOf(await b.grouping.beginConclusion())).toBe('floor-busy');
    await a.tell({ kind: 'doubt', shipmentId: 1, copy: 1 });
    expect(kindOf(await a.grouping.beginConclusion())).toBe('floor-busy');
    expect(kindOf(await b.grouping.beginConclusion())).toBe('floor-busy');
    await a.tell(printed(1));
    // The rows that this station itself keeps are its own.
    await b.grouping.take(firstCopies(2));
    expect(kindOf(await a.grouping.beginConclusion())).toBe('floor-busy');
    const both = await Promise.all([b.grouping.beginConclusion(), b.grouping.beginConclusion()]);
    expect(both.map(kindOf)).toEqual(['ok', 'ok']);
    expect(kindOf(await a.grouping.beginConclusion())).toBe('floor-concluding');
    await b.tell({ kind: 'concluded' });
    expect(kindOf(await a.grouping.beginConclusion())).toBe('floor-concluding');
    expect(kindOf(await b.grouping.beginConclusion())).toBe('floor-concluding');
  });

  it('grants no label while another station concludes', async () => {
    const [a, b] = await open('a', 'b');
    expect((await a.grouping.beginConclusion()).ok).toBe(true);
    for (const ask of ['claim', 'take'] as const)
      expect(await b.grouping[ask](firstCopies(1))).toMatchObject({
        fault: { kind: 'floor-taken' },
      });
    await a.tell({ kind: 'concluded' });
    // Some labels come only then.
    expect((await b.grouping.claim(firstCopies(1))).ok).toBe(true);
  });

  it('grants a conclusion to one of all stations that ask at the same moment', async () => {
    const stations = await open('a', 'b', 'c', 'd');
    const kinds = (
      await Promise.all(stations.map(({ grouping }) => grouping.beginConclusion()))
    ).map(kindOf);
    expect(kinds.toSorted()).toEqual([
      'floor-concluding',
      'floor-concluding',
      'floor-concluding',
      'ok',
    ]);
  });

  it('asks who comes next how a dead station concluded', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.beginConclusion();
    await kill(a);
    expect(kindOf(await b.grouping.beginConclusion())).toBe('conclusion-unknown');
    expect((await b.grouping.refresh()).ok && b.grouping.news()?.share.conclusion).toMatchObject({
      state: 'unknown',
      isHere: true,
    });
    await b.tell({ kind: 'conclusion-resolved', concluded: false });
    expect(kindOf(await b.grouping.beginConclusion())).toBe('ok');
    await b.tell({ kind: 'conclusion-unknown' });
    expect(kindOf(await b.grouping.beginConclusion())).toBe('conclusion-unknown');
    await b.tell({ kind: 'conclusion-resolved', concluded: true });
    expect(kindOf(await b.grouping.beginConclusion())).toBe('floor-concluding');
  });

  it('lets another station conclude after the ERP’s refusal', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.beginConclusion();
    await b.tell({ kind: 'conclusion-refused' });
    expect(kindOf(await b.grouping.beginConclusion())).toBe('floor-concluding');
    await a.tell({ kind: 'conclusion-refused' });
    expect(kindOf(await b.grouping.beginConclusion())).toBe('ok');
  });

  it('refuses forbidden actions of a station in the database', async () => {
    const [a] = await open('a');
    await a.grouping.claim(firstCopies(1));
    const add = (number: number, state: string): Promise<unknown> =>
      database.sql(
        `INSERT INTO doca.claims SELECT key, 1, $1, $1, 'a', NULL, $2, false, NULL, false, now()
         FROM doca.groupings WHERE grouping_id = $3`,
        [number, state, groupingId],
      );
    await expect(add(1, 'printed')).rejects.toThrow('claims_pkey');
    await expect(add(2, 'printing')).rejects.toThrow('one_open_claim');
    await expect(add(0, 'printed')).rejects.toThrow('check constraint');
  });
});
