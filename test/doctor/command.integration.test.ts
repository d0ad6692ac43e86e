import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../src/training-erp/index.ts';
import type { Sandbox } from '../../src/training-erp/index.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'doca-doctor-'));
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ shipments: 2 });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function doctor(
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const command = [
    '--disable-warning=ExperimentalWarning',
    join(root, 'scripts/doctor.ts'),
    ...args,
  ];
  const env = { ...process.env, DOCA_DATA_DIR: join(folder, 'data'), TOKEN: sandbox.token };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

it('examines this machine, with the address from a policy', async () => {
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, JSON.stringify({ erpAddress: sandbox.baseUrl }), { mode: 0o644 });
  const args = [
    '--policy',
    policy,
    '--token-env',
    'TOKEN',
    '--grouping',
    String(sandbox.firstGroupingId),
  ];
  const { code, out, err } = await doctor([...args, '--json']);
  expect(err).toBe('');
  const { exitCode, findings } = JSON.parse(out) as {
    exitCode: number;
    findings: { code: string; level: string }[];
  };
  expect(code).toBe(exitCode);
  const codes = findings.map((one) => one.code);
  expect(codes).toEqual(
    expect.arrayContaining(['policy-counts', 'erp-answers', 'token-good', 'label-host-answers']),
  );
  const { out: text } = await doctor([...args, '--language', 'en']);
  expect(text).toContain('✓ The ERP accepts the token.');
  expect(text.split('\n').filter((line) => /^[✓!✗–] /.test(line))).toHaveLength(findings.length);
});

it.each([['--grouping', 'x'], ['--language', 'fr'], ['--nonsense'], ['--label-host', 'host']])(
  'refuses %s %s',
  async (...args) => {
    const { code, err } = await doctor(args);
    expect(code).toBe(2);
    expect(err).toContain('usage:');
  },
);

it('says that the settings cannot be read, and leaves them', async () => {
  const data = join(folder, 'damaged');
  mkdirSync(data);
  writeFileSync(join(data, 'settings.json'), '{"mustCheck": tr');
  const { code, out } = await doctor(['--data-dir', data, '--json']);
  const findings = [{ level: 'fail', code: 'file-damaged', values: { detail: 'settings.json' } }];
  expect([code, JSON.parse(out)]).toEqual([1, { exitCode: 1, findings }]);
  const { out: text } = await doctor(['--data-dir', data, '--language', 'en']);
  expect(text).toMatch(/^✗ settings\.json · This file of Doca's data is damaged/);
  expect(readdirSync(data)).toEqual(['settings.json']);
});
