import { hostname } from 'node:os';
import type { Settings } from '#shared/contract/settings.ts';
import type { FloorInfo } from '#shared/domain/floor.ts';
import { readFloorPassword, storeFloorPassword } from '../../credentials/index.ts';
import type { Journal } from '../../journal/index.ts';
import type { Floor } from '../../floor/index.ts';
import { need, refuse } from '../../os/errors.ts';
import type { DeskOptions } from '../types.ts';
import { abortAfter } from '../../os/timeout.ts';

const testTimeoutMs = 8_000;

interface FloorLinkServices {
  readonly options: DeskOptions;
  readonly settings: () => Pick<Settings, 'floorAddress' | 'stationName' | 'retentionDays'>;
  readonly journal: Journal;
  readonly person: () => string | null;
  readonly changed: (info: FloorInfo) => void;
}

/**
 * The server that this workstation shares with others, by the settings. Without one, nothing of it
 * is loaded.
 */
export class FloorLink {
  readonly #services: FloorLinkServices;
  #open: { floor: Floor; address: string; stop: () => void } | null = null;
  #hasPassword = false;

  constructor(services: FloorLinkServices) {
    this.#services = services;
  }

  /** Null for a single station. */
  floor(): Floor | null {
    return this.#open?.floor ?? null;
  }

  info(): FloorInfo {
    const { settings } = this.#services;
    const { floorAddress } = settings();
    const floor = this.floor();
    return {
      state: floor?.state ?? 'off',
      station: findStationName(settings()),
      address: floorAddress,
      hasPassword: this.#hasPassword,
      fault: floor?.fault ?? null,
      unsent: floor?.unsent ?? 0,
      waitedFor: floor?.waitedFor ?? [],
    };
  }

  isOutdated(): boolean {
    const settings = this.#services.settings();
    const open = this.#open;
    if (settings.floorAddress !== (open?.address ?? null)) return true;
    return open !== null && open.floor.station !== findStationName(settings);
  }

  /** Connects by the settings. Call it when no grouping is open. */
  async follow(): Promise<void> {
    await this.close();
    const { options, settings, journal, person } = this.#services;
    const { floorAddress: address } = settings();
    this.#hasPassword = address !== null && (await this.#readPassword(address)) !== null;
    if (address === null) {
      this.#report();
      return;
    }
    const { readOwn, StationFloor } = await loadFloor();
    const { clock, log } = options;
    const floor = new StationFloor({
      ...readOwn(journal),
      address,
      password: () => this.#readPassword(address),
      station: findStationName(settings()),
      person,
      clock,
      log,
    });
    const stop = floor.subscribe(() => this.#report());
    this.#open = { floor, address, stop };
    floor.tell();
    this.#report();
  }

  async setPassword(password: string | null): Promise<FloorInfo> {
    const { options, settings } = this.#services;
    const { floorAddress } = settings();
    if (floorAddress === null) refuse('no server is named');
    need(await storeFloorPassword(options.tokenStore, floorAddress, password));
    this.#hasPassword = password !== null;
    this.#report();
    return this.info();
  }

  /** Examines a server. `password`: null for the one that is stored for this address. */
  async test(address: string, password: string | null): Promise<void> {
    const known = password ?? (await this.#readPassword(address));
    const { inspectFloor } = await loadFloor();
    const signal = abortAfter(testTimeoutMs);
    need(await inspectFloor({ address, password: known, signal }));
  }

  workAlone(alone: boolean): FloorInfo {
    this.floor()?.workAlone(alone);
    return this.info();
  }

  async removeExpired(): Promise<void> {
    const { settings, journal } = this.#services;
    const erpMs = journal.erpClock.now();
    if (erpMs !== null) await this.floor()?.removeOlderThan(settings().retentionDays, erpMs);
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    open?.stop();
    await open?.floor.close();
  }

  async #readPassword(address: string) {
    const stored = await readFloorPassword(this.#services.options.tokenStore, address);
    return stored.ok ? stored.value : null;
  }

  #report() {
    this.#services.changed(this.info());
  }
}

/** For groupings that were shared, though no server is named any more. */
export async function openLeftFloor() {
  return (await loadFloor()).leftFloor;
}

function loadFloor() {
  return import('../../floor/index.ts');
}

export function findStationName({ stationName }: Pick<Settings, 'stationName'>): string {
  return stationName ?? hostname().slice(0, 60);
}
