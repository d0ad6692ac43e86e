import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writePage } from '../../scripts/ci/contact/page.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-contact-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, found: unknown): void => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(found));
};

it('lists everything as not reached if there are no files', () => {
  const page = writePage(folder, {});
  expect(page.match(/Not reached\./g)).toHaveLength(5);
  expect(page).toContain('No test ran.');
});

it('names the failures', () => {
  writeFileSync(join(folder, 'probes.md'), '# Probes on win32\n\n- net: no, the double says yes\n');
  const test = (status: string, fullName: string) => ({ status, fullName });
  put('results-window/7.json', {
    testResults: [
      {
        name: '/a/shell.e2e.ts',
        message: '',
        assertionResults: [test('passed', 'good'), test('failed', 'the window opens')],
      },
      { name: '/a/broken.e2e.ts', message: 'SyntaxError', assertionResults: [] },
    ],
  });
  put('doctor.json', {
    findings: [
      { code: 'disk-roomy', level: 'ok', values: {} },
      { code: 'keychain-unusable', level: 'warn', values: { why: 'no service' } },
    ],
  });
  put('open-close.json', {
    host: 'the packed program',
    rounds: [{ openMs: 900, endMs: 80, end: 'SIGKILL', left: 2 }],
    nextStart: 'Error: Doca had no window',
  });
  put('start.json', [
    { what: 'packed', host: 'Electron', ms: [400, 500, 900], residentBytes: 3e8, processes: 5 },
  ]);
  const page = writePage(folder, { probes: { outcome: 'failure' }, build: { outcome: 'success' } });
  for (const line of [
    '- probes: failure',
    '- results-window, shell.e2e.ts: the window opens',
    '- results-window, broken.e2e.ts: as a whole',
    '- warn: keychain-unusable {"why":"no service"}',
    'On the packed program. The start afterwards: Error: Doca had no window.',
    '| 900 ms | SIGKILL | 80 ms | 2 |',
    '| packed | Electron | 500 ms (400, 500, 900) | 300 MB | 5 |',
    '- net: no, the double says yes',
  ])
    expect(page.split('\n')).toContain(line);
  expect(page).not.toContain('disk-roomy');
});
