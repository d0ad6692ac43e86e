import { join } from 'node:path';
import { fault } from '../../shared/index.ts';
import type { Badge, EventChannel, Events, Fault } from '../../shared/index.ts';
import { JournalError, openJournal, readMachine } from '../dispatch/index.ts';
import type { GroupingJob, Journal } from '../dispatch/index.ts';
import { pauseUnlessAborted } from '../os/clock.ts';
import type { Clock } from '../os/clock.ts';
import { nameOf } from '../os/errors.ts';
import type { Log } from '../os/log.ts';
import { describeProblems, noPolicy } from '../policy/index.ts';
import type { Policy } from '../policy/index.ts';
import { openSettings } from '../settings/index.ts';
import type { SettingsStore } from '../settings/index.ts';
import { createSignIn } from '../sign-in/index.ts';
import { Updates } from '../updates/index.ts';
import { makeAppHandlers } from './handlers/app.ts';
import { makeCheckHandlers } from './handlers/check.ts';
import { makeConnectionHandlers } from './handlers/connection.ts';
import { makeDocumentHandlers } from './handlers/documents.ts';
import { makeFloorHandlers } from './handlers/floor.ts';
import { makeGroupingHandlers } from './handlers/groupings.ts';
import { makeHistoryHandlers } from './handlers/history.ts';
import { makeJobHandlers } from './handlers/job.ts';
import { makeOfficeHandlers } from './handlers/office.ts';
import { createOnce } from './handlers/common.ts';
import { makePrintHandlers } from './handlers/print.ts';
import { makeProxyHandlers } from './handlers/proxy.ts';
import { makeScanHandlers } from './handlers/scan.ts';
import { makeSettingsHandlers } from './handlers/settings.ts';
import { makeUpdateHandlers } from './handlers/updates.ts';
import { PrintRoom } from './print/print-room.ts';
import { createSpoolQueue } from './print/spool-queue.ts';
import { createRecentLog, exportDiagnostics } from './upkeep/diagnostics.ts';
import { repeatDaily, removeExpired } from './upkeep/retention.ts';
import { Bench } from './workspace/bench.ts';
import { Connection } from './workspace/connection.ts';
import { FloorLink } from './workspace/floor-link.ts';
import type { Desk, DeskHandlers, DeskListener, DeskOptions } from './types.ts';

/**
 * Opens the desk: settings, journal, the last connection. Rejects with the journal's error if the disk fails; every
 * other failure is an answer or a notice.
 */
export async function createDesk(options: DeskOptions): Promise<Desk> {
  const { clock, dataDir, stationDir } = options;
  const { log, lines } = createRecentLog(options.log, clock);
  const { policy, problems } = options.policy ?? { policy: noPolicy, problems: [] };
  const settings = await openSettings({ path: join(dataDir, 'settings.json'), log, now: () => clock.now(), policy });
  const badges = await Bench.readBadges(findBadges(dataDir), clock.now());
  const machine = options.machine ?? (await readMachine());
  const bench = settings.settings().floorAddress === null ? options.bench : null;
  const opened = openJournal({ path: join(dataDir, 'journal.db'), stationDir, machine, bench, clock, log });
  if (!opened.ok) throw new JournalError(opened.fault, null);
  const { journal } = opened.value;
  const notices: Fault[] = [...opened.value.notices];
  if (problems.length > 0) {
    const detail = describeProblems(problems);
    log.warn('policy.broken', { problems: detail });
    notices.push(fault('policy-broken', { detail }));
  }
  const desk = new OpenDesk({ options, policy, settings, journal, badges, log, logLines: lines, notices });
  await desk.start();
  return desk;
}

function findBadges(dataDir: string): string {
  return join(dataDir, 'badges.json');
}

/** The session is checked at least this often: one that lives for half an hour or longer is refreshed in time. */
const keepSessionMs = 5 * 60_000;

interface DeskParts {
  readonly options: DeskOptions;
  readonly policy: Policy;
  readonly settings: SettingsStore;
  readonly journal: Journal;
  readonly badges: readonly Badge[];
  readonly log: Log;
  readonly logLines: () => readonly string[];
  /** Notices from before the window was there. */
  readonly notices: Fault[];
}

class OpenDesk implements Desk {
  readonly handlers: DeskHandlers;
  readonly #parts: DeskParts;
  readonly #connection: Connection;
  readonly #floor: FloorLink;
  readonly #updates: Updates;
  readonly #listeners = new Set<DeskListener>();
  readonly #closed = new AbortController();
  #cleaning: Promise<void> = Promise.resolve();
  #closing: Promise<void> | null = null;

