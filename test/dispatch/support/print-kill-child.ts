/**
 * A print in several spool jobs, in a process that is killed in the middle. The true events are in
 * `effects.log`: a line before each spool job's first label, and one after its last.
 *
 * Usage: print-kill-child.ts <dir> <shipments> <labels in a spool job> <hang in spool job, or 0>
 * <ms each takes> [<ms between two labels that come during the print>]
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGrouping } from '../../../src/main/dispatch/index.ts';
import type { Printer } from '../../../src/main/printing/index.ts';
import { ok } from '#shared/faults/faults.ts';
import { FakeBook, FakeErp, FakeLabels, groupingId, pass, shipments } from './fakes.ts';
import { makeServices } from './services.ts';
import { openJournalIn } from '../../support/journal-in.ts';
import { printOn } from '../../support/print-on.ts';

const [dir = '', count, labelsPerJob, hangIn, takesMs, comesMs] = process.argv.slice(2);
const whileLoading = comesMs !== undefined;
const effect = (line: string): void => appendFileSync(join(dir, 'effects.log'), `${line}\n`);

let jobs = 0;
const printer: Printer = {
  name: 'paper',
  print: async ({ path }) => {
    jobs += 1;
    const ids = [...readFileSync(path, 'utf8').matchAll(/\/(\d+)$/gm)]
      .map(([, id]) => id ?? '')
      .join(' ');
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

const { journal } = openJournalIn(dir);
const labels = new FakeLabels();
const erp = new FakeErp(shipments(Number(count)));
if (whileLoading) {
  const answer = erp.labelUrls.bind(erp);
  erp.labelUrls = async (grouping, id, signal) => {
    await pass(id * Number(comesMs));
    return answer(grouping, id, signal);
  };
}
const services = makeServices(dir, { erp, labels, openBook: () => new FakeBook(labels), journal });
const opened = await openGrouping(services, groupingId);
if (!opened.ok) throw new Error(opened.fault.kind);
const collected = opened.value.labels.collect();
if (whileLoading) while (!opened.value.overview().collecting) await pass(0);
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
