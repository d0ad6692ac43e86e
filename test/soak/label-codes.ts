/**
 * Reads generated labels of five symbologies, right, swapped, blurred and too small for 203 dpi,
 * and prints how they were classified: `node test/soak/label-codes.ts 10000`. Ends with 1 if a
 * right label was stopped.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileReading } from '../../src/main/labels/codes/file-reading.ts';
import { indexByTracking } from '#shared/identities/naming.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { shipment } from '../dispatch/support/fakes.ts';
import { callOf, makeCorpus, makeShipments, makings } from '../support/coded-corpus.ts';
import type { Call } from '../support/coded-corpus.ts';

const count = Number(process.argv[2] ?? '400');
const folder = mkdtempSync(join(tmpdir(), 'doca-corpus-'));
const reading = new FileReading();
const shipments = makeShipments(count, shipment);
const index = indexByTracking(shipments);
const calls = new Map<string, Record<Call, number>>();
// Most labels are right: 17 of 20.
const rare = [...makings].slice(1);
const before = process.cpuUsage();
for (const label of makeCorpus(shipments, (index) =>
  index % 20 < 17 ? 'right' : rare[(index % 20) - 17]!,
)) {
  const path = join(folder, 'label.pdf');
  writeFileSync(path, label.bytes);
  const call = callOf(
    label.shipment,
    await reading.read(path, { paper: labelPaper, pages: 'auto', crop: 'auto' }),
    index,
  );
  const row = calls.get(`${label.making} ${label.symbology}`) ?? {
    own: 0,
    stopped: 0,
    unreadable: 0,
    silent: 0,
  };
  row[call] += 1;
  calls.set(`${label.making} ${label.symbology}`, row);
}
rmSync(folder, { recursive: true });
console.table(Object.fromEntries([...calls].sort(([one], [other]) => one.localeCompare(other))));
const { user, system } = process.cpuUsage(before);
console.log(
  `${Math.round((user + system) / 1000 / count)} ms of processor time a label, drawing it included`,
);
const wrong = [...calls]
  .filter(([name]) => !name.startsWith('swapped'))
  .reduce((sum, [, row]) => sum + row.stopped, 0);
console.log(`good labels stopped: ${wrong} of ${count}`);
process.exitCode = wrong === 0 ? 0 : 1;
