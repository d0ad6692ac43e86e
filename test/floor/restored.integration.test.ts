import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { FloorPayload } from '../../src/main/floor/index.ts';
import { describeWithPostgres, sharedPostgres } from '../support/postgres.ts';
import type { TestDatabase, TestPostgres } from '../support/postgres.ts';
import { firstCopies, openStation } from './support/station.ts';
import type { TestStation } from './support/station.ts';

const printed = (shipmentId: number, copy = 1): FloorPayload => ({
  kind: 'printed',
  shipmentId,
  copy,
  digest: null,
});

describeWithPostgres(
  'a database that was put back from a copy',
  () => {
    let server: TestPostgres;
    let database: TestDatabase;

    beforeAll(async () => {
      server = await sharedPostgres();
    });

    beforeEach(async () => {
      database = await server.createDatabase();
    });

    const open = (name: string, before?: TestStation): TestStation => {
      const station = openStation(
        database,
        name,
        before === undefined ? {} : { outbox: before.outbox },
      );
      onTestFinished(() => station.floor.close());
      return station;
    };
    const print = async (station: TestStation, shipmentId: number): Promise<void> => {
      expect(await station.grouping.claim(firstCopies(shipmentId))).toEqual({
        ok: true,
        value: undefined,
      });
      await station.tell(printed(shipmentId));
    };
    const faultOf = async (station: TestStation, shipmentId: number): Promise<unknown> => {
      const claimed = await station.grouping.claim(firstCopies(shipmentId));
      return claimed.ok ? null : [claimed.fault.kind, claimed.fault.detail];
    };
    /** The first answer notices it, and the station joins again. */
    const join = (station: TestStation): Promise<void> =>
      expect
        .poll(async () => [(await station.grouping.refresh()).ok, station.floor.state], {
          timeout: 8_000,
        })
        .toEqual([true, 'joined']);

    it('receives again the prints and conclusions since, also of connections that stayed', async () => {
      const [a, b] = [open('a'), open('b')];
      await print(a, 1);
      await b.grouping.refresh();
      const putBack = await database.backUp();
      await print(a, 2);
      await a.tell({ kind: 'concluded' });
      await putBack();
      expect(await faultOf(a, 2)).toEqual(['floor-restored', 'SQLSTATE D0CA1']);
      await join(a);
      await b.floor.settle();
      await expect
        .poll(() => faultOf(b, 2), { timeout: 15_000, interval: 500 })
        .toEqual(['floor-taken', null]);
      const news = await b.grouping.refresh();
      expect(
        news.ok &&
          [...news.value.rows.values()].map(({ shipmentId, state, copy }) => [
            shipmentId,
            state,
            copy,
          ]),
      ).toEqual([
        [1, 'printed', 1],
        [2, 'printed', 1],
      ]);
      expect(news.ok && news.value.share.conclusion?.state).toBe('concluded');
      expect(news.ok && news.value.share.twice).toEqual([]);
    });

    it.each(['put back', 'new'])(
      'waits for a station that was there before, where it is %s',
      async (how) => {
        const [a, b] = [open('a'), open('b')];
        await print(b, 1);
        await a.grouping.refresh();
        const putBack = await database.backUp();
        await print(b, 2);
        await print(a, 3);
        // Its knowledge of the others dates from the last greeting.
        await a.floor.close();
        const again = open('a', a);
        await join(again);
        await b.floor.close();
        if (how === 'new') await database.sql('DROP SCHEMA doca CASCADE');
        else await putBack();
        await again.floor.close();
        const third = open('a', a);
        await join(third);
        expect(await faultOf(third, 2)).toEqual(['floor-restored', 'bench b']);
        expect(third.floor.waitedFor).toEqual([{ id: 'b', name: 'bench b' }]);
        const back = open('b', b);
        await join(back);
        expect(await faultOf(third, 2)).toEqual(['floor-taken', null]);
        expect(await faultOf(third, 4)).toBeNull();
      },
    );

    it('continues if a person declares a station gone, and hears it first if it returns anyway', async () => {
      const [a, b] = [open('a'), open('b')];
      await print(b, 1);
      const putBack = await database.backUp();
      await print(b, 2);
      await print(a, 3);
      await Promise.all([a, b].map(({ floor }) => floor.close()));
      await putBack();
      const again = open('a', a);
      await join(again);
      expect(await faultOf(again, 4)).toEqual(['floor-restored', 'bench b']);
      expect(await again.floor.dismiss(['b'])).toEqual({ ok: true, value: undefined });
      expect(again.floor.waitedFor).toEqual([]);
      expect(await faultOf(again, 4)).toBeNull();
      await again.tell(printed(4));
      await print(again, 2);
      const back = open('b', b);
      await join(back);
      await join(again);
      await expect.poll(() => faultOf(again, 5), { timeout: 15_000, interval: 500 }).toBeNull();
      const news = await again.grouping.refresh();
      expect(news.ok && news.value.share.twice.map(({ shipmentId }) => shipmentId)).toEqual([2]);
    });

    it('is recognised again after it has grown past a station’s memory', async () => {
      const [a, b, c] = [open('a'), open('b'), open('c')];
      await print(a, 1);
      await b.grouping.refresh();
      await c.grouping.refresh();
      const putBack = await database.backUp();
      await print(a, 2);
      await Promise.all([a, b, c].map(({ floor }) => floor.close()));
      await putBack();
      // It has never connected since the copy, and cannot know.
      const fresh = openStation(database, 'd');
      onTestFinished(() => fresh.floor.close());
      for (const shipmentId of [11, 12, 13, 14, 15]) await print(fresh, shipmentId);
      const again = open('a', a);
      await join(again);
      expect((await faultOf(again, 16)) ?? []).toContain('floor-restored');
      const news = await again.grouping.refresh();
      expect(news.ok && news.value.rows.get(2)?.state).toBe('printed');
    });
  },
  ['pg_dump'],
);
