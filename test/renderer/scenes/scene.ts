import type { FakeBridge, FakeOptions } from '../fake-bridge.ts';
import type { FakeJob } from '../fake-job.ts';

/** What a scene does in the page until its state is there; each waits for what it needs. */
export interface Hands {
  readonly bridge: FakeBridge;
  readonly see: (selector: string) => Promise<void>;
  readonly gone: (selector: string) => Promise<void>;
  readonly scrollTo: (selector: string) => Promise<void>;
  readonly until: (holds: () => boolean) => Promise<void>;
  /** As on a keyboard, for what has the focus: `F9`, `Shift+ArrowDown`. */
  readonly press: (...keys: readonly string[]) => void;
  readonly click: (selector: string) => Promise<void>;
  readonly fill: (selector: string, text: string) => Promise<void>;
  readonly focus: (selector: string) => Promise<void>;
  /** The job of a grouping, once all its labels have come or it halts. */
  readonly job: (groupingId: number) => Promise<FakeJob>;
}

/** A state of a screen that somebody may want to look at. */
export interface Scene {
  readonly hash: string;
  readonly fake?: Partial<FakeOptions>;
  readonly act?: (hands: Hands) => Promise<void>;
  /** There when the scene stands. */
  readonly shows: string;
}