  constructor(parts: DeskParts) {
    const { options, policy, settings, journal, log, notices } = parts;
    const { clock } = options;
    this.#parts = parts;
    const room = new PrintRoom(options, () => settings.settings());
    const printers = room.printersWith(options.outDir);
    const spool = createSpoolQueue({
      queue: room.queue,
      printers,
      clock,
      tell: (jobs) => this.#emit('print.queue-changed', jobs),
      signal: this.#closed.signal,
    });
    const bench = new Bench(findBadges(options.dataDir), parts.badges, (operator) =>
      this.#emit('operator.changed', operator),
    );
    const floor = new FloorLink({
      options,
      settings: () => settings.settings(),
      journal,
      log,
      person: () => connection.person(),
      changed: (info) => this.#emit('floor.changed', info),
    });
    const connection = new Connection({
      options,
      floor,
      bench,
      settings,
      signIn: createSignIn({ ...options, log, language: () => settings.settings().language }),
      managedUrl: policy.erpAddress,
      journal,
      log,
      room,
      told: {
        tell: (change) => this.#emit('job.changed', change),
        notice: (told) => {
          // For a window that is not there yet.
          notices.push(told);
          this.#emit('app.notice', told);
        },
      },
      changed: (info) => this.#emit('connection.changed', info),
    });
    const updates = new Updates({
      ...(options.updates ?? { port: null, off: 'unsigned' }),
      clock,
      log,
      workstation: () => ({
        runningJobs: this.runningJobs(),
        openGroupings: this.#jobs().filter((job) => job.snapshot().state !== 'concluded').length,
      }),
      changed: (status) => this.#emit('updates.changed', status),
    });
    room.queue.subscribe(() => updates.noteQueue(room.queue.entries()));
    this.#connection = connection;
    this.#floor = floor;
    this.#updates = updates;
    const once = createOnce(clock);
    const common = { options, settings, connection, once };
    this.handlers = {
      ...makeAppHandlers({
        ...common,
        policy,
        notices,
        exportDiagnostics: () => exportDiagnostics({ ...parts, connection, updates }),
      }),
      ...makeSettingsHandlers({
        settings,
        isPrinterTaken: (name) => printers.isTaken(name),
        changed: (now) => {
          this.#emit('settings.changed', now);
          connection.noteSettings();
          connection.followFloor().catch((error: unknown) => log.warn('floor.not-followed', { error: nameOf(error) }));
        },
        removeExpired: () => this.#removeExpired(),
      }),
      ...makeConnectionHandlers(connection),
      ...makeProxyHandlers(options.proxies),
      ...makeGroupingHandlers(common),
      ...makeJobHandlers(common),
      ...makePrintHandlers({ ...common, room, spool, printers, printed: () => updates.notePrint() }),
      ...makeCheckHandlers(connection),
      ...makeScanHandlers(connection),
      ...makeDocumentHandlers({ ...common, queue: room.queue, floor }),
      ...makeHistoryHandlers(common),
      ...makeOfficeHandlers(common),
      ...makeFloorHandlers({ ...common, floor, bench }),
      ...makeUpdateHandlers(updates, log),
    };
  }

  async start(): Promise<void> {
    await this.#connection.enterSaved();
    const { clock } = this.#parts.options;
    this.#cleaning = repeatDaily(() => this.#removeExpired(), clock, this.#closed.signal);
    void this.#keepSession(clock);
  }

  /**
   * Refreshes the session while no requests do. The pause is random, so that stations that began together do not send
   * together.
   */
  async #keepSession(clock: Clock): Promise<void> {
    while (await pauseUnlessAborted(clock, keepSessionMs * (1 + Math.random()), this.#closed.signal)) {
      if (this.runningJobs() === 0) await this.#connection.keepSession();
    }
  }

  onEvent(listener: DeskListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  noteTouch(): void {
    this.#updates.noteTouch();
  }

  runningJobs(): number {
    return this.#jobs().filter((job) => job.isWorking()).length;
  }

  installOnQuit(): boolean {
    return this.#updates.installOnQuit();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Closes the journal without waiting. Work under way stays recorded as such, and the next start reports it. */
  endNow(): void {
    this.#closed.abort();
    this.#parts.journal.close();
  }

  async #close(): Promise<void> {
    this.#updates.close();
    this.#closed.abort();
    await this.#cleaning;
    await this.#connection.close();
    this.#parts.options.printSystem?.close?.();
    this.#parts.journal.close();
  }

  #emit<C extends EventChannel>(channel: C, payload: Events[C]): void {
    for (const listener of [...this.#listeners]) listener(channel, payload);
  }

  #jobs(): readonly GroupingJob[] {
    const workspace = this.#connection.workspace();
    return workspace.ok ? workspace.value.jobs.all().map(({ job }) => job) : [];
  }

  async #removeExpired(): Promise<void> {
    const { options, settings, journal, log } = this.#parts;
    const workspace = this.#connection.workspace();
    const labels = workspace.ok && !workspace.value.training ? workspace.value.labels : null;
    const { dataDir, outDir, clock } = options;
    await removeExpired({ journal, labels, dataDir, outDir, log }, settings.settings().retentionDays, clock.now());
    await this.#floor.removeExpired();
  }
}
