import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TokenStore } from '../../../src/main/credentials/index.ts';
import { systemClock, type Clock } from '../../../src/main/os/clock.ts';
import type { Fetch } from '../../../src/main/os/fetch.ts';
import type { Log } from '../../../src/main/os/log.ts';
import { findFreePort } from '../../support/free-port.ts';
import { createSignIn, type Session, type SignIn } from '../../../src/main/sign-in/index.ts';
import { erpOrigin } from './programs.ts';
import type { SignInClient } from '../../../src/main/sign-in/types.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { Visitor } from '../../support/visitor.ts';
import type { OpenIdProvider } from '../../support/openid-provider.ts';

export { erpOrigin };
const never = new AbortController().signal;

/** The data of a request to the provider. */
interface Sent {
  readonly url: string;
  readonly form: URLSearchParams;
  readonly headers: Headers;
}

/** A workstation with one program that signs in at the provider. */
export interface Station {
  readonly signIn: SignIn;
  readonly place: SignInClient;
  /** The keychain's entries by name. */
  readonly entries: Map<string, string>;
  readonly sent: Sent[];
  readonly logged: string[];
  readonly dir: string;
  /** Opens the pages that the program shows in the browser. */
  readonly browser: Visitor;
  /** Every address that the browser was asked to open. */
  readonly opened: string[];
  /** Whether the keychain fails. */
  keychainFails: boolean;
  /** Passes the program's requests to the network. */
  fetch: Fetch;
  openBrowser(url: string): Promise<void>;
  /** Signs in through the browser. */
  start(signal?: AbortSignal): Promise<Result<Session>>;
  /** Returns the stored session; throws if there is none. */
  resume(program?: SignIn): Promise<Session>;
  /** Opens another program of the same workstation. */
  openOther(): SignIn;
}

export async function openStation(
  provider: Pick<OpenIdProvider, 'issuer'>,
  {
    clientId = 'doca',
    // Tests move the date: it is the stopwatch as well.
    clock = { ...systemClock, awake: () => Date.now() },
    scopes = 'openid',
  }: { clientId?: string; clock?: Clock; scopes?: string } = {},
): Promise<Station> {
  const dir = mkdtempSync(join(tmpdir(), 'doca-sign-in-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const entries = new Map<string, string>();
  const logged: string[] = [];
  const write = (event: string, fields?: object): void => {
    logged.push(`${event} ${JSON.stringify(fields)}`);
  };
  const log: Log = { info: write, warn: write };
  const attempt = <T>(work: () => T): Promise<Result<T>> =>
    Promise.resolve(
      station.keychainFails ? failed(fault('keychain', { detail: 'locked' })) : ok(work()),
    );
  const tokenStore: TokenStore = {
    kind: 'keychain',
    get: (name) => attempt(() => entries.get(name) ?? null),
    set: (name, value) => attempt(() => void entries.set(name, value)),
    remove: (name) => attempt(() => void entries.delete(name)),
  };
  const services = {
    ...{ tokenStore, stationDir: dir, clock, log, language: () => 'pt-BR' as const },
    fetch: (async (url, init) => {
      const form = init?.body instanceof URLSearchParams ? init.body : new URLSearchParams();
      station.sent.push({ url, form, headers: new Headers(init?.headers) });
      return station.fetch(url, init);
    }) satisfies Fetch,
  };
  const signIn = createSignIn(services);
  const redirectUrl = `http://127.0.0.1:${await findFreePort()}/doca`;
  const station: Station = {
    ...{ signIn, entries, logged, dir, sent: [], opened: [], browser: new Visitor() },
    place: { issuer: provider.issuer, clientId, scopes, redirectUrl },
    keychainFails: false,
    fetch,
    openBrowser: async (url) => {
      station.opened.push(url);
      await station.browser.open(url);
    },
    start: (signal = never) =>
      signIn.start(erpOrigin, station.place, (url) => station.openBrowser(url), signal),
    resume: async (program = signIn) => {
      const resumed = await program.resume(erpOrigin, station.place);
      if (!resumed.ok || resumed.value === null) throw new Error('no session');
      return resumed.value;
    },
    openOther: () => createSignIn(services),
  };
  return station;
}

/** A network that changes the JSON of some answers on its way. */
export function changeJson(
  where: RegExp,
  change: (json: Record<string, unknown>) => unknown,
): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!where.test(url) || !response.ok) return response;
    const json = (await response.json()) as Record<string, unknown>;
    return Response.json(change(json), { headers: { date: response.headers.get('date') ?? '' } });
  };
}

/** The session of a sign-in that must work. */
export function sessionOf(result: Result<Session>): Session {
  if (!result.ok) throw new Error(`${result.fault.kind}: ${String(result.fault.detail)}`);
  return result.value;
}

export function faultOf(result: Result<unknown>) {
  if (result.ok) throw new Error('no fault');
  return result.fault;
}
