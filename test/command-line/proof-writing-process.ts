/**
 * Saves large and small proofs to one place until it is killed. Usage: proof-writing-process.ts
 * <path>
 */
import { saveAs } from '../../src/main/desk/documents/files.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { makeSampleProof } from '../support/sample-proof.ts';

const [path = ''] = process.argv.slice(2);
const texts = [3_000, 3].map((parcels) => makeSampleProof(parcels).text);
process.stdout.write('writing\n');
for (;;) {
  for (const text of texts) {
    await saveAs(
      { saveDialog: () => Promise.resolve(path), clock: systemClock },
      'proof',
      'json',
      (file) => file.writeFile(text),
    );
  }
}
