import { ok } from '../../shared/index.ts';
import type { Fault, JobRef, Result } from '../../shared/index.ts';
import type { Log } from '../os/log.ts';
import type { Policy } from '../policy/index.ts';
import type { Printers } from '../printing/index.ts';
import type { SettingsStore } from '../settings/index.ts';
import type { Updates } from '../updates/index.ts';
import type { Connection } from './workspace/connection.ts';
import type { EventHub } from './events.ts';
import type { OpenedJob } from './jobs/jobs.ts';
import type { Once } from './handlers/once.ts';
import type { PrintRoom } from './print/print-room.ts';
import type { SpoolQueue } from './print/spool-queue.ts';
import type { DeskOptions } from './types.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What the handlers of all channels work with. */
export interface DeskContext {
  readonly options: DeskOptions;
  /** What IT has decided; `settings` keep to it. */
  readonly policy: Policy;
  readonly settings: SettingsStore;
  readonly connection: Connection;
  readonly updates: Updates;
  readonly hub: EventHub;
  readonly once: Once;
  readonly room: PrintRoom;
  readonly spool: SpoolQueue;
  /** The workstation's printers where no ERP is connected. */
  readonly printers: Printers;
  readonly log: Log;
  /** The last log lines of this run. */
  readonly logLines: () => readonly string[];
  /** What a person has to know from before the window was there. */
  readonly notices: readonly Fault[];
  /** Removes what is older than the settings allow, now. */
  readonly removeExpired: () => Promise<void>;
}

/** The open grouping a request is about, with the ERP it belongs to. */
export function openedJob(
  context: DeskContext,
  { groupingId }: JobRef,
): Result<{ readonly workspace: Workspace; readonly opened: OpenedJob }> {
  const workspace = context.connection.workspace();
  if (!workspace.ok) return workspace;
  const opened = workspace.value.jobs.opened(groupingId);
  return opened.ok ? ok({ workspace: workspace.value, opened: opened.value }) : opened;
}

/** Does something with the open grouping; what is in the way of that is the answer. */
export async function withJob<T>(
  context: DeskContext,
  input: JobRef,
  work: (opened: OpenedJob, workspace: Workspace) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const found = openedJob(context, input);
  return found.ok ? work(found.value.opened, found.value.workspace) : found;
}
