import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sayWhatIsLeftOut } from '../support/no-skips-reporter.ts';
import { packageOf } from '../support/tools.ts';

test('skipped tests are reported once with their number and reason, and the command that installs the tools', () => {
  const names = [
    'a queue (needs cupsd, lp) > prints',
    'a queue (needs cupsd, lp) > stops',
    'a page (needs qpdf) > is whole',
    'a full disk (needs root) > is said',
    'without a reason',
  ];
  expect(sayWhatIsLeftOut(names)).toEqual([
    'Left out: 5',
    '  a queue (needs cupsd, lp): 2',
    '  a page (needs qpdf)',
    '  a full disk (needs root)',
    '  without a reason',
    'Debian has what they need:  sudo apt-get install --no-install-recommends cups qpdf',
    'Those that need root run as root.',
  ]);
  expect(sayWhatIsLeftOut([])).toEqual([]);
});

test('every package that it names is installed by .ci/run', () => {
  const script = readFileSync(join(import.meta.dirname, '../../.ci/run'), 'utf8');
  const installed = /^packages="(.+)"$/m.exec(script)?.[1]?.split(' ');
  expect(installed).toEqual(expect.arrayContaining(Object.values(packageOf)));
});
