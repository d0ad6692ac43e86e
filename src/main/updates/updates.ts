import { pauseUnlessAborted, type Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';
import {
  findWaitReason,
  notePrint,
  noteTouch,
  startShift,
  type Shift,
  type Workstation,
} from './install-policy.ts';
import type { FoundUpdate, UpdateFailure, UpdateStatus, UpdaterPort } from './types.ts';

export interface UpdatesOptions {
  /** null: this build takes no updates. */
  readonly port: UpdaterPort | null;
  readonly off: 'policy' | 'unsigned';
  readonly clock: Clock;
  readonly log: Log;
  readonly workstation: () => Workstation;
  readonly changed: (status: UpdateStatus) => void;
}

/** The start of a shift belongs to the packer. */
const firstCheckMs = 10 * 60_000;
const checkEveryMs = 6 * 3_600_000;
const lookEveryMs = 60_000;
/** How long a download may stall. */
const stallMs = 120_000;

type Occasion = Parameters<typeof findWaitReason>[3];

export class Updates {
  readonly #options: UpdatesOptions;
  readonly #ended = new AbortController();
  #status: UpdateStatus;
  #ready: FoundUpdate | null = null;
  #checking: Promise<void> | null = null;
  #shift: Shift;
  #newestPrinted = 0;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#shift = startShift(options.clock.now());
    this.#status = options.port === null ? { kind: 'off', by: options.off } : { kind: 'unchecked' };
    if (options.port !== null) void this.#untilEnded(() => this.#run());
  }

  /** Whether the ready update may be installed changes with the work, not with the update. */
  status(): UpdateStatus {
    const status = this.#status;
    return status.kind === 'ready' ? { ...status, waitsFor: this.#reason('asked') } : status;
  }

  /** Asks the feed now and downloads a release if there is one. */
  async check(): Promise<UpdateStatus> {
    const { port } = this.#options;
    // A ready update stays; the version that it installs finds an even newer one.
    if (port === null || this.#ready !== null) return this.#status;
    this.#checking ??= this.#untilEnded(() => this.#checkOnce(port)).finally(() => {
      this.#checking = null;
    });
    await this.#checking;
    return this.#status;
  }

  /** The window sent a request, which means a key, a scan or a click. */
  noteTouch(): void {
    this.#shift = noteTouch(this.#shift, this.#options.clock.now());
  }

  /** A print has ended well. */
  notePrint(): void {
    this.#shift = notePrint(this.#shift, this.#options.clock.now());
  }

  /** The present print queue, which has automatic prints too. */
  noteQueue(
    entries: readonly { readonly id: number; readonly last: { readonly state: string } }[],
  ): void {
    const newest = Math.max(
      0,
      ...entries.filter(({ last }) => last.state === 'done').map(({ id }) => id),
    );
    if (newest > this.#newestPrinted) this.notePrint();
    this.#newestPrinted = Math.max(newest, this.#newestPrinted);
  }

  close(): void {
    this.#ended.abort();
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    await clock.sleep(firstCheckMs, this.#ended.signal);
    for (let nextCheckMs = clock.awake(); ;) {
      if (clock.awake() >= nextCheckMs) {
        nextCheckMs = clock.awake() + checkEveryMs;
        await this.check();
      }
      if (this.install('by-itself')) return;
      await clock.sleep(lookEveryMs, this.#ended.signal);
    }
  }

  async #checkOnce(port: UpdaterPort): Promise<void> {
    const { clock, log } = this.#options;
    this.#become({ kind: 'checking' });
    const found = await port.check();
    if (!found.ok) {
      this.#fail(found.failure);
      return;
    }
    if (found.value === null) {
      this.#become({ kind: 'current', checkedAtMs: clock.now() });
      return;
    }
    log.info('update.found', { version: found.value.version });
    await this.#download(port, found.value);
  }

  async #download(port: UpdaterPort, update: FoundUpdate): Promise<void> {
    const { clock, log, workstation } = this.#options;
    // The network belongs to the labels while a job is running.
    while (workstation().runningJobs > 0) await clock.sleep(lookEveryMs, this.#ended.signal);
    this.#become({ kind: 'downloading', update, percent: 0 });
    const stall = new AbortController();
    const signal = AbortSignal.any([stall.signal, this.#ended.signal]);
    let movedAtMs = clock.awake();
    const watch = async () => {
      while (await pauseUnlessAborted(clock, stallMs / 4, signal))
        if (clock.awake() - movedAtMs >= stallMs) stall.abort();
    };
    const watching = watch();
    const onProgress = (percent: number) => {
      movedAtMs = clock.awake();
      const before = this.#status;
      if (before.kind !== 'downloading' || before.percent !== percent)
        this.#become({ kind: 'downloading', update, percent });
    };
    const done = await port.download(onProgress, signal);
    stall.abort();
    await watching;
    if (!done.ok) {
      this.#fail(done.failure);
      return;
    }
    log.info('update.ready', { version: update.version });
    this.#ready = update;
    this.#become({ kind: 'ready', update, waitsFor: this.#reason('asked') });
  }

  /**
   * Returns true if the ready update is being installed: while the program ends, do not start it
   * again. False if it has to wait; the status says for what.
   */
  install(occasion: Occasion): boolean {
    const { port, log } = this.#options;
    const update = this.#ready;
    if (port === null || update === null) return false;
    const waits = this.#reason(occasion);
    const shown = this.#reason('asked');
    const status = this.#status;
    if (status.kind === 'ready' && status.waitsFor !== shown)
      this.#become({ kind: 'ready', update, waitsFor: shown });
    if (waits !== null) return false;
    log.info('update.installing', { version: update.version, occasion });
    port.install({ restart: occasion !== 'quitting' });
    return true;
  }

  #reason(occasion: Occasion) {
    const { workstation, clock } = this.#options;
    return findWaitReason(workstation(), this.#shift, clock.now(), occasion);
  }

  #fail(failure: UpdateFailure): void {
    this.#options.log.warn('update.failed', { failure });
    this.#become({ kind: 'failed', failure, atMs: this.#options.clock.now() });
  }

  #become(next: UpdateStatus): void {
    this.#status = next;
    this.#options.changed(next);
  }

  /** The end of the program rejects pauses; no other error is swallowed here. */
  async #untilEnded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#ended.signal.aborted) throw error;
    }
  }
}
