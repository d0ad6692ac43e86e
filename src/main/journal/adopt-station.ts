import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';
import { isOpenOutcome } from './rows.ts';

const stationRow = z.object({ id: z.string(), key: z.string(), marks: z.string() });
const readStation = 'SELECT * FROM floor_station';

/**
 * Claims stay as rows that another station has by now, which ends them and their questions as soon
 * as the floor is read. A print is not searched: another one began it. Reported events keep their
 * ids, so that they count once.
 */
const giveUpForeign = [
  'UPDATE floor_claims SET isKept = 1, isPrinting = 0 WHERE isAlone = 0',
  'DELETE FROM floor_memory',
  'UPDATE floor_outbox SET station = (SELECT id FROM floor_station) WHERE told AND station IS NULL',
  `DELETE FROM floor_outbox WHERE NOT told AND NOT coalesce(
    json_extract(payload, '$.kind') IN
      ('checked', 'unchecked', 'accepted', 'taken-back', 'concluded')
      OR (json_extract(payload, '$.kind') = 'printed' AND alone = 1), 0)`,
  `DELETE FROM print_tallies
    WHERE runId IN (SELECT id FROM print_runs WHERE outcome ${isOpenOutcome})`,
  `UPDATE print_runs SET outcome = 'unknown', spool = json_set(spool, '$.system', NULL)
    WHERE outcome ${isOpenOutcome} AND json_valid(spool)`,
];

/**
 * Makes the journal's station this computer's and user's. Returns true if it was another's: then it
 * is a new one.
 */
export function adoptStation(sql: Database, machine: readonly string[]) {
  const [known] = sql.all(stationRow, readStation);
  const key = known?.key ?? randomBytes(16).toString('hex');
  const { marks, isCopy } = identify(key, known?.marks.split(' ').filter(Boolean) ?? [], machine);
  if (!isCopy && marks.join(' ') === known?.marks) return false;
  for (const statement of isCopy ? giveUpForeign : []) sql.run(statement);
  const id = known === undefined || isCopy ? randomUUID() : known.id;
  sql.run('DELETE FROM floor_station');
  sql.insert('floor_station', { id, key, marks: marks.join(' ') });
  return isCopy;
}

/**
 * Compares data with these marks with this machine. A mark is the keyed digest of a fact of
 * `readMachine`, after its kind. `isCopy`: another computer's or user's, because no fact of a kind
 * that both have is equal.
 */
function identify(key: string, before: readonly string[], machine: readonly string[]) {
  const now = machine.map(
    (mark) => `${mark.split(' ')[0]}:${createHmac('sha256', key).update(mark).digest('hex')}`,
  );
  const byKind = (marks: readonly string[]) => Map.groupBy(marks, (mark) => mark.split(':')[0]);
  const known = byKind(before);
  const isCopy = [...byKind(now)].some(([kind, marks]) =>
    known.get(kind)?.every((mark) => !marks.includes(mark)),
  );
  return { marks: isCopy ? now : [...new Set([...before, ...now])], isCopy };
}

/** The journal's id for other stations: new for each journal, because its numbers begin anew. */
export function readStationId(sql: Database) {
  return sql.all(stationRow, readStation)[0]?.id ?? '';
}
