import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { FloorPayload, GroupingNews } from '../../src/main/floor/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { describeWithPostgres, sharedPostgres, type TestDatabase } from '../support/postgres.ts';
import { firstCopies, openStation, scope, type TestStation } from './support/station.ts';

const hourMs = 3_600_000;

describeWithPostgres('payload a floor', () => {
  const opened: TestStation[] = [];
  let database: TestDatabase;
  let groupingId = 0;

  beforeAll(async () => {
    database = await (await sharedPostgres()).createDatabase();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ floor }) => floor.close()));
    await database.sql('UPDATE doca.stations SET kept_days = NULL');
  });

  function openHere(name: string, more: Parameters<typeof openStation>[2] = {}): TestStation {
    const station = openStation(database, name, { scope: { ...scope, groupingId }, ...more });
    opened.push(station);
    return station;
  }

  async function open<Names extends readonly string[]>(
    ...names: Names
  ): Promise<{ [Index in keyof Names]: TestStation }> {
    groupingId += 1;
    const stations = names.map((name) => openHere(name));
    for (const { grouping } of stations) await grouping.refresh();
    return stations as { [Index in keyof Names]: TestStation };
  }

  async function newsOf({ grouping }: TestStation): Promise<GroupingNews> {
    const news = await grouping.refresh();
    if (!news.ok) throw new Error(news.fault.kind);
    return news.value;
  }

  const eventsOf = (station: TestStation): string[] =>
    station.heard.flatMap(({ events }) =>
      events.map(({ seq, payload }) => `${seq} ${payload.kind}`),
    );

  const printed = (shipmentId: number, copy = 1, digest: string | null = null): FloorPayload => ({
    kind: 'printed',
    shipmentId,
    copy,
    digest,
  });

  it('shows another station’s deeds as they were published', async () => {
    const [a, b] = await open('a', 'b');
    const volumes = { codes: ['AA1', 'AA2'], of: 3 };
    const payloads: FloorPayload[] = [
      printed(1, 1, 'f00'),
      { kind: 'checked', shipmentId: 1, volumes },
      { kind: 'unchecked', shipmentId: 1, volumes: null },
      { kind: 'accepted', shipmentId: 2 },
      { kind: 'taken-back', shipmentId: 2 },
      { kind: 'conclusion-unknown' },
      { kind: 'conclusion-resolved', concluded: true },
    ];
    for (const payload of payloads) await a.tell(payload, { alone: payload.kind === 'accepted' });
    await expect.poll(() => b.grouping.news()?.seq).toBe(payloads.length);
    const events = b.heard.flatMap((news) => news.events);
    expect(events.map(({ payload }) => payload)).toEqual(payloads);
    expect(events.map(({ seq }) => seq)).toEqual(payloads.map((_, index) => index + 1));
    expect(events[3]).toMatchObject({
      stationId: 'a',
      station: 'bench a',
      person: 'person at a',
      alone: true,
    });
    expect(b.grouping.news()?.rows.get(1)).toMatchObject({
      state: 'printed',
      digest: 'f00',
      isHere: false,
    });
    expect(a.grouping.news()?.rows.get(1)?.isHere ?? (await newsOf(a)).rows.get(1)?.isHere).toBe(
      true,
    );
    expect((await newsOf(b)).share.conclusion).toMatchObject({
      state: 'concluded',
      station: 'bench a',
      isHere: false,
    });
  });

  it('counts repeated events once', async () => {
    const [a, b] = await open('a', 'b');
    const id = randomUUID();
    await a.tell(printed(1), { id });
    await a.tell(printed(1), { id });
    await a.tell({ kind: 'checked', shipmentId: 1, volumes: null });
    await expect.poll(() => eventsOf(b)).toEqual(['1 printed', '2 checked']);
    expect((await newsOf(b)).share.twice).toEqual([]);
  });

  it('reports the labels that two stations printed without knowing of each other', async () => {
    const [a, b] = await open('a', 'b');
    const nowMs = Date.now();
    await a.tell(printed(1), { atMs: nowMs - 1_000 });
    // Published later, done before.
    await b.tell(printed(1), { atMs: nowMs - 60_000, alone: true });
    const { rows, share } = await newsOf(a);
    expect(rows.get(1)).toMatchObject({ copy: 2, state: 'printed', stationId: 'b' });
    expect(share.twice).toHaveLength(1);
    expect(share.twice[0]).toMatchObject({
      shipmentId: 1,
      prints: [{ station: 'bench b' }, { station: 'bench a' }],
    });
    const [first, second] = share.twice[0]?.prints ?? [];
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(50_000);
    // A third copy that knows of both is an ordinary reprint.
    expect((await a.grouping.claim([{ shipmentId: 1, copy: 3 }])).ok).toBe(true);
    await a.tell(printed(1, 3));
    expect((await newsOf(b)).share.twice[0]?.prints).toHaveLength(2);
  });

  it('keeps each print of a station that was alone more than once', async () => {
    const [a, b] = await open('a', 'b');
    await a.tell(printed(1));
    await b.tell(printed(1), { alone: true });
    // Requested again there: its second, by its own count.
    await b.tell(printed(1, 2), { alone: true });
    const { rows, share } = await newsOf(a);
    expect(rows.get(1)).toMatchObject({ copy: 3, state: 'printed', stationId: 'b' });
    expect(share.twice.map(({ prints }) => prints.map(({ station }) => station))).toEqual([
      ['bench a', 'bench b'],
    ]);
    expect((await a.grouping.claim([{ shipmentId: 1, copy: 4 }])).ok).toBe(true);
  });

  it('reports no such label for one that was taken over and came out after all', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1));
    await a.floor.close();
    await b.grouping.takeOver('a');
    const again = openHere('a');
    await again.tell(printed(1));
    const before = await newsOf(b);
    expect(before.rows.get(1)).toMatchObject({ state: 'printed', stationId: 'a', copy: 1 });
    expect(before.share.twice).toEqual([]);
    // The other one's answer comes late, and is about the same paper.
    await b.tell({ kind: 'unprinted', shipmentId: 1, copy: 1 });
    await b.tell({ kind: 'doubt', shipmentId: 1, copy: 1 });
    expect((await newsOf(b)).rows.get(1)).toMatchObject({ state: 'printed', stationId: 'a' });
    await b.tell(printed(1));
    expect((await newsOf(b)).share.twice).toEqual([]);
  });

  it('ends no claim by a print alone, and reports both when that has ended', async () => {
    const [a, b] = await open('a', 'b');
    await a.grouping.claim(firstCopies(1));
    await b.tell(printed(1), { alone: true });
    expect((await newsOf(b)).rows.get(1)).toMatchObject({
      state: 'printing',
      stationId: 'a',
      copy: 1,
    });
    await b.tell({ kind: 'unprinted', shipmentId: 1, copy: 1 }, { alone: true });
    expect((await newsOf(b)).rows.get(1)).toMatchObject({ state: 'printing', stationId: 'a' });
    await a.tell(printed(1));
    const [twice] = (await newsOf(b)).share.twice;
    expect(twice?.prints.map(({ station }) => station).toSorted()).toEqual(['bench a', 'bench b']);
  });

  it('believes no station about the time', async () => {
    const [a] = await open('a');
    const off = openHere('off', { clock: { ...systemClock, now: () => Date.now() + 3 * hourMs } });
    await off.tell(printed(1), { atMs: Date.now() + 3 * hourMs - 10_000 });
    // Its clock was set back between the deed and its publication.
    await off.tell(printed(2), { atMs: Date.now() + 9 * hourMs });
    await off.tell(printed(3), { atMs: 0 });
    const { rows } = await newsOf(a);
    const agesS = [1, 2, 3].map((id) =>
      Math.round((Date.now() - (rows.get(id)?.atMs ?? 0)) / 1_000),
    );
    expect(agesS[0]).toBeGreaterThanOrEqual(10);
    expect(agesS[0]).toBeLessThan(600);
    expect(agesS[1]).toBeGreaterThanOrEqual(0);
    expect(agesS[1]).toBeLessThan(600);
    expect(Math.round((agesS[2] ?? 0) / 86_400)).toBe(60);
  });

  it('is not blocked by an entry that the server refuses', async () => {
    const warned: unknown[] = [];
    groupingId += 1;
    const a = openHere('a', {
      log: { info: () => undefined, warn: (...line) => warned.push(line) },
    });
    await a.grouping.refresh();
    const add = (payload: FloorPayload, person: string): void =>
      a.outbox.add({
        ...scope,
        groupingId,
        id: randomUUID(),
        payload,
        person,
        atMs: Date.now(),
        alone: false,
      });
    add(printed(1), 'Ana');
    add(printed(2), 'An\u0000a');
    add(printed(2 ** 70), 'Ana');
    add(printed(3, 0), 'Ana');
    add(printed(4), 'Ana');
    a.floor.tell();
    await a.floor.settle();
    expect(a.outbox.count()).toBe(0);
    expect(a.floor.state).toBe('joined');
    expect([...(await newsOf(a)).rows.keys()]).toEqual([1, 4]);
    expect(warned).toHaveLength(3);
    expect(JSON.stringify(warned)).not.toContain('Ana');
  });

  it('publishes more than one batch, of several groupings, in order', async () => {
    const [a] = await open('a');
    const other = { ...scope, company: 'company-2', groupingId };
    const b = openHere('b', { scope: other });
    for (let shipmentId = 1; shipmentId <= 450; shipmentId += 1) {
      const [place, payload] = [
        shipmentId % 3 === 0 ? other : { ...scope, groupingId },
        printed(shipmentId),
      ];
      a.outbox.add({
        ...place,
        id: randomUUID(),
        payload,
        person: null,
        atMs: Date.now(),
        alone: false,
      });
    }
    let unsent = 0;
    const stop = a.floor.subscribe(() => {
      unsent = a.outbox.count();
    });
    a.floor.tell();
    expect(unsent).toBe(450);
    await a.floor.settle();
    expect(unsent).toBe(0);
    stop();
    await Promise.all([newsOf(a), newsOf(b)]);
    const idsOf = (station: TestStation): number[] =>
      station.heard.flatMap((news) =>
        news.events.map(({ payload }) => ('shipmentId' in payload ? payload.shipmentId : 0)),
      );
    expect(idsOf(b)).toEqual(Array.from({ length: 150 }, (_, index) => index * 3 + 3));
    expect(idsOf(a)).toHaveLength(300);
    expect(idsOf(a)).toEqual(idsOf(a).toSorted((one, next) => one - next));
  });

  it('numbers simultaneous events without gaps, and each station receives all of them once', async () => {
    const stations = await open('a', 'b', 'c', 'd');
    await Promise.all(
      stations.map(async (station, index) => {
        for (let round = 0; round < 25; round += 1) {
          await station.tell({ kind: 'checked', shipmentId: index * 100 + round, volumes: null });
        }
      }),
    );
    const all = Array.from({ length: 100 }, (_, index) => `${index + 1} checked`);
    for (const station of stations) {
      await newsOf(station);
      expect(eventsOf(station)).toEqual(all);
    }
  });

  it('counts deeds, by station and person', async () => {
    groupingId += 1;
    let person: string | null = 'Ana';
    const a = openHere('tally-a', { person: () => person });
    const b = openHere('tally-b', { person: () => null });
    const fromMs = Date.now() - hourMs;
    await a.tell(printed(1), { atMs: fromMs - hourMs });
    await a.tell(printed(2));
    await a.tell(printed(2, 2));
    await b.tell(printed(3));
    await a.tell({ kind: 'checked', shipmentId: 1, volumes: { codes: ['A'], of: 3 } });
    await b.tell({ kind: 'checked', shipmentId: 1, volumes: { codes: ['A', 'B', 'C'], of: 3 } });
    await a.tell({ kind: 'checked', shipmentId: 2, volumes: null });
    await a.tell({ kind: 'checked', shipmentId: 3, volumes: null });
    await a.tell({ kind: 'unchecked', shipmentId: 3, volumes: null });
    person = 'Bia';
    await a.tell({ kind: 'concluded' });
    await b.tell({ kind: 'concluded' });
    const tally = await b.floor.tally(fromMs, Date.now() + hourMs);
    expect(tally.ok && tally.value.filter(({ station }) => station.includes('tally'))).toEqual([
      {
        station: 'bench tally-a',
        person: 'Ana',
        isHere: false,
        labels: 1,
        parcels: 2,
        groupings: 0,
      },
      {
        station: 'bench tally-a',
        person: 'Bia',
        isHere: false,
        labels: 0,
        parcels: 0,
        groupings: 1,
      },
      { station: 'bench tally-b', person: null, isHere: true, labels: 1, parcels: 2, groupings: 0 },
    ]);
  });

  it('counts this station’s deeds of a moment ago', async () => {
    groupingId += 1;
    const a = openHere('tally-c', { person: () => 'Ana' });
    await a.floor.settle();
    const payload = [1, 2, 3, 4, 5].map((shipmentId) => a.tell(printed(shipmentId)));
    const tally = await a.floor.tally(Date.now() - hourMs, Date.now() + hourMs);
    expect(tally.ok && tally.value.find(({ isHere }) => isHere)).toMatchObject({ labels: 5 });
    await Promise.all(payload);
  });

  it('deletes many groupings, some at a time, and stations without any', async () => {
    const [a] = await open('a');
    const gone = openHere('gone');
    await gone.tell(printed(1));
    await gone.floor.close();
    const concluded = "'concluded', 'gone', now() - interval '40 days', now() - interval '40 days'";
    const fields = 'conclusion, conclusion_station, conclusion_at, touched_at';
    await database.sql(`INSERT INTO doca.groupings (company, grouping_id, ${fields})
      SELECT 'company-old', number, ${concluded} FROM generate_series(1, 120) AS number`);
    await database.sql(
      `UPDATE doca.groupings SET (${fields}) = ROW (${concluded}) WHERE grouping_id = $1`,
      [groupingId],
    );
    await database.sql(
      "UPDATE doca.stations SET seen_at = now() - interval '40 days' WHERE id = 'gone'",
    );
    expect((await a.floor.removeOlderThan(30, Date.now())).ok).toBe(true);
    const left = await database.sql(
      `SELECT FROM doca.groupings WHERE touched_at < now() - interval '30 days'`,
    );
    expect(left).toEqual([]);
    const [nobody] = await database.sql(
      "SELECT person, spoken FROM doca.stations WHERE id = 'gone'",
    );
    expect(nobody).toEqual({ person: null, spoken: null });
  });

  it('counts one paper once, though two stations tell of it', async () => {
    const [a, b] = await open('paper-a', 'paper-b');
    expect(await a.grouping.claim(firstCopies(1))).toMatchObject({ ok: true });
    await database.sql(
      "UPDATE doca.stations SET seen_at = now() - interval '16 seconds' WHERE id = 'paper-a'",
    );
    expect(await b.grouping.takeOver('paper-a')).toMatchObject({ ok: true });
    await b.tell(printed(1));
    await a.tell(printed(1));
    const tally = await a.floor.tally(Date.now() - hourMs, Date.now() + hourMs);
    const counted = tally.ok ? tally.value.filter(({ station }) => station.includes('paper-')) : [];
    expect(counted.map(({ station, labels }) => `${station} ${labels}`)).toEqual([
      'bench paper-b 1',
    ]);
  });

  it('keeps what is not concluded, and what a station with a longer retention keeps', async () => {
    const [a, b] = await open('short', 'long');
    await b.grouping.claim(firstCopies(1, 2));
    await b.tell(printed(1));
    await makeOld(62 / 24);
    expect((await a.floor.removeOlderThan(1, Date.now())).ok).toBe(true);
    const c = openHere('third');
    await c.grouping.refresh();
    expect(await c.grouping.claim(firstCopies(1, 2))).toMatchObject({
      fault: { kind: 'floor-taken' },
    });
    await b.tell({ kind: 'concluded' });
    expect((await b.floor.removeOlderThan(30, Date.now())).ok).toBe(true);
    await makeOld(20);
    expect((await a.floor.removeOlderThan(1, Date.now())).ok).toBe(true);
    expect((await newsOf(a)).rows.size).toBe(2);
    // That station is gone for longer than it keeps anything.
    await database.sql(
      "UPDATE doca.stations SET seen_at = now() - interval '31 days' WHERE id = 'long'",
    );
    expect((await a.floor.removeOlderThan(1, Date.now())).ok).toBe(true);
    expect((await newsOf(a)).rows.size).toBe(0);
  });

  it('reads a grouping that was forgotten and began anew from its beginning, also after a restart', async () => {
    const [a, b] = await open('again-a', 'again-b');
    for (const shipmentId of [1, 2, 3]) await a.tell({ kind: 'accepted', shipmentId });
    await a.tell({ kind: 'concluded' });
    const afterSeq = (await newsOf(a)).seq;
    await a.floor.close();
    await makeOld(40);
    expect((await b.floor.removeOlderThan(30, Date.now())).ok).toBe(true);
    for (const shipmentId of [5, 6, 7, 8, 9]) await b.tell({ kind: 'accepted', shipmentId });
    const again = openHere('again-a', { afterSeq, outbox: a.outbox });
    await newsOf(again);
    const payloads = again.heard.flatMap(({ events }) => events.map(({ payload }) => payload));
    expect(payloads.map((one) => 'shipmentId' in one && one.shipmentId)).toEqual([5, 6, 7, 8, 9]);
  });

  const makeOld = (days: number) =>
    database.sql(
      `UPDATE doca.groupings SET touched_at = now() - $2::float8 * interval '1 day'
        WHERE grouping_id = $1`,
      [groupingId, days],
    );

  it('deletes groupings that were untouched for long enough, and begins them again', async () => {
    const [a, b] = await open('a', 'b');
    await a.tell(printed(1));
    await a.tell({ kind: 'concluded' });
    await expect.poll(() => eventsOf(b).length).toBe(2);
    const [begun, ended] = eventsOf(b);
    expect((await a.floor.removeOlderThan(1, Date.now())).ok).toBe(true);
    expect((await newsOf(b)).rows.size).toBe(1);
    await makeOld(2);
    // The server's clock is two days ahead, as the ERP's says.
    expect((await a.floor.removeOlderThan(1, Date.now() - 2 * 86_400_000)).ok).toBe(true);
    expect((await newsOf(b)).rows.size).toBe(1);
    expect((await a.floor.removeOlderThan(1, Date.now())).ok).toBe(true);
    expect(await newsOf(b)).toMatchObject({ seq: 0, events: [] });
    await a.tell(printed(2));
    await newsOf(b);
    expect(eventsOf(b)).toEqual([begun, ended, expect.stringContaining('printed')]);
    expect([...(b.grouping.news()?.rows.keys() ?? [])]).toEqual([2]);
  });
});
