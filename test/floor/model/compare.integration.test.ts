import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { FloorPayload, GroupingNews, LabelCopy } from '../../../src/main/floor/index.ts';
import type { Result } from '#shared/faults/faults.ts';
import { describeWithPostgres, sharedPostgres } from '../../support/postgres.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import { openStation } from '../support/station.ts';
import type { TestStation } from '../support/station.ts';
import { FloorModel } from './floor-model.ts';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];

interface Real {
  readonly groupingId: number;
  readonly stations: ReadonlyMap<Name, TestStation>;
}

type Command = fc.AsyncCommand<FloorModel, Real>;

/** Describes a station's answer in a form that both floors have. */
function describeResult(
  result: Result<unknown> | ReturnType<FloorModel['claim' | 'takeOver']>,
): unknown {
  if (result.ok) return result.value ?? 'done';
  return typeof result.fault === 'string' ? result.fault : result.fault.kind;
}

function at(real: Real, name: Name): TestStation {
  const station = real.stations.get(name);
  if (station === undefined) throw new Error(`no station ${name}`);
  return station;
}

function makeCommand(
  text: string,
  check: (model: FloorModel) => boolean,
  run: (model: FloorModel, real: Real) => Promise<void>,
): Command {
  return { check, run, toString: () => text };
}

const place = fc.constantFrom(...names);
const shipment = fc.constantFrom(11, 12, 13);
const shipments = fc.uniqueArray(shipment, { minLength: 1, maxLength: 3 });

/**
 * Returns the next copy of each, as a station that has heard everything would claim it, or the one
 * before, as a station that has not.
 */
function nameCopies(model: FloorModel, ids: readonly number[], isLate: boolean): LabelCopy[] {
  const rows = model.rows();
  return ids.map((shipmentId) => {
    const row = rows.get(shipmentId);
    const next = row === undefined ? 1 : row.state === 'printed' ? row.copy + 1 : row.copy;
    return { shipmentId, copy: isLate ? Math.max(1, next - 1) : next };
  });
}

const asks = fc
  .record({
    name: place,
    ids: shipments,
    what: fc.constantFrom('claim', 'claim', 'take'),
    isLate: fc.boolean(),
  })
  .map(({ name, ids, what, isLate }) =>
    makeCommand(
      `${name} ${what} ${ids.join(',')}${isLate ? ' late' : ''}`,
      () => true,
      async (model, real) => {
        const copies = nameCopies(model, ids, isLate);
        const { grouping } = at(real, name);
        const answer =
          what === 'claim' ? await grouping.claim(copies) : await grouping.take(copies);
        const meant = what === 'claim' ? model.claim(name, copies) : model.take(name, copies);
        expect(describeResult(answer)).toStrictEqual(describeResult(meant));
      },
    ),
  );

const gifts = fc.record({ name: place, ids: shipments }).map(({ name, ids }) =>
  makeCommand(
    `${name} gives back ${ids.join(',')}`,
    () => true,
    async (model, real) => {
      await at(real, name).grouping.giveBack(ids);
      model.giveBack(name, ids);
    },
  ),
);

const takeOvers = fc.record({ name: place, from: place }).map(({ name, from }) =>
  makeCommand(
    `${name} takes over from ${from}`,
    () => name !== from,
    async (model, real) => {
      const answer = await at(real, name).grouping.takeOver(from);
      const meant = model.takeOver(name, from, true);
      expect(describeResult(answer)).toStrictEqual(describeResult(meant));
    },
  ),
);

/** As a station that slept asks, too: after another one has it. */
const holds = fc
  .record({ name: place, ids: fc.uniqueArray(shipment, { maxLength: 2 }), isLate: fc.boolean() })
  .map(({ name, ids, isLate }) =>
    makeCommand(
      ids.length === 0
        ? `${name} holds the conclusion`
        : `${name} holds ${ids.join(',')}${isLate ? ' late' : ''}`,
      () => true,
      async (model, real) => {
        const copies = nameCopies(model, ids, isLate);
        const answer = await at(real, name).grouping.hold(copies);
        expect(describeResult(answer)).toStrictEqual(describeResult(model.hold(name, copies)));
      },
    ),
  );

const conclusions = place.map((name) =>
  makeCommand(
    `${name} begins to conclude`,
    () => true,
    async (model, real) => {
      const answer = await at(real, name).grouping.beginConclusion();
      expect(describeResult(answer)).toStrictEqual(
        describeResult(model.beginConclusion(name, () => true)),
      );
    },
  ),
);

const sets = [[], ['V1'], ['V2'], ['V1', 'V2']];
const scans = sets.flatMap((came) =>
  sets.map((went) => ({
    codes: came,
    of: 2,
    came,
    went: went.filter((one) => !came.includes(one)),
  })),
);

