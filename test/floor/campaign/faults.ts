import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/training-erp/data/random.ts';
import type { TestPostgres } from '../../support/postgres.ts';
import { moments } from './orders.ts';
import type { Station } from './station.ts';

export interface Scene {
  readonly stations: readonly Station[];
  readonly server: TestPostgres;
  readonly random: Random;
  /** Resolves when a station asks the floor for labels, or after a while. */
  readonly nextClaim: () => Promise<void>;
  readonly nextConclusion: () => Promise<void>;
  /** A backup of some rounds before takes the database's place. */
  readonly putBack: () => Promise<void>;
  /** The server has not heard of it for so long that others may take over. */
  readonly letLeaseEnd: (station: Station) => Promise<void>;
  /** One more station, on the command line, whose address of the server is this mistake. */
  readonly dispatchUnread: (spoil: (address: string) => string) => Promise<void>;
  /**
   * It sleeps, and wakes up; another computer works on a copy of its disk until all is put right.
   */
  readonly clone: (station: Station) => Promise<void>;
}

interface FaultOfRound {
  readonly name: string;
  /** May or may not end by itself; `heal` repairs the rest. */
  readonly strike: (scene: Scene) => Promise<void>;
}

const some = ({ stations, random }: Scene): Station => random.pick(stations);

async function killServer({ server }: Scene, awayMs: number): Promise<void> {
  await server.kill();
  await sleep(awayMs);
  await server.start();
}

/** Replaces its journal while it is down, by an older copy or by nothing. */
async function change(
  station: Station,
  becomes: 'older' | 'lost',
  { random }: Scene,
): Promise<void> {
  await station.kill();
  station.changeJournal(becomes);
  await sleep(random.int(0, 300));
  await station.start();
}

const sleeps: readonly FaultOfRound[] = moments.map((moment) => ({
  name: `sleep of a station past its take-over, ${moment}`,
  strike: async ({ stations, letLeaseEnd, random }) => {
    const station = random.pick(stations);
    if (!(await station.fallAsleep(moment, 3_000))) return;
    await letLeaseEnd(station);
    await sleep(random.int(1_000, 3_000));
    station.wakeUp();
  },
}));

/** The faults of a round. The clock of one station is 3 h off in all rounds. */
export const faultsOfRound: readonly FaultOfRound[] = [
  {
    name: 'kill -9 of a station, which stays away',
    strike: (scene) => some(scene).kill(),
  },
  {
    name: 'kill -9 of a station, and its start',
    strike: async (scene) => {
      const station = some(scene);
      await station.kill();
      await sleep(scene.random.int(0, 300));
      await station.start();
    },
  },
  {
    name: 'kill -9 of a station that claims',
    strike: async (scene) => {
      await scene.nextClaim();
      await sleep(scene.random.int(0, 25));
      await some(scene).kill();
    },
  },
  {
    name: 'kill -9 of a station while somebody concludes',
    strike: async (scene) => {
      await scene.nextConclusion();
      await sleep(scene.random.int(0, 40));
      await some(scene).kill();
    },
  },
  {
    name: 'kill -9 of all stations',
    strike: async ({ stations }) => {
      await Promise.all(stations.map((station) => station.kill()));
    },
  },
  {
    name: 'kill -9 of the server',
    strike: (scene) => killServer(scene, scene.random.int(0, 1500)),
  },
  {
    name: 'restart of the server in the middle of a claim',
    strike: async (scene) => {
      await scene.nextClaim();
      await sleep(scene.random.int(0, 6));
      await killServer(scene, scene.random.int(0, 300));
    },
  },
  {
    name: 'orderly restart of the server',
    strike: async ({ server, random }) => {
      await server.stop();
      await sleep(random.int(0, 500));
      await server.start();
    },
  },
  {
    name: 'the server stands still',
    strike: async ({ server, random }) => {
      server.freeze();
      await sleep(random.int(300, 2500));
      server.thaw();
    },
  },
  {
    name: 'full disk of the server',
    strike: async ({ server, random }) => {
      server.fillDisk();
      await sleep(random.int(300, 2000));
      server.freeDisk();
    },
  },
  {
    name: 'cut network of all',
    strike: async ({ stations, random }) => {
      for (let cuts = random.int(1, 4); cuts > 0; cuts -= 1) {
        for (const { network } of stations) network.cut();
        await sleep(random.int(20, 300));
      }
    },
  },
  {
    name: 'cut network of a station in the middle of a claim',
    strike: async (scene) => {
      await scene.nextClaim();
      await sleep(scene.random.int(0, 4));
      for (const { network } of scene.stations) if (scene.random.chance(0.5)) network.cut();
    },
  },
  {
    name: 'no network for a station',
    strike: async (scene) => {
      const { network } = some(scene);
      network.refuse(true);
      await sleep(scene.random.int(500, 2500));
    },
  },
  {
    name: 'half-open connection of a station',
    strike: (scene) => {
      some(scene).network.stall();
      return Promise.resolve();
    },
  },
  {
    name: 'answers lost on the way to a station',
    strike: async (scene) => {
      const { network } = some(scene);
      await scene.nextClaim();
      network.deafen();
      await sleep(scene.random.int(50, 1000));
      network.cut();
    },
  },
  { name: 'restored dump of the server', strike: ({ putBack }) => putBack() },
  {
    name: 'restored dump of the server, and a station that is away until all is well',
    strike: async (scene) => {
      await some(scene).kill();
      await scene.putBack();
    },
  },
  { name: 'restored journal of a station', strike: (scene) => change(some(scene), 'older', scene) },
  {
    name: 'lost journal of a station that works alone',
    strike: async (scene) => {
      const station = some(scene);
      station.network.refuse(true);
      station.network.cut();
      await sleep(scene.random.int(1_500, 3_500));
      await change(station, 'lost', scene);
      station.network.refuse(false);
    },
  },
  ...sleeps,
  {
    name: 'broken policy of a station that is started',
    strike: ({ dispatchUnread, random }) =>
      dispatchUnread(
        random.chance(0.5)
          ? (address) => `${address}?sslmode=require`
          : (address) => address.replace('://', '://somebody:secret-word@'),
      ),
  },
  {
    name: 'clone of a station',
    strike: async ({ stations, random, clone }) => {
      const station = random.pick(stations);
      // Copied like the image of a disk: at one moment.
      if (await station.fallAsleep(random.pick(moments), 3_000)) await clone(station);
    },
  },
  {
    name: 'slow network',
    strike: ({ stations, random }) => {
      for (const { network } of stations) if (random.chance(0.6)) network.slow(random.int(20, 250));
      return Promise.resolve();
    },
  },
];

/** Repairs everything that can be repaired, and restarts dead stations. */
export async function heal({ stations, server }: Scene): Promise<void> {
  server.thaw();
  server.freeDisk();
  for (const { network } of stations) {
    network.refuse(false);
    network.slow(0);
    network.resume();
  }
  for (const station of stations) station.wakeUp();
  await Promise.all(stations.map(async (station) => (station.isUp ? undefined : station.start())));
}
