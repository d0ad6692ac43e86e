import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/main/os/log.ts';
import { Updates } from '../../src/main/updates/index.ts';
import type {
  FoundUpdate,
  UpdateResult,
  UpdateStatus,
  UpdaterPort,
} from '../../src/main/updates/index.ts';
import { manualClock } from '../desk/support/manual-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const release: FoundUpdate = { version: '1.1.0', notes: { 'pt-BR': 'Novo.', en: 'New.' } };

interface Bench {
  readonly updates: Updates;
  readonly clock: ReturnType<typeof manualClock>;
  readonly seen: UpdateStatus[];
  readonly installed: boolean[];
  readonly calls: string[];
  runningJobs: number;
  openGroupings: number;
  found: UpdateResult<FoundUpdate | null>;
  download: UpdaterPort['download'];
}

function bench(port: 'port' | 'none' = 'port'): Bench {
  const clock = manualClock();
  const seen: UpdateStatus[] = [];
  const installed: boolean[] = [];
  const calls: string[] = [];
  const self: Omit<Bench, 'updates'> = {
    clock,
    seen,
    installed,
    calls,
    runningJobs: 0,
    openGroupings: 0,
    found: { ok: true, value: release },
    download: (onProgress) => {
      onProgress(50);
      return Promise.resolve({ ok: true, value: undefined });
    },
  };
  const updates = new Updates({
    port:
      port === 'none'
        ? null
        : {
            check: () => {
              calls.push('check');
              return Promise.resolve(self.found);
            },
            download: (onProgress, signal) => {
              calls.push('download');
              return self.download(onProgress, signal);
            },
            install: ({ restart }) => void installed.push(restart),
          },
    off: 'policy',
    clock,
    log: silentLog,
    workstation: () => self,
    changed: (status) => seen.push(status),
  });
  return Object.assign(self, { updates });
}

