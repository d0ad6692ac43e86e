import { describe, expect, it } from 'vitest';
import { pauseUnlessAborted, systemClock } from '../../src/main/os/clock.ts';
import { manualClock } from '../desk/support/manual-clock.ts';

describe('a rest', () => {
  it('lasts its whole time, or until the signal ends it', async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const whole = pauseUnlessAborted(clock, 100, stop.signal);
    await clock.advance(100);
    expect(await whole).toBe(true);
    const cut = pauseUnlessAborted(clock, 100, stop.signal);
    stop.abort();
    expect(await cut).toBe(false);
    expect(await pauseUnlessAborted(systemClock, 60_000, stop.signal)).toBe(false);
  });

  it('does not take a defect of the clock for its end', async () => {
    const broken = {
      now: () => 0,
      awake: () => 0,
      sleep: () => Promise.reject(new Error('broken')),
    };
    await expect(pauseUnlessAborted(broken, 1, new AbortController().signal)).rejects.toThrow(
      'broken',
    );
  });
});
