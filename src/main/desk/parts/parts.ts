import { join } from 'node:path';
import { createSignIn } from '../../sign-in/index.ts';
import { Updates } from '../../updates/index.ts';
import type { DeskEvents } from './events.ts';
import { createOnce } from './once.ts';
import { createPrintRoom, type PrintRoom } from '../print/print-room.ts';
import { createSpoolQueue } from '../print/spool-queue.ts';
import type { openStore } from './store.ts';
import type { DeskOptions } from '../types.ts';
import { DownloadWatch } from '../upkeep/download-watch.ts';
import { removeExpired } from '../upkeep/retention.ts';
import { Badges } from '../workspace/badges.ts';
import { createBrowserSignIn } from '../workspace/browser-sign-in.ts';
import { ConnectionView } from '../workspace/connection-view.ts';
import { Connection } from '../workspace/connection.ts';
import { FloorLink } from '../workspace/floor-link.ts';
import { SavedAccess } from '../workspace/saved-access.ts';
import { Seats } from '../workspace/seats.ts';

export type DeskParts = ReturnType<typeof createParts>;

interface Foundation {
  readonly options: DeskOptions;
  readonly store: Awaited<ReturnType<typeof openStore>>;
  readonly events: DeskEvents;
  /** Aborts when the desk closes. */
  readonly signal: AbortSignal;
}

/** Makes everything that answers the desk's requests. */
export function createParts(foundation: Foundation) {
  const { options, store, events, signal } = foundation;
  const { clock, log } = options;
  const { settings, journal } = store;
  const printing = createPrinting(foundation);
  const connecting = createConnecting(foundation, printing.room);
  const { connection, floor } = connecting;
  const downloads = new DownloadWatch({
    dir: options.downloadsDir,
    clock,
    isOn: () => settings.settings().watchDownloads,
    changed: events.emit('import.offered'),
    signal,
  });
  const updates = new Updates({
    ...options.updates,
    clock,
    log,
    workstation: () => ({
      runningJobs: connection.runningJobs(),
      openGroupings: connection.jobs().filter(({ job }) => job.snapshot().state !== 'concluded')
        .length,
    }),
    changed: events.emit('updates.changed'),
  });
  const { queue } = printing.room;
  queue.subscribe(() => updates.noteQueue(queue.entries()));
  return {
    options,
    policy: options.policy.policy,
    ...store,
    ...printing,
    ...connecting,
    downloads,
    updates,
    events,
    once: createOnce(clock, () => connection.findWorkspace()?.id ?? ''),
    removeExpired: async () => {
      await removeExpired(options, journal, settings.settings().retentionDays, clock.now());
      await floor.removeExpired();
    },
  };
}

function createPrinting({ options, store, events, signal }: Foundation) {
  const room = createPrintRoom(options, store.settings.settings);
  // The workstation's printers if no ERP is connected.
  const printers = room.printersWith(options.outDir);
  const report = events.emit('print.queue-changed');
  const { queue } = room;
  const { clock } = options;
  return { room, printers, spool: createSpoolQueue({ queue, printers, clock, report, signal }) };
}

function createConnecting({ options, store, events, signal }: Foundation, room: PrintRoom) {
  const { clock, dataDir, tokenStore } = options;
  const { settings, journal, notice } = store;
  const changed = (): void => void view.report();
  const badgesFile = join(dataDir, 'badges.json');
  const badges = new Badges(badgesFile, clock, events.emit('operator.changed'), notice);
  const seats = new Seats(badges, changed);
  const person = () => seats.person();
  journal.actAs(person);
  const floor = new FloorLink({
    options,
    settings: settings.settings,
    journal,
    person,
    changed: events.emit('floor.changed'),
  });
  const jobClosed = events.emit('job.closed');
  const connection = new Connection({
    options,
    floor,
    seats,
    journal,
    room,
    jobChanged: events.emit('job.changed'),
    jobClosed: (groupingId) => jobClosed({ groupingId }),
    notice,
    changed,
    signal,
  });
  const browser = createBrowserSignIn(options.openSignInPage, changed);
  const language = () => settings.settings().language;
  const signIn = createSignIn({ ...options, language });
  const managedUrl = options.policy.policy.erpAddress ?? null;
  const saved = new SavedAccess({ settings, signIn, tokenStore, managedUrl, notice });
  const view = new ConnectionView({
    connection,
    seats,
    saved,
    browser,
    tokenStore,
    changed: events.emit('connection.changed'),
  });
  return { badges, seats, floor, connection, browser, signIn, saved, view };
}
