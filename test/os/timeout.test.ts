import { describe, expect, it } from 'vitest';
import { abortAfter, limitTime } from '../../src/main/os/timeout.ts';
import { manualClock } from '../desk/support/manual-clock.ts';

const never = new Promise<string>(() => undefined);

describe('a time limit', () => {
  it('returns a result in time, and leaves no timer', async () => {
    const clock = manualClock();
    expect(await limitTime(Promise.resolve('done'), 100, () => 'late', { clock })).toBe('done');
    await expect(
      limitTime(Promise.reject(new Error('no')), 100, () => 'late', { clock }),
    ).rejects.toThrow('no');
    expect(clock.sleepers()).toBe(0);
  });

  it('returns the fallback, or throws it, when time is up', async () => {
    const clock = manualClock();
    const late = limitTime(never, 100, () => 'late', { clock });
    const thrown = limitTime(never, 100, () => Promise.reject(new Error('late')) as never, {
      clock,
    }).catch(String);
    await clock.advance(99);
    expect(await Promise.race([late, Promise.resolve('not yet')])).toBe('not yet');
    await clock.advance(1);
    expect(await late).toBe('late');
    expect(await thrown).toBe('Error: late');
  });

  it('ends with the signal, also with an aborted one', async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const waiting = limitTime(never, 100, () => 'late', { clock, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    const after = limitTime(never, 100, () => 'late', { clock, signal: stop.signal });
    await expect(after).rejects.toThrow('stopped');
    expect(clock.sleepers()).toBe(0);
  });

  it('is told from a person by the name of its error', async () => {
    const signal = abortAfter(1);
    await expect.poll(() => signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('ignores a later failure', async () => {
    const clock = manualClock();
    const work = Promise.withResolvers<string>();
    const late = limitTime(work.promise, 10, () => 'late', { clock });
    await clock.advance(10);
    expect(await late).toBe('late');
    work.reject(new Error('too late'));
    await clock.advance(10);
  });
});
