import { cpSync, readdirSync, rmSync } from 'node:fs';
import { StoredOutbox } from '../../src/main/floor/job/stored-outbox.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { startBench } from '../dispatch/support/bench.ts';
import type { Bench } from '../dispatch/support/bench.ts';
import { FakePrinter } from '../dispatch/support/fakes.ts';
import { printBy, printOn } from '../support/print-on.ts';
import { ok } from '#shared/faults/faults.ts';
import { ModelServer } from './model/model-server.ts';
import type { StationOnModel } from './model/model-server.ts';

/** Benches with journals of their own, on one ERP and one floor that follows the model. */
class Warehouse {
  readonly server = new ModelServer();
  readonly #first = startBench(3);
  #isFirst = true;

  async open(name: string, bench = this.#makeBench()): Promise<Station> {
    const floor = this.server.join(name, new StoredOutbox(bench.journal));
    bench.services = { ...bench.services, floor };
    const job = await bench.open();
    await job.labels.collect();
    return new Station(this, name, bench, floor, job);
  }

  #makeBench(): Bench {
    if (this.#isFirst) {
      this.#isFirst = false;
      return this.#first;
    }
    const bench = startBench(3);
    bench.services = { ...bench.services, erp: this.#first.erp };
    return bench;
  }
}

class Station {
  readonly name: string;
  readonly bench: Bench;
  readonly floor: StationOnModel;
  readonly job: GroupingJob;
  readonly printer = new FakePrinter();
  readonly #warehouse: Warehouse;

  constructor(
    warehouse: Warehouse,
    name: string,
    bench: Bench,
    floor: StationOnModel,
    job: GroupingJob,
  ) {
    this.#warehouse = warehouse;
    this.name = name;
    this.bench = bench;
    this.floor = floor;
    this.job = job;
  }

  print(shipmentIds?: readonly number[]): ReturnType<typeof printOn> {
    return printOn(this.job, this.printer, shipmentIds);
  }

  /** Dies with the paper in the printer. Returns the bench with its data on disk. */
  async dieWhilePrinting(shipmentIds: readonly number[]): Promise<Bench> {
    const left: Bench[] = [];
    this.printer.during = () => {
      left.push(this.bench.crash());
      this.#warehouse.server.die(this.name);
      return Promise.resolve();
    };
    await this.print(shipmentIds);
    const [bench] = left;
    if (bench === undefined) throw new Error('nothing was printed');
    return bench;
  }

  /** Dies when only its journal knows that the label is printed. */
  async dieUntold(shipmentIds: readonly number[]): Promise<Bench> {
    this.printer.during = () => {
      this.#warehouse.server.die(this.name);
      return Promise.resolve();
    };
    await this.print(shipmentIds);
    return this.bench.crash();
  }

  get asked(): readonly number[] {
    return this.job.snapshot().printVerdict?.perhaps ?? [];
  }

  timesPrinted(shipmentId: number): number {
    const one = this.job.snapshot().shipments.find(({ shipment }) => shipment.id === shipmentId);
    return one?.label.timesPrinted ?? 0;
  }
}