describe('updates', () => {
  it('are off if IT decided so, and make no request', async () => {
    const { updates, clock, calls } = bench('none');
    await clock.advance(24 * hourMs);
    expect(await updates.check()).toEqual({ kind: 'off', by: 'policy' });
    expect([updates.install('asked'), updates.install('quitting'), calls]).toEqual([
      false,
      false,
      [],
    ]);
  });

  it('leave the first minutes to the packer, then look every six hours', async () => {
    const one = bench();
    one.found = { ok: true, value: null };
    await one.clock.advance(9 * minuteMs);
    expect(one.calls).toEqual([]);
    await one.clock.advance(2 * minuteMs);
    expect(one.calls).toEqual(['check']);
    expect(one.updates.status()).toMatchObject({ kind: 'current' });
    await one.clock.advance(5 * hourMs);
    expect(one.calls).toEqual(['check']);
    await one.clock.advance(hourMs);
    expect(one.calls).toEqual(['check', 'check']);
  });

  it.each([-1, 1])('are looked for, and given up, whatever the clock shows', async (way) => {
    const one = bench();
    one.found = { ok: true, value: null };
    await one.clock.advance(20 * minuteMs);
    one.clock.set(one.clock.now() + way * 8_760 * hourMs);
    await one.clock.advance(13 * hourMs);
    expect(one.calls).toEqual(['check', 'check', 'check']);
    one.found = { ok: true, value: release };
    const stalled = Promise.withResolvers<UpdateResult<void>>();
    one.download = (_, signal) => {
      signal.addEventListener('abort', () => stalled.resolve({ ok: false, failure: 'stalled' }));
      return stalled.promise;
    };
    void one.updates.check();
    await one.clock.advance(1_000);
    one.clock.set(one.clock.now() - way * 2 * hourMs);
    await one.clock.advance(minuteMs);
    expect(one.updates.status()).toMatchObject({ kind: 'downloading' });
    await one.clock.advance(2 * minuteMs);
    expect(one.updates.status()).toMatchObject({ kind: 'failed', failure: 'stalled' });
    one.updates.close();
  });

  it('are downloaded in the background and wait for the right moment', async () => {
    const one = bench();
    await one.clock.advance(10 * minuteMs);
    expect(one.seen.map(({ kind }) => kind)).toEqual([
      'checking',
      'downloading',
      'downloading',
      'ready',
    ]);
    expect(one.updates.status()).toEqual({
      kind: 'ready',
      update: release,
      waitsFor: 'before-first-print',
    });
    expect(one.updates.install('asked')).toBe(false);
    one.updates.notePrint();
    await one.clock.advance(minuteMs);
    expect(one.updates.status()).toEqual({ kind: 'ready', update: release, waitsFor: null });
    expect(one.installed).toEqual([]);
    await one.clock.advance(30 * minuteMs);
    expect(one.installed).toEqual([true]);
  });

  it('hear of a print from the queue, once for each', async () => {
    const one = bench();
    await one.updates.check();
    const waits = (): unknown => one.updates.status();
    const entry = (id: number, state: string) => ({ id, last: { state } });
    one.updates.noteQueue([entry(7, 'printing')]);
    expect(waits()).toMatchObject({ waitsFor: 'before-first-print' });
    one.updates.noteQueue([entry(8, 'failed'), entry(7, 'done')]);
    expect(waits()).toMatchObject({ waitsFor: null });
    // The next shift: earlier prints are still in the queue.
    await one.clock.advance(3 * hourMs);
    one.openGroupings = 1;
    await one.clock.advance(2 * hourMs);
    one.updates.noteTouch();
    one.openGroupings = 0;
    one.updates.noteQueue([entry(7, 'done')]);
    expect(waits()).toMatchObject({ waitsFor: 'before-first-print' });
  });

  it('are installed on request, and restart the program', async () => {
    const one = bench();
    one.updates.notePrint();
    await one.updates.check();
    one.openGroupings = 1;
    expect(one.updates.install('asked')).toBe(false);
    expect(one.updates.status()).toMatchObject({ waitsFor: 'grouping-open' });
    one.openGroupings = 0;
    expect(one.updates.install('asked')).toBe(true);
    expect(one.installed).toEqual([true]);
  });

  it('go in when the program ends, and do not start it again', async () => {
    const one = bench();
    one.updates.notePrint();
    await one.updates.check();
    expect(one.updates.install('quitting')).toBe(true);
    expect(one.installed).toEqual([false]);
  });

  it('leave the network to a running job', async () => {
    const one = bench();
    one.runningJobs = 1;
    await one.clock.advance(30 * minuteMs);
    expect(one.calls).toEqual(['check']);
    one.runningJobs = 0;
    await one.clock.advance(minuteMs);
    expect(one.calls).toEqual(['check', 'download']);
  });

  it('report the failure and try again later', async () => {
    const one = bench();
    one.download = () => Promise.resolve({ ok: false, failure: 'not-ours' });
    await one.clock.advance(10 * minuteMs);
    expect(one.updates.status()).toMatchObject({ kind: 'failed', failure: 'not-ours' });
    expect(one.updates.install('asked')).toBe(false);
    one.download = () => Promise.resolve({ ok: true, value: undefined });
    await one.clock.advance(3 * hourMs);
    one.updates.noteTouch();
    await one.clock.advance(3 * hourMs + minuteMs);
    expect(one.updates.status()).toMatchObject({ kind: 'ready' });
  });

  it('give up a stalled download', async () => {
    const one = bench();
    one.download = (onProgress, signal) => {
      onProgress(10);
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ ok: false, failure: 'stalled' }), {
          once: true,
        }),
      );
    };
    await one.clock.advance(13 * minuteMs);
    expect(one.updates.status()).toMatchObject({ kind: 'failed', failure: 'stalled' });
  });

  it('are requested once, however often the button is pressed', async () => {
    const one = bench();
    await Promise.all([one.updates.check(), one.updates.check()]);
    await one.updates.check();
    expect(one.calls).toEqual(['check', 'download']);
  });

  it('stop with the program', async () => {
    const one = bench();
    one.runningJobs = 1;
    const checking = one.updates.check();
    await one.clock.advance(1);
    one.updates.close();
    await checking;
    await one.clock.advance(24 * hourMs);
    expect(one.calls).toEqual(['check']);
  });
});
