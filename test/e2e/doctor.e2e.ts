import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.ts';
import { startSandbox } from '../../src/training-erp/index.ts';
import type { Sandbox } from '../../src/training-erp/index.ts';
import { inKeyringSession, keyringDaemon, keyringTools } from '../support/keyring-session.ts';
import { describeWithTools } from '../support/tools.ts';
import { launch } from './harness.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'doca-examined-'));
let erp: Sandbox;
beforeAll(async () => {
  erp = await startSandbox({ shipments: 1 });
});
afterAll(async () => {
  await erp.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
}

/** The built program, as IT starts it. */
function startWith(args: readonly string[]): readonly [program: string, ...args: string[]] {
  const binary = electronBinary();
  const double = [
    '--disable-warning=ExperimentalWarning',
    join(root, 'test/electron-double/run.ts'),
  ];
  return [
    binary ?? process.execPath,
    ...(binary === null ? double : []),
    join(root, 'out/main/index.js'),
    ...args,
  ];
}

function examine(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return end(['--doctor', ...args], env);
}

async function end(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const [program, ...command] = startWith(args);
  const child = spawn(program, command, {
    cwd: root,
    env: { ...process.env, TOKEN: erp.token, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out };
}

it('examines the workstation without a window, prints the findings and stores them beside the logs', async () => {
  const dataDir = join(folder, 'data');
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, JSON.stringify({ erpAddress: erp.baseUrl, retentionDays: 9 }), {
    mode: 0o644,
  });
  const given = [
    '--policy',
    policy,
    '--token-env',
    'TOKEN',
    '--grouping',
    String(erp.firstGroupingId),
  ];
  const { code, out } = await examine([...given, '--json'], { DOCA_DATA_DIR: dataDir });
  const { exitCode, findings } = JSON.parse(out) as {
    exitCode: number;
    findings: { code: string }[];
  };
  expect(code).toBe(exitCode);
  expect(findings.map((one) => one.code)).toEqual(
    expect.arrayContaining(['policy-counts', 'erp-answers', 'token-good', 'label-host-answers']),
  );
  expect(readFileSync(join(dataDir, 'logs/doctor.txt'), 'utf8')).toBe(out);
  expect(out).not.toContain(erp.token);
  expect(existsSync(join(dataDir, 'journal.db'))).toBe(false);
});

it('prints its usage after a wrong call', async () => {
  const { code, out } = await examine(['--nonsense'], { DOCA_DATA_DIR: join(folder, 'other') });
  expect(code).toBe(2);
  expect(out).toContain('usage: Doca --doctor');
});

it('runs beside an open Doca', async () => {
  const app = await launch();
  try {
    const { out } = await examine(['--language', 'en'], { DOCA_DATA_DIR: app.dataDir });
    expect(out).toContain('No ERP address is set.');
    await app.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
  } finally {
    await app.close();
  }
});

describeWithTools(keyringTools, 'what the sign-in knows Doca by', () => {
  it('goes from standard input into the keychain, without a window and without a trace', async () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const program = startWith([
      '--set-secret',
      '--issuer',
      'https://accounts.example',
      '--client-id',
      'doca-desk',
    ]);
    const start = program.map((part) => `'${part}'`).join(' ');
    const said = await inKeyringSession(
      `${keyringDaemon('--unlock', 'pass\\n')}
      printf 'segredo-da-doca\\nmais' | ${start}; echo "ended $?"
      ${start} </dev/null; echo "ended $?"`,
      home,
      { DOCA_DATA_DIR: join(home, 'doca') },
    );
    expect(said).toMatch(
      /^The secret of doca-desk at https:\/\/accounts\.example is in the keychain\.\nended 0\n[^]*\nended 2\n$/,
    );
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const paths = files.map((entry) => join(entry.parentPath, entry.name));
    expect(paths).toContain(join(home, 'doca', 'logs', 'set-secret.txt'));
    for (const path of paths)
      expect(readFileSync(path).includes('segredo-da-doca'), path).toBe(false);
  });
});
