import { systemClock, type Clock } from '../../src/main/os/clock.ts';

/** How much faster than the wall's the clock below runs. */
export const hurry = 50;
const epochMs = Date.now();

/**
 * A clock that runs fast but coherently: a back-off of a second takes 20 ms, and so does a time-out
 * of one.
 */
export const hurriedClock: Clock = {
  now: () => epochMs + (Date.now() - epochMs) * hurry,
  awake: () => epochMs + (Date.now() - epochMs) * hurry,
  sleep: (ms, signal) => systemClock.sleep(ms / hurry, signal),
};
