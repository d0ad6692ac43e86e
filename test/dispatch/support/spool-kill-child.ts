/**
 * A print of ZPL labels on a simulated printer over a real connection, in a process that is killed in the middle.
 *
 * Usage: spool-kill-child.ts <dir> <shipments> cups <queue> | network <port>
 */
import { openSpoolBench } from './spool-bench.ts';
import { printOn } from '../../support/print-on.ts';

const [dir = '', count = '1', kind, place = ''] = process.argv.slice(2);
const bench = openSpoolBench(dir, Number(count), kind === 'cups' ? { queue: place } : { port: Number(place) });
const job = await bench.open();
await job.collect();
process.stdout.write('printing\n');
const printed = await printOn(job, bench.printer, undefined, undefined, { language: 'zpl' });
await job.close();
bench.close();
process.stdout.write(printed.ok ? 'done\n' : `${printed.fault.kind}\n`);
