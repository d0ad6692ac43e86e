import type { Result } from '../faults/result.ts';
import { appEvents, appRequests } from './app.ts';
import { benchRequests } from './bench.ts';
import { checkRequests } from './check.ts';
import { connectionEvents, connectionRequests, proxyRequests } from './connection.ts';
import type { AnswerOf, InputOf, PayloadOf } from './define.ts';
import { documentRequests } from './documents.ts';
import { floorEvents, floorRequests, operatorEvents, operatorRequests } from './floor.ts';
import { historyRequests } from './history.ts';
import { importEvents, importRequests } from './import.ts';
import { groupingRequests, jobEvents, jobRequests } from './job.ts';
import { officeRequests } from './office.ts';
import { printEvents, printRequests } from './print.ts';
import { scanRequests } from './scan.ts';
import { settingsEvents, settingsRequests } from './settings.ts';
import { updateEvents, updateRequests } from './updates.ts';

export type * from './app.ts';
export type * from './bench.ts';
export type * from './check.ts';
export type * from './connection.ts';
export type { Handlers, JobRef } from './define.ts';
export type * from './documents.ts';
export type * from './floor.ts';
export type * from './history.ts';
export type * from './import.ts';
export type * from './job.ts';
export type * from './office.ts';
export type * from './print.ts';
export type * from './scan.ts';
export type { LockedKey, NetworkPrinterSetting, PrinterRoutes, Settings, settingsRequests } from './settings.ts';
export type * from './updates.ts';
export { defaultSettings, settingNames, settingsFields } from './settings.ts';

/**
 * The requests that the renderer may send to main, by channel. Main parses inputs with these schemas: every string and
 * list has a limit, every object is closed. Answers are `Result`s, so that faults cross the border as data. No token,
 * disk path or raw URL goes to the renderer unless a person has to see it.
 *
 * The renderer imports only types from here and stays without zod; the build writes the channels' names into the
 * preload.
 */
export const requests = {
  ...appRequests,
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
  ...benchRequests,
};

/** The events that main sends to the renderer, by channel. */
export const events = {
  ...appEvents,
  ...settingsEvents,
  ...connectionEvents,
  ...jobEvents,
  ...importEvents,
  ...printEvents,
  ...floorEvents,
  ...operatorEvents,
  ...updateEvents,
};

export type RequestChannel = keyof typeof requests;
export type EventChannel = keyof typeof events;
export type RequestInput<C extends RequestChannel> = InputOf<(typeof requests)[C]>;
export type RequestAnswer<C extends RequestChannel> = Result<AnswerOf<(typeof requests)[C]>>;
/** The requests as functions; those without input take no argument. */
export type Requests = {
  readonly [C in RequestChannel]: RequestInput<C> extends undefined
    ? () => RequestAnswer<C>
    : (input: RequestInput<C>) => RequestAnswer<C>;
};
export type Events = { readonly [C in EventChannel]: PayloadOf<(typeof events)[C]> };

/** The preload's whole surface: `window.doca`. */
export interface Bridge {
  request<C extends RequestChannel>(channel: C, ...input: Parameters<Requests[C]>): Promise<RequestAnswer<C>>;
  /** Returns a function that stops listening. */
  on<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}
