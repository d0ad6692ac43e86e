import { readBadge } from '#shared/codes.ts';
import type { Operator } from '#shared/contract/floor.ts';
import type { FloorInfo } from '#shared/domain/floor.ts';
import type { Window } from './window.ts';

/** How many free rows one key reserves: so many, all of them, or every second page of the list. */
export const splits = ['10', '20', 'all', 'second'] as const;
export type Split = (typeof splits)[number];

/** A badge that is read twice greets once; later the same badge means that its person leaves. */
const sameBadgeMs = 3000;
const greetingMs = 5000;
const noFloor: FloorInfo = {
  state: 'off',
  station: '',
  address: null,
  hasPassword: false,
  fault: null,
  unsent: 0,
  waitedFor: [],
};

/**
 * This workstation's relation to the others, and its person: main's state, and choices for the
 * window's life.
 */
export class Floor {
  readonly #app: Window;
  info = $state.raw<FloorInfo>(noFloor);
  operator = $state.raw<Operator>({ id: null, name: null });
  /** Shown for a moment: the person who came to the bench, or that there is none. */
  greeting = $state.raw<Operator | null>(null);
  /** Chosen once, for all groupings. */
  split = $state<Split>('10');
  showsDay = $state(false);
  #greetingTimer: ReturnType<typeof setTimeout> | undefined;
  #scannedAtMs = -Infinity;

  constructor(app: Window) {
    this.#app = app;
  }

  get isOn(): boolean {
    return this.info.state !== 'off';
  }

  takeBadge(code: string): boolean {
    const id = readBadge(code);
    if (id === null) return false;
    const isAgain = id === this.operator.id;
    const nowMs = performance.now();
    if (isAgain && nowMs - this.#scannedAtMs < sameBadgeMs) return true;
    this.#scannedAtMs = nowMs;
    void this.#set(isAgain ? null : code);
    return true;
  }

  /** Returns false if there is no person at the bench. */
  leave(): boolean {
    if (this.operator.name === null) return false;
    void this.#set(null);
    return true;
  }

  async workAlone(alone: boolean): Promise<void> {
    const { info } = this;
    this.info = this.#app.takeValue(await this.#app.request('floor.alone', { alone }), info);
  }

  /** Main publishes the remaining stations. */
  async dismissWaitedFor(): Promise<void> {
    const stationIds = this.info.waitedFor.map(({ id }) => id);
    this.#app.takeValue(await this.#app.request('floor.dismiss', { stationIds }), undefined);
  }

  async #set(badge: string | null): Promise<void> {
    const answer = await this.#app.request('operator.set', { badge });
    if (!answer.ok) {
      this.#app.addNotice(answer.fault);
      return;
    }
    this.operator = answer.value;
    this.greeting = answer.value;
    clearTimeout(this.#greetingTimer);
    this.#greetingTimer = setTimeout(() => {
      this.greeting = null;
    }, greetingMs);
  }
}
