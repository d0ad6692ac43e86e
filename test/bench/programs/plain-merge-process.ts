import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';

export interface PlainMerge {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/** Merges files as pdf-lib does it, and measures that without the start of this process. */
const [out = '', ...paths] = process.argv.slice(2);
const startMs = performance.now();
const before = process.cpuUsage();
const document = await PDFDocument.create();
for (const path of paths) {
  const source = await PDFDocument.load(readFileSync(path));
  for (const page of await document.copyPages(source, source.getPageIndices()))
    document.addPage(page);
}
writeFileSync(out, await document.save());
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - startMs) / 1000;
process.stdout.write(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    bytes: statSync(out).size,
  } satisfies PlainMerge),
);
