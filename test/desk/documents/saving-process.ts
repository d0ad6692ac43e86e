/** Saves a large and a small file to one place until it is killed. Usage: saving-process.ts <path> */
import { saveAs } from '../../../src/main/desk/documents/files.ts';
import { systemClock } from '../../../src/main/os/clock.ts';

const [path = ''] = process.argv.slice(2);
process.stdout.write('writing\n');
for (;;) {
  for (const length of [3_000_000, 3_000]) {
    await saveAs(
      { saveDialog: () => Promise.resolve(path), clock: systemClock },
      'record',
      'csv',
      (file) => file.writeFile('x'.repeat(length)),
    );
  }
}
