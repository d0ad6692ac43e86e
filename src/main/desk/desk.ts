import { join } from 'node:path';
import type { EventChannel, Events } from '#shared/contract/index.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import { openJournal, readMachine } from '../journal/index.ts';
import { pauseUnlessAborted } from '../os/clock.ts';
import { nameOf, need } from '../os/errors.ts';
import { describeProblems } from '../policy/index.ts';
import { openSettings } from '../settings/index.ts';
import { createSignIn } from '../sign-in/index.ts';
import { Updates } from '../updates/index.ts';
import { makeCheckHandlers } from './handlers/check.ts';
import { makeConnectionHandlers } from './handlers/connection.ts';
import { makeDocumentHandlers } from './handlers/documents.ts';
import { makeFloorHandlers } from './handlers/floor.ts';
import { makeHistoryHandlers } from './handlers/history.ts';
import { makeJobHandlers } from './handlers/job.ts';
import { makeOfficeHandlers } from './handlers/office.ts';
import { createOnce, type DeskParts } from './handlers/common.ts';
import { makePrintHandlers } from './handlers/print.ts';
import { makeScanHandlers } from './handlers/scan.ts';
import { makeStationHandlers } from './handlers/station.ts';
import { createPrintRoom } from './print/print-room.ts';
import { createSpoolQueue } from './print/spool-queue.ts';
import { DownloadWatch } from './upkeep/download-watch.ts';
import { removeExpired } from './upkeep/retention.ts';
import { Badges } from './workspace/badges.ts';
import { Connection } from './workspace/connection.ts';
import { FloorLink } from './workspace/floor-link.ts';
import type { DeskHandlers, DeskListener, DeskOptions } from './types.ts';

/**
 * The session is checked at least this often: one that lives for half an hour or longer is
 * refreshed in time.
 */
const keepSessionMs = 5 * 60_000;
/** At the start nothing is known of the ERP's clock. */
const cleanMs = 15 * 60_000;

/** The desktop's application service: every request of the contract, without a window. */
export type Desk = Awaited<ReturnType<typeof createDesk>>;

/**
 * Opens the desk. Rejects with the journal's fault if the disk fails; any other failure is an
 * answer or a notice.
 */
