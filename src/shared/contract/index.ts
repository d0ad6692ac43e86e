import type { FloorInfo } from '../domain/floor.ts';
import type { OfferedFile } from '../domain/import.ts';
import type { Fault, Result } from '../faults/faults.ts';
import {
  type AppCommand,
  appRequests,
  benchRequests,
  updateRequests,
  type UpdateStatus,
} from './app.ts';
import { type ConnectionInfo, connectionRequests, proxyRequests } from './connection.ts';
import { type AnswerOf, defineEvent, type InputOf, type JobRef, type PayloadOf } from './define.ts';
import { floorRequests, type Operator, operatorRequests } from './floor.ts';
import { historyRequests } from './history.ts';
import {
  documentRequests,
  groupingRequests,
  importRequests,
  type JobChange,
  jobRequests,
} from './job.ts';
import { officeRequests } from './office.ts';
import { printRequests, type SpoolJobInfo } from './print.ts';
import { checkRequests, scanRequests } from './scan.ts';
import { type Settings, settingsRequests } from './settings.ts';

/**
 * The requests that the renderer may send to main, by channel. Main parses inputs with these
 * schemas: every string and list has a limit, every object is closed. Answers are `Result`s, so
 * that faults cross the border as data. No token, disk path or raw URL goes to the renderer unless
 * a person has to see it.
 *
 * The renderer imports only types from here and stays without zod; the build writes the channels'
 * names into the preload.
 */
export const requests = {
  ...appRequests,
  ...benchRequests,
  ...settingsRequests,
  ...connectionRequests,
  ...proxyRequests,
  ...groupingRequests,
  ...jobRequests,
  ...importRequests,
  ...printRequests,
  ...checkRequests,
  ...scanRequests,
  ...documentRequests,
  ...historyRequests,
  ...officeRequests,
  ...floorRequests,
  ...operatorRequests,
  ...updateRequests,
};

/** The events that main sends to the renderer, by channel. */
export const events = {
  /** Somebody used a menu item or its shortcut. */
  'app.command': defineEvent<AppCommand>(),
  /** A fault that a person has to know and that no request caused. */
  'app.notice': defineEvent<Fault>(),
  'settings.changed': defineEvent<Settings>(),
  'connection.changed': defineEvent<ConnectionInfo>(),
  'job.changed': defineEvent<JobChange>(),
  'job.closed': defineEvent<JobRef>(),
  'import.offered': defineEvent<readonly OfferedFile[]>(),
  'print.queue-changed': defineEvent<readonly SpoolJobInfo[]>(),
  'floor.changed': defineEvent<FloorInfo>(),
  'operator.changed': defineEvent<Operator>(),
  'updates.changed': defineEvent<UpdateStatus>(),
};

export type RequestChannel = keyof typeof requests;
export type EventChannel = keyof typeof events;
export type RequestInput<C extends RequestChannel> = InputOf<(typeof requests)[C]>;
export type RequestAnswer<C extends RequestChannel> = Result<AnswerOf<(typeof requests)[C]>>;
export type Requests = {
  readonly [C in RequestChannel]: RequestInput<C> extends undefined
    ? () => RequestAnswer<C>
    : (input: RequestInput<C>) => RequestAnswer<C>;
};
export type Events = { readonly [C in EventChannel]: PayloadOf<(typeof events)[C]> };

/** The preload's whole surface: `window.doca`. */
export interface Bridge {
  request<C extends RequestChannel>(
    channel: C,
    ...input: Parameters<Requests[C]>
  ): Promise<RequestAnswer<C>>;
  /** Returns a function that stops listening. */
  on<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}
