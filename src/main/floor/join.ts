import { throwFault } from '../os/errors.ts';
import { Connection, type ConnectionNeeds } from './connection.ts';
import { migrations } from './migrations.ts';
import type { FloorServices } from './types.ts';

/**
 * A station's two connections: one for requests in turn; the other for notifications, and for
 * reading after them.
 */
export type Joined = Readonly<Record<'work' | 'listener', Connection>>;

type Ask = Connection['ask'];

/** Serialises simultaneous migrations. */
const migrationLock = 4_362_101;
const migrationMs = 60_000;

type JoinNeeds = ConnectionNeeds & Pick<FloorServices, 'stationId' | 'session'>;

/**
 * Opens both connections to a schema that is up to date. Rejects like `Connection.open`, and with
 * `floor-*`.
 */
export async function joinServer(needs: JoinNeeds): Promise<Joined> {
  const work = await Connection.open(needs);
  try {
    await prepareSchema(work);
    const listener = await Connection.open(needs);
    try {
      await enterStation(listener, needs);
      await listener.ask({ text: 'LISTEN doca' });
      return { work, listener };
    } catch (error) {
      listener.lose(error);
      throw error;
    }
  } catch (error) {
    work.lose(error);
    throw error;
  }
}

/**
 * Returns the version, such as `15.18`, and that of Doca's schema, if any. Rejects if Doca cannot
 * use them.
 */
export async function readServer(ask: Ask) {
  type Flag = 'is_standby' | 'has_schema' | 'may_use' | 'may_make' | 'has_tables';
  type Row = Record<'version' | 'encoding', string> & Record<Flag, boolean> & { number: number };
  const [server] = await ask<Row>({
    text: `SELECT current_setting('server_version_num')::integer AS number,
        current_setting('server_version') AS version,
        current_setting('server_encoding') AS encoding,
        pg_is_in_recovery() AS is_standby,
        schema.oid IS NOT NULL AS has_schema,
        coalesce(has_schema_privilege(schema.oid, 'USAGE'), true) AS may_use,
        coalesce(
          has_schema_privilege(schema.oid, 'CREATE'),
          has_database_privilege(current_database(), 'CREATE')
        ) AS may_make,
        EXISTS (
          SELECT FROM pg_class WHERE relnamespace = schema.oid AND relname = 'migrations'
        ) AS has_tables
      FROM (SELECT to_regnamespace('doca')::oid AS oid) AS schema`,
  });
  if (server === undefined) throwFault('floor-server');
  const version = server.version.split(' ')[0] ?? '';
  const { encoding, is_standby: isStandby } = server;
  if (server.number < 150_000 || encoding !== 'UTF8' || isStandby)
    throwFault('floor-server', {
      detail: `PostgreSQL ${version}, ${encoding}${isStandby ? ', standby' : ''}`,
    });
  if (!server.may_use) throwFault('floor-rights', { detail: 'schema doca' });
  const schemaVersion = server.has_tables ? await readSchemaVersion(ask) : null;
  if (schemaVersion !== null && schemaVersion > migrations.length)
    throwFault('floor-newer', {
      detail: `schema ${schemaVersion}, this Doca knows ${migrations.length}`,
    });
  if (schemaVersion !== migrations.length && !server.may_make)
    throwFault('floor-rights', { detail: 'CREATE' });
  return { version, schemaVersion, hasSchema: server.has_schema };
}

/** The locks of the programs of station `$1` that are joined to this database. */
export const stationLocks = `FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 2
  AND classid = hashtext($1)::oid`;

/**
 * Under a lock that the server releases with this connection, however it ends. Of two at once, the
 * first gets it.
 */
async function enterStation(listener: Connection, { stationId, session }: JoinNeeds) {
  const values = [stationId, session];
  await listener.transact(async (ask) => {
    await ask({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [stationId] });
    const others = await ask({
      text: `SELECT ${stationLocks} AND objid <> hashtext($2)::oid`,
      values,
    });
    if (others.length > 0) throwFault('floor-duplicate');
    await ask({ text: 'SELECT pg_advisory_lock_shared(hashtext($1), hashtext($2))', values });
  });
}

async function prepareSchema(work: Connection) {
  const { schemaVersion } = await readServer((one) => work.ask(one));
  if (schemaVersion === migrations.length) return;
  await work.transact(async (ask) => {
    const patiently = { limitMs: migrationMs };
    await ask({
      text: `SET LOCAL statement_timeout = ${migrationMs}; SET LOCAL lock_timeout = ${migrationMs}`,
    });
    await ask({ text: `SELECT pg_advisory_xact_lock(${migrationLock})`, ...patiently });
    // Another station may have been quicker.
    const server = await readServer(ask);
    if (!server.hasSchema) await ask({ text: 'CREATE SCHEMA doca' });
    for (const [index, text] of migrations.entries()) {
      if (index < (server.schemaVersion ?? 0)) continue;
      await ask({ text, ...patiently });
      await ask({ text: 'INSERT INTO doca.migrations (version) VALUES ($1)', values: [index + 1] });
    }
  });
}

async function readSchemaVersion(ask: Ask) {
  const text = 'SELECT coalesce(max(version), 0) AS version FROM doca.migrations';
  const [found] = await ask<{ readonly version: number }>({ text });
  return found?.version ?? 0;
}
