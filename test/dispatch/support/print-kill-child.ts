/**
 * A print in several spool jobs, in a process that is killed in the middle. The true events are in `effects.log`: a
 * line before each spool job's first label, and one after its last.
 *
 * Usage: print-kill-child.ts <dir> <shipments> <labels in a spool job> <hang in spool job, or 0> <ms each takes>
 *        [<ms between two labels that come during the print>]
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGrouping, openJournal } from '../../../src/main/dispatch/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { Emitter } from '../../../src/main/os/emitter.ts';
import type { Printer } from '../../../src/main/printing/index.ts';
import { ok } from '../../../src/shared/index.ts';
import { FakeBook, FakeErp, FakeLabels, groupingId, pass, shipments, withoutExtensions } from './fakes.ts';
import { printOn } from '../../support/print-on.ts';

const [dir = '', count, labelsPerJob, hangIn, takesMs, comesMs] = process.argv.slice(2);
const whileLoading = comesMs !== undefined;
const effect = (line: string): void => appendFileSync(join(dir, 'effects.log'), `${line}\n`);

let jobs = 0;
const printer: Printer = {
  name: 'paper',
  print: async ({ path }) => {
    jobs += 1;
    const ids = [...readFileSync(path, 'utf8').matchAll(/\/(\d+)$/gm)].map(([, id]) => id ?? '').join(' ');
    effect(`begin ${ids}`);
    if (jobs === Number(hangIn)) {
      process.stdout.write('printing\n');
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    await pass(Number(takesMs));
    effect(`end ${ids}`);
    return ok('done');
  },
};

const journal = openJournal({
  path: join(dir, 'journal.db'),
  stationDir: join(dir, 'station'),
  clock: systemClock,
  log: silentLog,
});
if (!journal.ok) throw new Error(journal.fault.kind);
const labels = new FakeLabels();
const erp = new FakeErp(shipments(Number(count)));
if (whileLoading) {
  const answer = erp.labelUrls.bind(erp);
  erp.labelUrls = async (grouping, id, signal) => {
    await pass(id * Number(comesMs));
    return answer(grouping, id, signal);
  };
}
const opened = await openGrouping(
  {
    erp,
    extensions: withoutExtensions(),
    company: () => Promise.resolve(ok('https://erp.test')),
    labels,
    codes: null,
    floor: null,
    readsLabels: () => true,
    isAhead: () => false,
    openBook: () => new FakeBook(labels),
    journal: journal.value.journal,
    clock: systemClock,
    log: silentLog,
    outDir: join(dir, 'out'),
    labelsWorthAList: 3,
    requestsSent: () => 0,
    findPrinter: () => Promise.resolve(null),
    concludesFirst: () => false,
    drawsZplAhead: () => Promise.resolve(true),
    danfesApart: () => false,
    danfesBehind: () => false,
    printsRaw: () => true,
    stepSettings: () => ({ printWhenChecked: false, cutoffs: [] }),
    pageRule: () => null,
    rateLimit: new Emitter<number | null>(),
  },
  groupingId,
);
if (!opened.ok) throw new Error(opened.fault.kind);
const collected = opened.value.collect();
if (whileLoading) while (!opened.value.glance().collecting) await pass(0);
else await collected;
process.stdout.write('collected\n');
const ids = erp.list.map(({ id }) => id);
await printOn(opened.value, printer, ids, undefined, {
  whileLoading,
  copies: 1,
  sheet: null,
  labelsPerJob: Number(labelsPerJob),
});
await opened.value.close();
