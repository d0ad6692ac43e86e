/**
 * A process of its own that downloads labels and reports their results on standard output, a line
 * of JSON each; for tests that kill it, run several together, or use a small disk. Arguments:
 * folder, base URL, number of slots.
 */
import { readdir } from 'node:fs/promises';
import { DiskLabelStore } from '../../src/main/labels/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';

const [dir = '', baseUrl = '', slots = '1'] = process.argv.slice(2);
const store = new DiskLabelStore({
  dir,
  erpBaseUrl: baseUrl,
  fetch: (url, init) => fetch(url, init),
  clock: systemClock,
  log: silentLog,
  onRequest: () => undefined,
});

await Promise.all(
  Array.from({ length: Number(slots) }, async (_, shipmentId) => {
    const slot = { company: 'https://erp.example', groupingId: 7, shipmentId, ordinal: 0 };
    const result = await store.download(slot, `${baseUrl}/${shipmentId}`);
    const found = (await store.find(slot)) !== null;
    console.log(
      JSON.stringify({ shipmentId, found, outcome: result.ok ? 'ok' : result.fault.kind }),
    );
  }),
);
const files = (await readdir(dir, { recursive: true })).filter((name) => name.includes('.'));
console.log(JSON.stringify({ files }));
