import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';

const keptLines = 500;

/** A log that passes every line on and remembers the last ones for the diagnostics. */
export function createRecentLog(inner: Log, clock: Pick<Clock, 'now'>): { log: Log; lines: () => readonly string[] } {
  const lines: string[] = [];
  const keep =
    (level: 'info' | 'warn'): Log['info'] =>
    (event, fields) => {
      inner[level](event, fields);
      lines.push(`${new Date(clock.now()).toISOString()} ${level} ${event} ${JSON.stringify(fields ?? {})}`);
      if (lines.length > keptLines) lines.shift();
    };
  return { log: { info: keep('info'), warn: keep('warn') }, lines: () => [...lines] };
}
