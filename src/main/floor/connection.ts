import { Socket } from 'node:net';
import type { Client, QueryResultRow } from 'pg';
import { fault } from '#shared/faults/faults.ts';
import type { Clock } from '../os/clock.ts';
import { Emitter } from '../os/emitter.ts';
import { FaultError, readErrorCode, throwFault } from '../os/errors.ts';
import { Serial } from '#shared/serial.ts';
import { limitTime } from '../os/timeout.ts';
import { readFloorFault, readSqlState, withoutTls } from './floor-fault.ts';
import { findRoutes, judgeAs, parseAddress, type FloorAddress, type Route } from './address.ts';

const connectMs = 5_000;
const statementMs = 5_000;
/** For the way there and back; the server ends a statement by itself after `statementMs`. */
const graceMs = 1_000;

/**
 * Settings that safety relies on, independent of the server's and the role's: each statement sees
 * the data at its beginning, and acknowledged data survive a crash. A connection whose other end is
 * gone releases its locks within half a minute, or a minute if the server's system ignores these
 * numbers.
 */
const sessionSettings: Readonly<Record<string, string | number>> = {
  default_transaction_isolation: 'read\\ committed',
  default_transaction_read_only: 'off',
  synchronous_commit: 'on',
  search_path: 'doca,pg_temp',
  statement_timeout: statementMs,
  lock_timeout: statementMs - graceMs,
  idle_in_transaction_session_timeout: statementMs,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
  client_min_messages: 'error',
  jit: 'off',
};

export interface ConnectionNeeds {
  readonly address: string;
  readonly password: string | null;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** For a repeated statement: the server keeps its plan under this name. */
  readonly name?: string;
  readonly limitMs?: number;
}

/**
 * One connection to the server: one statement at a time. One without an answer in time is given up.
 */
export class Connection {
  readonly tls: boolean;
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #serial = new Serial();
  readonly #lost = Promise.withResolvers<unknown>();
  readonly #notices = new Emitter<string>();
  #loss: { readonly error: unknown } | null = null;

  private constructor(client: Client, socket: Socket, clock: Clock, tls: boolean) {
    this.tls = tls;
    this.#client = client;
    this.#socket = socket;
    this.#clock = clock;
    client.on('error', (error) => this.lose(error));
    client.on('end', () => this.lose(new Error('ended')));
    client.on('notification', ({ payload }) => this.#notices.emit(payload ?? ''));
  }

  /** Rejects with the client's error, or a `FaultError`. */
  static async open(needs: ConnectionNeeds): Promise<Connection> {
    const late = (): never => throwFault('floor-away', { detail: 'no connection in time' });
    const over = new AbortController();
    const work = openOnRoute(needs, over.signal);
    try {
      return await limitTime(work, connectMs, late, needs);
    } catch (error) {
      over.abort();
      work.then((nobodys) => nobodys.lose(error)).catch(() => undefined);
      throw error;
    }
  }

  static async openOn(
    address: FloorAddress,
    route: Route,
    needs: ConnectionNeeds,
    signal: AbortSignal,
  ): Promise<Connection> {
    const socket = new Socket();
    const received: Buffer[] = [];
    socket.once('data', (chunk: Buffer) => received.push(chunk));
    const client = new (await loadClient())(configure(address, route, needs.password, socket));
    // Once it is open, `Connection` handles its errors.
    client.on('error', () => undefined);
    const stop = () => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await client.connect();
      signal.throwIfAborted();
    } catch (error) {
      socket.destroy();
      if (received.every(isAnswerOfPostgres)) throw error;
      throw new FaultError(fault('floor-server', { detail: 'no PostgreSQL' }), error);
    } finally {
      signal.removeEventListener('abort', stop);
    }
    return new Connection(client, socket, needs.clock, route.tls !== null);
  }

  get isLost() {
    return this.#loss !== null;
  }

  /** Resolves with the reason. */
  readonly whenLost = this.#lost.promise;
  readonly onNotice = this.#notices.subscribe;

  /**
   * Returns the rows. Rejects with the server's error; after any other the connection is lost, the
   * effect unknown.
   */
  ask<Row extends QueryResultRow>(statement: Statement): Promise<readonly Row[]> {
    return this.#serial.run(() => this.#askNow<Row>(statement));
  }

  async transact<T>(work: (ask: Connection['ask']) => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#askNow({ text: 'BEGIN' });
      try {
        const value = await work((statement) => this.#askNow(statement));
        await this.#askNow({ text: 'COMMIT' });
        return value;
      } catch (error) {
        if (!this.isLost) await this.#askNow({ text: 'ROLLBACK' });
        throw error;
      }
    });
  }

  lose(error: unknown) {
    if (this.#loss !== null) return;
    this.#loss = { error };
    this.#socket.destroy();
    this.#lost.resolve(error);
  }

  /** Closes after the pending statements; at once if the server does not answer. */
  async close() {
    const closed = this.#serial.run(() => (this.isLost ? undefined : this.#client.end()));
    await limitTime(closed, graceMs, () => undefined, { clock: this.#clock }).catch(
      () => undefined,
    );
    this.lose(new Error('closed'));
  }

  async #askNow<Row extends QueryResultRow>({
    text,
    values = [],
    name,
    limitMs = statementMs,
  }: Statement): Promise<readonly Row[]> {
    if (this.#loss !== null) throw this.#loss.error;
    const late = (): never =>
      throwFault('floor-away', { detail: 'no answer in time', reached: 'maybe' });
    try {
      const work = this.#client.query<Row>({
        text,
        values: [...values],
        ...(name === undefined ? {} : { name }),
      });
      return (await limitTime(work, limitMs + graceMs, late, { clock: this.#clock })).rows;
    } catch (error) {
      if (readSqlState(error) === null) this.lose(error);
      throw error;
    }
  }
}

/** Unencrypted on this computer; with TLS if its server requires it. */
async function openOnRoute(needs: ConnectionNeeds, signal: AbortSignal) {
  const address = parseAddress(needs.address);
  let problem: unknown = null;
  const routes = await findRoutes(address);
  for (const route of routes) {
    try {
      return await Connection.openOn(address, route, needs, signal);
    } catch (error) {
      problem = error;
      // The server may listen at another address of this computer.
      if (readErrorCode(error) !== 'ECONNREFUSED') break;
    }
  }
  // Its rules do not allow this user without TLS.
  if (routes[0]?.tls !== null || readSqlState(problem) !== '28000') throw problem;
  try {
    const { host } = address;
    return await Connection.openOn(address, { host, tls: judgeAs(host) }, needs, signal);
  } catch (error) {
    throw readFloorFault(error).detail === withoutTls ? problem : error;
  }
}

/**
 * Every value is given that the client would otherwise read from the environment (`PGHOST`,
 * `PGOPTIONS`, …).
 */
function configure(
  { port, user, database }: FloorAddress,
  route: Route,
  password: string | null,
  socket: Socket,
) {
  return {
    host: route.host,
    port,
    user,
    database,
    // A function, because the client would look for an empty one in the environment or a file.
    password: () => password ?? '',
    ssl: route.tls ?? false,
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'Doca',
    replication: 'false',
    sslnegotiation: 'postgres' as const,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

async function loadClient() {
  // It would make the client load another one, which is not installed.
  delete process.env['NODE_PG_FORCE_NATIVE'];
  return (await import('pg')).Client;
}

/** The first bytes of PostgreSQL's protocol (chapter 55): R, E, v; S or N if TLS was requested. */
function isAnswerOfPostgres(first: Buffer) {
  return 'REvSN'.includes(first.toString('latin1', 0, 1));
}