const tells = fc
  .record({
    name: place,
    shipmentId: shipment,
    kind: fc.constantFrom('printed', 'printed', 'doubt', 'unprinted', 'checked', 'volumes'),
    volumes: fc.constantFrom(...scans),
    marks: fc.constantFrom(undefined, ['one', ''], ['two', 'x'], ['', 'x']),
    alone: fc.boolean(),
    again: fc.boolean(),
    counts: fc.option(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ name, shipmentId, kind, volumes, marks, alone, again, counts }) =>
    makeCommand(
      `${name} tells ${kind} of ${shipmentId}${alone ? ', alone' : ''}${again ? ', twice' : ''}, copy ${counts ?? 'next'}`,
      () => true,
      async (model, real) => {
        // By its own count, as a station has it that was alone or slept, or by the floor's.
        const [known] = nameCopies(model, [shipmentId], false);
        const copy = counts ?? known?.copy ?? 1;
        const told = makeTelling(kind, shipmentId, copy, volumes);
        const payload = 'volumes' in told ? { ...told, marks } : told;
        const id = randomUUID();
        for (let times = again ? 2 : 1; times > 0; times -= 1) {
          await at(real, name).tell(payload, { id, alone, groupingId: real.groupingId });
          model.tell(name, id, payload, alone);
        }
      },
    ),
  );

const ends = fc
  .record({
    name: place,
    kind: fc.constantFrom('concluded', 'conclusion-unknown', 'conclusion-refused', 'resolved'),
  })
  .map(({ name, kind }) =>
    makeCommand(
      `${name} tells ${kind}`,
      (model) => model.conclusion?.station === name && model.conclusion.state !== 'concluded',
      async (model, real) => {
        const payload: FloorPayload =
          kind === 'resolved'
            ? { kind: 'conclusion-resolved', concluded: false }
            : { kind: kind as 'concluded' };
        const id = randomUUID();
        await at(real, name).tell(payload, { id, groupingId: real.groupingId });
        model.tell(name, id, payload, false);
      },
    ),
  );

function makeTelling(
  kind: string,
  shipmentId: number,
  copy: number,
  volumes: (typeof scans)[number],
): FloorPayload {
  if (kind === 'volumes') {
    const all = volumes.codes.length === volumes.of;
    return { kind: all ? 'checked' : 'unchecked', shipmentId, volumes };
  }
  if (kind === 'printed') return { kind, shipmentId, copy, digest: null };
  if (kind === 'checked') return { kind, shipmentId, volumes: null };
  return { kind: kind === 'doubt' ? 'doubt' : 'unprinted', shipmentId, copy };
}

function describe(payload: FloorPayload): string {
  const codes = 'volumes' in payload ? (payload.volumes?.codes ?? []) : [];
  return [payload.kind, ...codes.toSorted()].join(' ');
}

function describeModel(model: FloorModel): unknown {
  return {
    rows: [...model.rows()]
      .map(([id, { copy, state, station }]) => `${id} ${copy} ${state} ${station}`)
      .toSorted(),
    twice: model.twice(),
    conclusion: model.conclusion,
    events: model.events.map(
      ({ seq, station, payload }) => `${seq} ${station} ${describe(payload)}`,
    ),
  };
}

function describeNews(
  { rows, share }: GroupingNews,
  events: readonly GroupingNews['events'][number][],
): unknown {
  const { conclusion } = share;
  return {
    rows: [...rows]
      .map(([id, { copy, state, stationId }]) => `${id} ${copy} ${state} ${stationId}`)
      .toSorted(),
    twice: share.twice.map(({ shipmentId }) => shipmentId).toSorted((a, b) => a - b),
    conclusion: conclusion && {
      state: conclusion.state,
      station: conclusion.station.replace('bench ', ''),
    },
    events: events.map(({ seq, stationId, payload }) => `${seq} ${stationId} ${describe(payload)}`),
  };
}

describeWithPostgres('the floor on a real server', () => {
  let database: TestDatabase;
  let groupings = 0;

  beforeAll(async () => {
    database = await (await sharedPostgres()).createDatabase();
  });

  it('answers, keeps and publishes as its model does', async () => {
    const commands = fc.commands(
      [asks, asks, holds, gifts, takeOvers, conclusions, tells, tells, ends],
      {
        maxCommands: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        groupings += 1;
        const scope = { company: 'company-1', groupingId: groupings };
        const stations = new Map(
          names.map((name) => [name, openStation(database, name, { scope })]),
        );
        const model = new FloorModel();
        try {
          await fc.asyncModelRun(
            () => ({ model, real: { groupingId: groupings, stations } }),
            list,
          );
          for (const { grouping, heard } of stations.values()) {
            const news = await grouping.refresh();
            if (!news.ok) throw new Error(news.fault.kind);
            const events = heard.flatMap((one) => one.events);
            expect(describeNews(news.value, events)).toStrictEqual(describeModel(model));
          }
        } finally {
          await Promise.all([...stations.values()].map(({ floor }) => floor.close()));
        }
      }),
      { numRuns: 40 },
    );
  });
});
