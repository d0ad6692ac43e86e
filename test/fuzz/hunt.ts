import { Worker } from 'node:worker_threads';
import { maxInputBytes } from './corpus.ts';

interface Found {
  readonly ways: number;
  readonly inputs: number;
}

/** The messages of a hunt's thread. */
export type Said =
  | { readonly type: 'failure'; readonly bytes: Uint8Array; readonly why: string }
  | ({ readonly type: 'progress'; readonly runs: number } & Found)
  | {
      readonly type: 'end';
      readonly begun: Found;
      readonly grown: Found & { readonly runs: number };
      /** The inputs that take paths that no seed takes. */
      readonly kept: readonly Uint8Array[];
    };

interface Prey {
  /** The address of a file that exports a `Target`. */
  readonly target: string;
  readonly known: readonly Uint8Array[];
  /** A part of the addresses of the sources whose paths guide the hunt. */
  readonly watched: string;
  readonly seed: number;
  readonly runs: number;
  readonly seconds: number;
  /** Longer than any input is read for. */
  readonly patienceMs: number;
}
export interface Orders extends Prey {
  /** How many inputs were read, and the last one's length and bytes. */
  readonly shared: SharedArrayBuffer;
}

/** Twice the largest unpacked label, plus the program. */
const maxResidentBytes = 2 ** 31;

/**
 * Hunts in a thread of its own for input that is read wrongly: a reader may never return, or take
 * all memory.
 */
export async function hunt(prey: Prey, hear: (said: Said) => void): Promise<void> {
  const shared = new SharedArrayBuffer(8 + maxInputBytes);
  const counted = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('hunter.ts', import.meta.url), {
    workerData: { ...prey, shared } satisfies Orders,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const giveUp = (why: string): void => {
    const bytes = Uint8Array.from(new Uint8Array(shared, 8, Atomics.load(counted, 1)));
    hear({ type: 'failure', bytes, why });
    void worker.terminate();
  };
  let [seen, sinceMs] = [0, performance.now()];
  const watch = setInterval(() => {
    const runs = Atomics.load(counted, 0);
    const resident = process.memoryUsage.rss();
    if (resident > maxResidentBytes) giveUp(`takes ${resident} bytes of memory`);
    else if (runs !== seen || runs === 0) [seen, sinceMs] = [runs, performance.now()];
    else if (performance.now() - sinceMs > prey.patienceMs) giveUp('does not end');
  }, 1000);
  worker.on('message', hear);
  worker.on('error', (error) => giveUp(String(error)));
  await new Promise((resolve) => worker.once('exit', resolve));
  clearInterval(watch);
}
