import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';
import { findWaitReason } from './install-policy.ts';
import type { Workstation } from './install-policy.ts';
import type { FoundUpdate, UpdateFailure, UpdateStatus, UpdaterPort } from './types.ts';

export interface UpdatesOptions {
  /** null: this build takes no updates. */
  readonly port: UpdaterPort | null;
  readonly off: 'policy' | 'unsigned';
  readonly clock: Clock;
  readonly log: Log;
  readonly workstation: () => Workstation;
  readonly changed: (status: UpdateStatus) => void;
  readonly timing?: Partial<UpdateTiming>;
}

export interface UpdateTiming {
  /** The start of a shift belongs to the packer. */
  readonly firstCheckMs: number;
  readonly checkEveryMs: number;
  readonly lookEveryMs: number;
  /** How long a download may stand still. */
  readonly stallMs: number;
}

const defaultTiming: UpdateTiming = {
  firstCheckMs: 10 * 60_000,
  checkEveryMs: 6 * 3_600_000,
  lookEveryMs: 60_000,
  stallMs: 120_000,
};

/** Keeps the program up to date without ever being in the way. */
export interface Updates {
  status(): UpdateStatus;
  /** Asks the feed now, and downloads what it has. */
  check(): Promise<UpdateStatus>;
  /** A person wants the update now. False: it has to wait; the status says for what. */
  install(): boolean;
  /** The program is about to end; true: the update goes in, do not start again. */
  installOnQuit(): boolean;
  close(): void;
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { port, clock, log, changed } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const ended = new AbortController();
  let status: UpdateStatus = port === null ? { kind: 'off', by: options.off } : { kind: 'unchecked' };
  let ready: FoundUpdate | null = null;
  let checking: Promise<void> | null = null;

  const become = (next: UpdateStatus): void => {
    status = next;
    changed(next);
  };
  const fail = (failure: UpdateFailure): void => {
    log.warn('update.failed', { failure });
    become({ kind: 'failed', failure, atMs: clock.now() });
  };
  const reasonNow = (occasion: 'asked' | 'quitting' | 'by-itself') =>
    findWaitReason(options.workstation(), clock.now(), occasion);

  const download = async (updater: UpdaterPort, update: FoundUpdate): Promise<void> => {
    // The network belongs to the labels while a job is running.
    while (options.workstation().runningJobs > 0) await clock.sleep(timing.lookEveryMs, ended.signal);
    become({ kind: 'downloading', update, percent: 0 });
    const stall = new AbortController();
    let movedAtMs = clock.now();
    const watch = (async () => {
      while (!stall.signal.aborted) {
        await clock.sleep(timing.stallMs / 4, AbortSignal.any([stall.signal, ended.signal]));
        if (clock.now() - movedAtMs >= timing.stallMs) stall.abort();
      }
    })().catch(() => undefined);
    const onProgress = (percent: number): void => {
      movedAtMs = clock.now();
      if (status.kind !== 'downloading' || status.percent !== percent) become({ kind: 'downloading', update, percent });
    };
    const done = await updater.download(onProgress, AbortSignal.any([stall.signal, ended.signal]));
    stall.abort();
    await watch;
    if (!done.ok) {
      fail(done.failure);
      return;
    }
    log.info('update.ready', { version: update.version });
    ready = update;
    become({ kind: 'ready', update, waitsFor: reasonNow('asked') });
  };

  const checkOnce = async (updater: UpdaterPort): Promise<void> => {
    become({ kind: 'checking' });
    const found = await updater.check();
    if (!found.ok) {
      fail(found.failure);
      return;
    }
    if (found.value === null) {
      become({ kind: 'current', checkedAtMs: clock.now() });
      return;
    }
    log.info('update.found', { version: found.value.version });
    await download(updater, found.value);
  };

  const check = async (): Promise<UpdateStatus> => {
    // What is ready stays ready: a newer one still is found by the version that is installed then.
    if (port === null || ready !== null) return status;
    checking ??= checkOnce(port)
      .catch((error: unknown) => {
        // The end of the program rejects whatever sleeps; nothing else may be swallowed here.
        if (!ended.signal.aborted) throw error;
      })
      .finally(() => (checking = null));
    await checking;
    return status;
  };

  const installNow = (occasion: 'asked' | 'quitting' | 'by-itself'): boolean => {
    if (port === null || ready === null) return false;
    const reason = reasonNow(occasion);
    const shown = reasonNow('asked');
    if (status.kind === 'ready' && status.waitsFor !== shown) become({ kind: 'ready', update: ready, waitsFor: shown });
    if (reason !== null) return false;
    log.info('update.installing', { version: ready.version, occasion });
    port.install({ restart: occasion !== 'quitting' });
    return true;
  };

  const run = async (): Promise<void> => {
    await clock.sleep(timing.firstCheckMs, ended.signal);
    for (let nextCheckMs = clock.now(); ;) {
      if (clock.now() >= nextCheckMs) {
        nextCheckMs = clock.now() + timing.checkEveryMs;
        await check();
      }
      if (installNow('by-itself')) return;
      await clock.sleep(timing.lookEveryMs, ended.signal);
    }
  };
  if (port !== null) {
    run().catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  }

  return {
    // Whether it may go in changes with the work, not with the update.
    status: () => (status.kind === 'ready' ? { ...status, waitsFor: reasonNow('asked') } : status),
    check,
    install: () => installNow('asked'),
    installOnQuit: () => installNow('quitting'),
    close: () => ended.abort(),
  };
}
