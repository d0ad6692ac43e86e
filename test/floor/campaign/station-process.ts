/**
 * A station of the campaign: dispatch as in the product, on its own data, with a printer whose
 * paper is a file.
 */
import { join } from 'node:path';
import { createJobServices } from '../../../src/main/dispatch/index.ts';
import { openJournal } from '../../../src/main/journal/index.ts';
import { leftFloor, StationFloor } from '../../../src/main/floor/index.ts';
import { StoredOutbox } from '../../../src/main/floor/job/stored-outbox.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { Random } from '../../../src/training-erp/data/random.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import type { Moment, Order, StationOrders, Word } from './orders.ts';
import { StationBench } from './station-bench.ts';
import { watchFloor, watchOutbox } from './watched-floor.ts';
import { Witness } from './witness.ts';
import { testPrinting } from '../../support/print-on.ts';

const orders = JSON.parse(process.argv[2] ?? '') as StationOrders;
const { name, dir, witnessDir, clockOffMs } = orders;
const say = (word: Word): void => {
  process.send?.(word);
};

const clock = {
  now: () => systemClock.now() + clockOffMs,
  awake: () => systemClock.awake(),
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal),
};
const witness = new Witness(witnessDir, name);
const opened = openJournal({
  path: join(dir, 'journal.db'),
  stationDir: join(dir, 'station'),
  machine: [`system ${orders.machine}`],
  clock,
  log: silentLog,
});
if (!opened.ok) throw new Error(opened.fault.kind);
const { journal } = opened.value;
const outbox = new StoredOutbox(journal);
let claims = 0;
const onClaim = (): void => {
  claims += 1;
  say({ type: 'claiming' });
};
let sleepsAt: Moment | null = null;
const reach = (moment: Moment): void => {
  if (moment !== sleepsAt) return;
  sleepsAt = null;
  say({ type: 'asleep' });
  process.kill(process.pid, 'SIGSTOP');
};
const floor = watchFloor(
  new StationFloor({
    address: orders.floorAddress,
    password: () => Promise.resolve(orders.floorPassword),
    stationId: journal.stationId(),
    session: journal.session(),
    station: name,
    person: () => null,
    outbox: watchOutbox(outbox, witness),
    clock,
    log: silentLog,
  }),
  witness,
  { onClaim, without: orders.without, reach },
);
const services = createJobServices({
  baseUrl: orders.baseUrl,
  token: () => Promise.resolve(orders.token),
  fetch: async (url, init) => {
    const answer = await fetch(url, init);
    if (answer.url.endsWith('/concluir')) reach('after it asked the ERP');
    return answer;
  },
  journal,
  floor,
  openLeftFloor: () => Promise.resolve(leftFloor),
  dataDir: dir,
  stationDir: join(dir, 'station'),
  outDir: join(dir, 'out'),
  printing: testPrinting,
  drawsZplAhead: () => Promise.resolve(false),
  startLabelProcess: readLabelsHere,
  version: '1.2.3-test',
  clock,
  log: silentLog,
});

const looks = new Map<number, ((concluded: boolean) => void)[]>();
const bench = new StationBench({
  services,
  floor,
  witness,
  witnessDir,
  claims: () => claims,
  hasForgotten: orders.hasForgotten,
  random: new Random(orders.seed, name),
  lookInErp: (groupingId) =>
    new Promise((resolve) => {
      looks.set(groupingId, [...(looks.get(groupingId) ?? []), resolve]);
      say({ type: 'look', groupingId });
    }),
  onConclude: () => say({ type: 'concluding' }),
  reach,
  unsent: () => outbox.count(),
  say: (text) => say({ type: 'said', text }),
});

const obey = async (order: Order): Promise<void> => {
  switch (order.type) {
    case 'work':
      await bench.work(order);
      say({ type: 'worked' });
      return;
    case 'heal':
      say({ type: 'report', report: await bench.heal(order) });
      return;
    case 'end':
      await bench.close();
      await floor.close();
      journal.close();
      process.disconnect();
      return;
    case 'sleep':
      sleepsAt = order.moment;
      return;
    case 'concluded':
      for (const resolve of looks.get(order.groupingId) ?? []) resolve(order.concluded);
      looks.delete(order.groupingId);
      return;
    default:
  }
};

/** Orders run one after the other, except for the answers to its packer's look at the paper. */
let last = Promise.resolve();
process.on('message', (order: Order) => {
  if (order.type === 'concluded' || order.type === 'sleep') void obey(order);
  else last = last.then(() => obey(order));
});
process.on('disconnect', () => process.exit());
say({ type: 'up' });