describe('stations that share a grouping', () => {
  it('do not print again labels that another printed while the first waited', async () => {
    const warehouse = new Warehouse();
    const a = await warehouse.open('a');
    const b = await warehouse.open('b');
    const [first, second] = await Promise.all([a.print([1]), b.print([1])]);
    expect([first.ok, second.ok].toSorted()).toStrictEqual([false, true]);
    expect(a.printer.sent.length + b.printer.sent.length).toBe(1);
  });

  it('report both papers if one had worked alone and lost its journal, and ask nothing about published deeds', async () => {
    const warehouse = new Warehouse();
    const a = await warehouse.open('a');
    await a.print([3]);
    warehouse.server.isAway = true;
    a.floor.workAlone(true);
    expect(await a.print([1])).toStrictEqual(ok());
    const left = a.bench.crash((dir) => {
      for (const name of readdirSync(dir))
        if (name.startsWith('journal.db')) rmSync(join(dir, name));
    });
    warehouse.server.die('a');
    warehouse.server.isAway = false;
    const b = await warehouse.open('b');
    expect(await b.print([1])).toStrictEqual(ok());
    const back = await warehouse.open('a', left);
    expect(back.asked).toStrictEqual([1, 2]);
    await back.job.prints.resolve([1]);
    await back.floor.settle();
    expect(warehouse.server.model.twice()).toStrictEqual([1]);
    expect(b.job.snapshot().share?.twice.map(({ shipmentId }) => shipmentId)).toStrictEqual([1]);
    expect(await back.print([2])).toStrictEqual(ok());
    expect((await back.job.conclusion.request()).ok).toBe(true);
  });

  it.each([false, true])(
    'do not reprint a label that another printed while the print waited (%s)',
    async (whileLoading) => {
      const warehouse = new Warehouse();
      const a = await warehouse.open('a');
      const b = await warehouse.open('b');
      a.floor.isDeaf = true;
      await b.print([1]);
      const printing = printOn(a.job, a.printer, [1], undefined, { whileLoading });
      a.floor.isDeaf = false;
      a.floor.hear();
      expect(await printing).toMatchObject({ ok: false, fault: { kind: 'floor-taken' } });
      expect(a.printer.sent).toHaveLength(0);
    },
  );

  it.each([true, false])('ask once of a station that died: on paper %s', async (isOut) => {
    const warehouse = new Warehouse();
    const a = await warehouse.open('a');
    const b = await warehouse.open('b');
    const left = await a.dieWhilePrinting([1]);
    expect(await b.job.sharing.takeOver('a')).toMatchObject({ ok: true });
    expect(b.asked).toStrictEqual([1]);
    expect(await b.job.prints.resolve(isOut)).toMatchObject({ ok: true });
    await b.floor.settle();
    const again = await warehouse.open('a', left);
    await expect.poll(() => again.asked).toStrictEqual([]);
    expect([a, b, again].map((one) => one.timesPrinted(1)).slice(1)).toStrictEqual(
      isOut ? [1, 1] : [0, 0],
    );
  });

  it('count one paper that two stations publish once', async () => {
    const warehouse = new Warehouse();
    const a = await warehouse.open('a');
    const b = await warehouse.open('b');
    const left = await a.dieUntold([1]);
    await b.job.sharing.takeOver('a');
    await b.job.prints.resolve(true);
    await b.floor.settle();
    const again = await warehouse.open('a', left);
    await again.floor.settle();
    await expect.poll(() => [again.timesPrinted(1), b.timesPrinted(1)]).toStrictEqual([1, 1]);
    expect(warehouse.server.model.twice()).toStrictEqual([]);
  });

  it('ask about a print that was just begun only for its claims', async () => {
    const warehouse = new Warehouse();
    const a = await warehouse.open('a');
    const left: Bench[] = [];
    await printBy(
      a.job,
      () => {
        left.push(a.bench.crash());
        return ok([{ printer: a.printer, kind: 'pdf', shipmentIds: [1] }]);
      },
      [1],
    );
    // The guard is written before the journal has the print.
    for (const { dir } of left)
      cpSync(join(a.bench.dir, 'station'), join(dir, 'station'), { recursive: true });
    warehouse.server.die('a');
    const again = await warehouse.open('a', left[0]);
    expect(again.asked).toStrictEqual([1]);
  });

  it.each(['printing', 'printed', 'gone'])(
    'do not do as another one whose disk was cloned: %s',
    async (moment) => {
      const warehouse = new Warehouse();
      const a = await warehouse.open('a');
      await a.job.sharing.take([2]);
      const left: Bench[] = [];
      const copy = (): Promise<void> => {
        left.push(a.bench.crash(undefined, 'another computer'));
        if (moment === 'gone') warehouse.server.die('a');
        return Promise.resolve();
      };
      a.printer.during = copy;
      // In the journal, and the floor has not heard of it.
      if (moment === 'printed') a.floor.tell = () => void copy();
      await a.print([1]);
      const clone = await warehouse.open('clone', left.at(-1));
      await clone.floor.settle();
      expect(
        warehouse.server.model.events.filter(({ station }) => station === 'clone'),
      ).toStrictEqual([]);
      await a.floor.settle();
      await expect.poll(() => clone.asked).toStrictEqual([]);
      expect(await clone.print([1, 2, 3])).toMatchObject({
        ok: false,
        fault: { kind: 'floor-taken' },
      });
      expect(await clone.print([3])).toMatchObject({ ok: true });
      const isGone = moment === 'gone';
      const rows = warehouse.server.model.rows();
      expect([1, 2, 3].map((id) => rows.get(id)?.state)).toStrictEqual([
        isGone ? 'printing' : 'printed',
        'taken',
        'printed',
      ]);
      expect(warehouse.server.model.twice()).toStrictEqual([]);
      if (!isGone) return;
      expect(await clone.job.sharing.takeOver('a')).toMatchObject({ ok: true });
      expect(clone.asked).toStrictEqual([1]);
    },
  );

  it('release unanswered claims, also if nothing else happens', async () => {
    const warehouse = new Warehouse();
    const a = await warehouse.open('a');
    // The answer to the claim, and all answers to the queries about its outcome.
    warehouse.server.losesAnswers = 4;
    expect(await a.print([1])).toMatchObject({ ok: false, fault: { kind: 'floor-away' } });
    await new Promise(setImmediate);
    warehouse.server.losesAnswers = 0;
    expect(warehouse.server.model.rows().get(1)).toMatchObject({ state: 'printing' });
    a.floor.change();
    await expect.poll(() => warehouse.server.model.rows().size).toBe(0);
  });
});
