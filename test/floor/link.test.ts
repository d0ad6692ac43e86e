import { expect, it, onTestFinished, vi } from 'vitest';
import { StationFloor } from '../../src/main/floor/floor.ts';
import { Link } from '../../src/main/floor/link.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { FaultError } from '../../src/main/os/errors.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { fault } from '#shared/faults/faults.ts';

const ignore = (): void => undefined;
const refuse = (): never => {
  throw new Error('nothing is sent without a server');
};
const services = {
  address: 'postgres://nobody@localhost/floor',
  password: (): Promise<string | null> => Promise.reject(new FaultError(fault('floor-away'), null)),
  stationId: 'A',
  session: 'A',
  station: 'A',
  person: () => null,
  outbox: {
    recall: refuse,
    remember: refuse,
    rewind: refuse,
    peek: refuse,
    count: refuse,
    drop: refuse,
  },
  clock: systemClock,
  log: silentLog,
};

it('opening a grouping does not wait for a keychain that asks a person, nor for a slow server', async () => {
  const asking = new Promise<never>(() => undefined);
  const floor = new StationFloor({ ...services, password: () => asking });
  onTestFinished(() => floor.close());
  const shared = floor.share({ company: 'x', groupingId: 1 }, 0, ignore);
  const patience = new AbortController();
  const read = shared.refresh(patience.signal);
  patience.abort();
  expect(await read).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
  shared.close();
});

it('tells at once that a station works alone, and that it does so no longer', async () => {
  const changed = vi.fn<() => void>();
  const hooks = {
    prepare: () => Promise.resolve(),
    reborn: ignore,
    notice: ignore,
    beat: ignore,
  };
  const link = new Link(services, { ...hooks, changed });
  onTestFinished(() => link.close());
  link.start();
  await link.whenKnown;
  for (const [alone, state] of [
    [true, 'alone'],
    [false, 'away'],
  ] as const) {
    changed.mockClear();
    link.workAlone(alone);
    link.workAlone(alone);
    expect([link.state, changed.mock.calls.length]).toEqual([state, 1]);
  }
});
