import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';

/*
 * The tests of the engine, which run on Windows too, cover processes that are killed in the middle.
 */

let home = '';
let erp: FaultySandbox | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'doca-program-'));
});
afterEach(async () => {
  await erp?.close();
  erp = null;
  rmSync(home, { recursive: true, force: true });
});

interface Summary {
  readonly pdf: string;
  readonly zpl: string;
}

const dispatch = (input: string, more: readonly string[] = []) =>
  runCli(
    { HOME: home },
    [
      ...[
        'dispatch',
        String(erp!.firstGroupingId),
        '--base-url',
        erp!.baseUrl,
        '--token-stdin',
        '--json',
      ],
      ...['--data', join(home, 'data'), '--out', join(home, 'out'), ...more],
    ],
    input,
  );

test('the demo ships a grouping', async () => {
  const args = ['demo', '--shipments', '5', '--out', join(home, 'saída'), '--json'];
  const { code, stdout } = await runCli({ HOME: home }, args, '', 'whole');
  expect(code).toBe(0);
  const { pdf, zpl } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary;
  expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  expect(readFileSync(zpl, 'latin1')).toContain('^XA');
});

test('a typed or piped token ends with its line', async () => {
  erp = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
  const { code, output } = await dispatch(`${erp.token}\r\n`);
  expect(output).toContain('concluded');
  expect(code).toBe(0);
  expect(erp.conclusions(erp.firstGroupingId)).toBe(1);
});

test('of two processes on one grouping one is refused, and it is concluded once', async () => {
  erp = await startFaultySandbox({ shipments: 3, formats: ['pdf'], latencyMs: 300 });
  const ends = await Promise.all([dispatch(`${erp.token}\n`), dispatch(`${erp.token}\n`)]);
  expect(ends.map(({ code }) => code).toSorted()).toEqual([0, 5]);
  expect(ends.map(({ output }) => output).join('')).toContain('already in use');
  expect(erp.conclusions(erp.firstGroupingId)).toBe(1);
});