export async function createDesk(options: DeskOptions) {
  const { clock, dataDir, stationDir, log } = options;
  const { policy, problems } = options.policy;
  const listeners = new Set<DeskListener>();
  /** Makes a function that emits this event. */
  const emit =
    <C extends EventChannel>(channel: C) =>
    (payload: Events[C]): void => {
      for (const listener of [...listeners]) listener(channel, payload);
    };
  /** Also those from before the window was there. */
  const notices: Fault[] = [];
  const notice = (reason: Fault): void => {
    if (reason.kind === 'file-damaged') log.warn(reason.kind, { file: reason.detail });
    notices.push(reason);
    emit('app.notice')(reason);
  };
  const settings = await openSettings({ dataDir, clock, policy, notice });
  const present = (): Settings => settings.settings();
  const machine = options.machine ?? (await readMachine());
  const sharedPlace = present().floorAddress === null ? options.sharedPlace : null;
  const path = join(dataDir, 'journal.db');
  const opened = need(openJournal({ path, stationDir, machine, sharedPlace, clock, log }));
  const { journal } = opened;
  opened.notices.forEach(notice);
  if (problems.length > 0) {
    const detail = describeProblems(problems);
    log.warn('policy.broken', { problems: detail });
    notice(fault('policy-broken', { detail }));
  }
  const closed = new AbortController();
  const room = createPrintRoom(options, present);
  const printers = room.printersWith(options.outDir);
  const spool = createSpoolQueue({
    queue: room.queue,
    printers,
    clock,
    report: emit('print.queue-changed'),
    signal: closed.signal,
  });
  const downloads = new DownloadWatch({
    dir: options.downloadsDir,
    clock,
    isOn: () => present().watchDownloads,
    changed: emit('import.offered'),
  });
  const badges = new Badges(join(dataDir, 'badges.json'), clock, emit('operator.changed'), notice);
  const floor = new FloorLink({
    options,
    settings: present,
    journal,
    person: () => connection.person(),
    changed: emit('floor.changed'),
  });
  const connection: Connection = new Connection({
    options,
    floor,
    badges,
    settings,
    signIn: createSignIn({ ...options, language: () => present().language }),
    managedUrl: policy.erpAddress ?? null,
    journal,
    room,
    jobChanged: (change) => {
      emit('job.changed')(change);
      // It may be the end of a print that the floor has waited for.
      followFloor();
    },
    jobClosed: (groupingId) => emit('job.closed')({ groupingId }),
    notice,
    changed: emit('connection.changed'),
  });

  const listJobs = () => {
    const opened = connection.findWorkspace()?.jobs.all() ?? [];
    return opened.map(({ job }) => job);
  };
  const runningJobs = () => listJobs().filter((job) => job.isWorking()).length;
  const updates = new Updates({
    ...options.updates,
    clock,
    log,
    workstation: () => ({
      runningJobs: runningJobs(),
      openGroupings: listJobs().filter((job) => job.snapshot().state !== 'concluded').length,
    }),
    changed: emit('updates.changed'),
  });
  room.queue.subscribe(() => updates.noteQueue(room.queue.entries()));

  const clean = async () => {
    await removeExpired(options, journal, present().retentionDays, clock.now());
    await floor.removeExpired();
  };

  const followFloor = () => {
    if (closed.signal.aborted) return;
    connection
      .followFloor()
      .catch((error: unknown) => log.warn('floor.not-followed', { error: nameOf(error) }));
  };
  const once = createOnce(clock, () => connection.findWorkspace()?.id ?? '');
  const settingsChanged = (changed: Settings) => {
    emit('settings.changed')(changed);
    connection.noteSettings();
    void downloads.follow(closed.signal);
    followFloor();
  };
  const parts: DeskParts = {
    options,
    policy,
    settings,
    connection,
    floor,
    badges,
    room,
    printers,
    spool,
    downloads,
    updates,
    notices,
    once,
    settingsChanged,
    removeExpired: clean,
  };
  const handlers: DeskHandlers = {
    ...makeStationHandlers(parts),
    ...makeConnectionHandlers(parts),
    ...makeJobHandlers(parts),
    ...makePrintHandlers(parts),
    ...makeCheckHandlers(parts),
    ...makeScanHandlers(parts),
    ...makeDocumentHandlers(parts),
    ...makeHistoryHandlers(parts),
    ...makeOfficeHandlers(parts),
    ...makeFloorHandlers(parts),
  };

  await connection.enterSaved();
  void downloads.follow(closed.signal);
  const tidy = async () => {
    do await clean();
    while (await pauseUnlessAborted(clock, cleanMs, closed.signal));
  };
  const cleaning = tidy();
  /**
   * Refreshes the session while no requests do, as when a print stands. The pause is random:
   * stations that began together send apart.
   */
  const keepSession = async () => {
    while (await pauseUnlessAborted(clock, keepSessionMs * (1 + Math.random()), closed.signal))
      await connection.keepSession();
  };
  void keepSession();

  const close = async () => {
    updates.close();
    closed.abort();
    await cleaning;
    await connection.close();
    options.printSystem?.close?.();
    journal.close();
  };
  let closing: Promise<void> | null = null;
  return {
    handlers,
    /**
     * Jobs with work under way (collecting, printing, concluding) that quitting would interrupt.
     */
    runningJobs,
    onEvent(listener: DeskListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Call it for each request: an update does not interrupt people at work. */
    noteTouch: (): void => updates.noteTouch(),
    /**
     * Before `close`, at the program's end: installs a ready update if that disturbs nobody, and
     * returns if it does.
     */
    installOnQuit: (): boolean => updates.installOnQuit(),
    /** Closes the journal at once, and nothing more: it must not be used afterwards. */
    endNow(): void {
      closed.abort();
      journal.close();
    },
    /** Closes every grouping; work under way stays resumable. */
    close: (): Promise<void> => (closing ??= close()),
  };
}
