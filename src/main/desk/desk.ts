import { join } from 'node:path';
import { failed, fault } from '../../shared/index.ts';
import type { Fault, RequestChannel, Result } from '../../shared/index.ts';
import { JournalError, openJournal } from '../dispatch/index.ts';
import type { Log } from '../os/log.ts';
import { describeProblems, manageSettings, noPolicy } from '../policy/index.ts';
import { openSettings } from '../settings/index.ts';
import { Updates } from '../updates/index.ts';
import { makeAppHandlers } from './handlers/app.ts';
import { makeCheckHandlers } from './handlers/check.ts';
import { makeCommandSheetHandlers } from './handlers/command-sheet.ts';
import { makeConnectionHandlers } from './handlers/connection.ts';
import { openConnection } from './workspace/connection.ts';
import type { DeskContext } from './context.ts';
import { createEventHub } from './events.ts';
import { makeJobHandlers } from './handlers/job.ts';
import { makeManifestHandlers } from './handlers/manifest.ts';
import { makeOfficeHandlers } from './handlers/office.ts';
import { createOnce } from './handlers/once.ts';
import { createPrintRoom } from './print/print-room.ts';
import { makePrintHandlers } from './handlers/print.ts';
import { createRecentLog } from './recent-log.ts';
import { repeatDaily, removeExpired } from './upkeep/retention.ts';
import { createSpoolQueue } from './print/spool-queue.ts';
import type { Desk, DeskHandlers, DeskOptions } from './types.ts';
import { makeUpdateHandlers } from './handlers/updates.ts';

/**
 * Opens the desk: settings, journal, the connection of last time. Rejects with the journal's error where the disk gives
 * no place to work in; everything else that can go wrong is an answer or a notice.
 */
export async function createDesk(options: DeskOptions): Promise<Desk> {
  const { clock, dataDir } = options;
  const { log, lines } = createRecentLog(options.log, clock);
  const { policy, problems } = options.policy ?? { policy: noPolicy, problems: [] };
  const stored = await openSettings({ path: join(dataDir, 'settings.json'), log, now: () => clock.now() });
  const settings = manageSettings(stored, policy);
  const opened = openJournal({ path: join(dataDir, 'journal.db'), clock, log });
  if (!opened.ok) throw new JournalError(opened.fault, null);
  const { journal, notice } = opened.value;
  const notices: Fault[] = notice === null ? [] : [notice];
  if (problems.length > 0) {
    const detail = describeProblems(problems);
    log.warn('policy.broken', { problems: detail });
    notices.push(fault('policy-broken', { detail }));
  }
  const hub = createEventHub();
  const closed = new AbortController();
  const room = createPrintRoom(options, () => settings.settings());
  const printers = room.printersWith(options.outDir);
  const spool = createSpoolQueue({
    queue: room.queue,
    printers,
    clock,
    tell: (jobs) => hub.emit('print.queue-changed', jobs),
    signal: closed.signal,
  });
  const connection = await openConnection({
    options,
    settings,
    managedUrl: policy.erpAddress,
    journal,
    log,
    room,
    told: {
      tell: (change) => hub.emit('job.changed', change),
      notice: (told) => {
        // Kept for a window that is not there yet.
        notices.push(told);
        hub.emit('app.notice', told);
      },
    },
    changed: (info) => hub.emit('connection.changed', info),
  });

  const removeExpiredNow = (): Promise<void> => {
    const workspace = connection.workspace();
    const labels = workspace.ok && !connection.info().training ? workspace.value.labels : null;
    return removeExpired({ journal, labels, dataDir, log }, settings.settings().retentionDays, clock.now());
  };
  const cleaning = repeatDaily(removeExpiredNow, clock, closed.signal);

  const runningJobs = (): number => {
    const workspace = connection.workspace();
    return workspace.ok ? workspace.value.jobs.running() : 0;
  };
  const openGroupings = (): number => {
    const workspace = connection.workspace();
    if (!workspace.ok) return 0;
    return workspace.value.jobs.all().filter(({ job }) => job.snapshot().state !== 'concluded').length;
  };
  const updates = new Updates({
    ...(options.updates ?? { port: null, off: 'unsigned' }),
    clock,
    log,
    workstation: () => ({ runningJobs: runningJobs(), openGroupings: openGroupings() }),
    changed: (status) => hub.emit('updates.changed', status),
  });
  room.queue.subscribe(() => updates.noteQueue(room.queue.entries()));

  const context: DeskContext = {
    options,
    policy,
    settings,
    connection,
    updates,
    hub,
    once: createOnce(clock),
    room,
    spool,
    printers,
    log,
    logLines: lines,
    notices,
    removeExpired: removeExpiredNow,
  };
  const handlers = guarded(
    {
      ...makeAppHandlers(context),
      ...makeConnectionHandlers(context),
      ...makeJobHandlers(context),
      ...makePrintHandlers(context),
      ...makeCheckHandlers(context),
      ...makeManifestHandlers(context),
      ...makeCommandSheetHandlers(context),
      ...makeOfficeHandlers(context),
      ...makeUpdateHandlers(context),
    },
    updates,
    log,
  );

  let closing: Promise<void> | null = null;
  return {
    handlers,
    onEvent: (listener) => hub.listen(listener),
    runningJobs,
    installOnQuit: () => updates.installOnQuit(),
    close() {
      closing ??= (async () => {
        updates.close();
        closed.abort();
        await cleaning;
        await connection.close();
        options.printSystem?.close?.();
        journal.close();
      })();
      return closing;
    },
  };
}

/** Nobody at the other side of the border can catch: a failing journal becomes its fault, a defect is logged and said. */
function guarded(handlers: DeskHandlers, updates: Updates, log: Log): DeskHandlers {
  const guard = <I, A extends Result<unknown>>(channel: RequestChannel, handler: (input: I) => Promise<A>) => {
    return async (input: I) => {
      updates.noteTouch();
      try {
        const answer = await handler(input);
        if (answer.ok && saysItPrinted(channel, input)) updates.notePrint();
        return answer;
      } catch (error) {
        if (error instanceof JournalError) return failed(error.fault);
        const name = error instanceof Error ? error.name : 'unknown';
        log.warn('desk.defect', { channel, error: name });
        return failed(fault('internal', { detail: `${channel}: ${name}`, reached: 'maybe' }));
      }
    };
  };
  const entries = Object.entries(handlers).map(([channel, handler]) => [
    channel,
    guard(channel as RequestChannel, handler as (input: unknown) => Promise<Result<unknown>>),
  ]);
  return Object.fromEntries(entries) as DeskHandlers;
}

/** The packer looked at the paper of a print whose end nobody knew. */
function saysItPrinted(channel: RequestChannel, input: unknown): boolean {
  return channel === 'print.resolve' && (input as { readonly printed: boolean }).printed;
}
