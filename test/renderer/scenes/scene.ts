import type { FakeBridge, FakeOptions } from '../fake-bridge.ts';
import type { FakeJob } from '../fake-job.ts';

/** The actions of a scene until its state is reached; each waits for its elements. */
export interface Hands {
  readonly bridge: FakeBridge;
  readonly see: (selector: string) => Promise<void>;
  readonly gone: (selector: string) => Promise<void>;
  readonly scrollTo: (selector: string) => Promise<void>;
  readonly until: (holds: () => boolean) => Promise<void>;
  /** Keys as on a keyboard, for the focused element: `F9`, `Shift+ArrowDown`. */
  readonly press: (...keys: readonly string[]) => void;
  readonly click: (selector: string) => Promise<void>;
  readonly fill: (selector: string, text: string) => Promise<void>;
  readonly focus: (selector: string) => Promise<void>;
  /** The job of a grouping, once all its labels have come or it halts. */
  readonly job: (groupingId: number) => Promise<FakeJob>;
}

/** A state of a screen to look at. */
export interface Scene {
  readonly hash: string;
  readonly fake?: Partial<FakeOptions>;
  readonly act?: (hands: Hands) => Promise<void>;
  /** Present when the scene is complete. */
  readonly shows: string;
}
