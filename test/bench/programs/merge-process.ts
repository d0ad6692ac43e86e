import { join } from 'node:path';
import { createLabelBook } from '../../../src/main/labels/index.ts';
import { startLabelProcess } from '../../support/label-process/url.ts';

/** Merges the labels of a folder and says how much memory (MB) the process had at its peak. */
const [folder = '', count = '0'] = process.argv.slice(2);
const book = createLabelBook({ startProcess: startLabelProcess, spillDir: join(folder, 'spill') });
const entries = Array.from({ length: Number(count) }, (_, index) => ({ path: join(folder, 'labels', `${index}.pdf`) }));
const prepared = await Promise.all(entries.map(({ path }) => book.prepare(path)));
if (prepared.some(({ ok }) => !ok)) throw new Error('a label was refused');
const written = await book.writePdf(entries, join(folder, 'many.pdf'));
if (!written.ok) throw new Error(written.fault.kind);
await book.close();
process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
