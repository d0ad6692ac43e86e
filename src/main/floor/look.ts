import { failed, ok } from '#shared/faults/faults.ts';
import { systemClock } from '../os/clock.ts';
import { Connection, type ConnectionNeeds } from './connection.ts';
import { readFloorFault } from './floor-fault.ts';
import { readServer } from './join.ts';

/**
 * Examines a server without storing or changing anything; `clockOffMs` is how far this computer's
 * clock is ahead of its own. Faults `floor-away`, `floor-refused`, `floor-certificate`,
 * `floor-rights`, `floor-newer`, `floor-server`.
 */
export async function inspectFloor({
  clock = systemClock,
  ...where
}: Omit<ConnectionNeeds, 'clock'> & Partial<Pick<ConnectionNeeds, 'clock'>>) {
  let connection: Connection | null = null;
  try {
    const opened = (connection = await Connection.open({ ...where, clock }));
    const server = await readServer((one) => opened.ask(one));
    const startMs = performance.now();
    const [answer] = await opened.ask<{ readonly now_ms: number }>({
      text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms',
    });
    const latencyMs = performance.now() - startMs;
    return ok({
      serverVersion: server.version,
      tls: opened.tls,
      clockOffMs: Math.round(clock.now() - latencyMs / 2 - (answer?.now_ms ?? 0)),
      latencyMs,
    });
  } catch (error) {
    return failed(readFloorFault(error));
  } finally {
    await connection?.close();
  }
}
