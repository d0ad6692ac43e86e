import { hostileFiles } from '../../soak/scenarios/index.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import { pdfBombs, zplBomb } from '../../support/label-bombs.ts';
import { isSmoke, size } from '../size.ts';

/**
 * An ERP with only hostile labels, in a process of its own: the fault campaign's files, the bombs,
 * and answers that are no list of labels. Its last shipment is sound.
 */
const brackets = {
  type: 'status',
  status: 200,
  headers: { 'Content-Type': 'application/json' },
} as const;
const bombs = isSmoke ? [zplBomb] : [...Object.values(pdfBombs), zplBomb];
const files = Object.values(hostileFiles).slice(0, size(Infinity, 3));
const sandbox = await startFaultySandbox({
  shipments: files.length + bombs.length + 2,
  formats: ['pdf'],
});
let shipment = 0;
for (const make of files)
  sandbox.inject({ on: 'label-file', shipment: shipment++, fault: await make() });
for (const make of bombs) {
  sandbox.inject({
    on: 'label-file',
    shipment: shipment++,
    fault: { type: 'file', bytes: make() },
  });
}
sandbox.inject({ on: 'etiquetas', shipment, fault: { ...brackets, body: '['.repeat(8 << 20) } });
const { baseUrl, token, firstGroupingId: groupingId } = sandbox;
// One of the files has a thousand pages: no PDF is made before a person confirms it.
const ready = { baseUrl, token, groupingId, accept: 'many' };
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stdin.on('end', () => void sandbox.close().then(() => process.exit(0)));
process.stdin.resume();
