/**
 * A print of ZPL labels on a simulated printer over a real connection, in a process that is killed
 * in the middle.
 *
 * Usage: spool-kill-child.ts <dir> <shipments> cups <queue> | network <port>
 *        [<ms between two labels that come during the print>]
 */
import { pass } from './fakes.ts';
import { openSpoolBench } from './spool-bench.ts';
import { printOn } from '../../support/print-on.ts';

const [dir = '', count = '1', kind, place = '', comesMs] = process.argv.slice(2);
const whileLoading = comesMs !== undefined;
const bench = openSpoolBench(
  dir,
  Number(count),
  kind === 'cups' ? { queue: place } : { port: Number(place) },
);
const job = await bench.open();
const ids = job.snapshot().shipments.map(({ shipment }) => shipment.id);
if (whileLoading) {
  const { erp } = bench.services;
  const answer = erp.labelUrls.bind(erp);
  erp.labelUrls = async (grouping, id, signal) => {
    await pass(id * Number(comesMs));
    return answer(grouping, id, signal);
  };
}
const collected = job.labels.collect();
if (whileLoading) while (!job.overview().collecting) await pass(0);
else await collected;
process.stdout.write('printing\n');
const printed = await printOn(job, bench.printer, ids, undefined, {
  language: 'zpl',
  whileLoading,
});
await job.close();
bench.close();
process.stdout.write(printed.ok ? 'done\n' : `${printed.fault.kind}\n`);
