import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFileName } from '../../src/main/dispatch/print/merged-files.ts';
import { writeWhole } from '../../src/main/os/files.ts';
import { loadPolicy } from '../../src/main/policy/index.ts';
import { registryKey } from '../../src/main/policy/registry.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { startEngine } from '../support/engine.ts';
import { printOn } from '../support/print-on.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-windows-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A grouping's whole way with all files below a folder; gives the merged files. */
async function shipIn(dir: string): Promise<readonly string[]> {
  const sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf', 'png', 'zpl'] });
  mkdirSync(dir, { recursive: true });
  try {
    for (const turn of ['first', 'after a start'] as const) {
      const engine = await startEngine({ dir, on: sandbox });
      const job = await engine.open();
      await job.collect();
      if (turn === 'first') expect(await printOn(job, engine.printer)).toEqual({ ok: true });
      else expect(await job.conclude()).toEqual({ ok: true });
      await engine.close();
    }
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    return readdirSync(join(dir, 'out'));
  } finally {
    await sandbox.close();
  }
}

describe("a grouping's files", () => {
  test.each(['José Antônio da Conceição', 'armazém nº 3 — 日本', "a 100% 'quoted' & (spaced) folder"])(
    'lie in a folder of the name %s',
    async (name) => {
      const files = await shipIn(join(folder, name));
      expect(files.filter((file) => file.endsWith('.pdf'))).toHaveLength(1);
    },
  );

  test('lie behind a path of more than 260 characters', async () => {
    const dir = join(folder, ...Array.from({ length: 4 }, (_, level) => `${level}-${'long'.repeat(20)}`));
    expect(dir.length).toBeGreaterThan(330);
    const [pdf] = (await shipIn(dir)).filter((file) => file.endsWith('.pdf'));
    expect(
      readFileSync(join(dir, 'out', pdf!))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(statSync(join(dir, 'journal.db')).size).toBeGreaterThan(0);
  });

  test.each([
    'CON',
    'con.1',
    'NUL.',
    'AUX . . .',
    'COM1',
    'LPT9.pdf',
    'COM¹.x',
    'Rota: Sul/Norte \\ "A" <b> | c? *',
    'Expedição ção ÀÉÎÕÜ',
    'trailing dots...',
    'trailing space ',
    '...',
    'C:',
    'file:stream',
    'é'.repeat(200),
  ])('have a name that Windows takes, after a grouping called %j', async (identification) => {
    const file = `${makeFileName({ id: 7, identification })}.pdf`;
    await writeWhole(join(folder, file), (handle) => handle.writeFile('%PDF-'));
    expect(readdirSync(folder)).toEqual([file]);
    expect(readFileSync(join(folder, file), 'utf8')).toBe('%PDF-');
  });
});

test('a policy that Notepad wrote counts: a byte order mark, and lines that end as on Windows', async () => {
  const path = join(folder, 'policy.json');
  const text = '\uFEFF{\r\n  "language": "en",\r\n  "retentionDays": 7\r\n}\r\n';
  await writeWhole(path, (handle) => handle.writeFile(text));
  const { policy, problems } = await loadPolicy({ platform: 'win32', env: process.env, path });
  expect(policy.settings).toEqual({ language: 'en', retentionDays: 7 });
  expect(problems).toEqual([]);
});

test('what group policies put into the registry counts, accents and all, above the file', async () => {
  const path = join(folder, 'policy.json');
  await writeWhole(path, (handle) => handle.writeFile('{ "printer": "Zebra", "copies": 2 }'));
  const set = (...words: readonly string[]): void => {
    execFileSync('reg', ['add', registryKey, '/f', '/reg:64', ...words], { stdio: 'ignore' });
  };
  set('/v', 'printer', '/d', 'Expedição "1" \\\\servidor\\fila');
  set('/v', 'retentionDays', '/t', 'REG_DWORD', '/d', '15');
  try {
    const { policy, problems } = await loadPolicy({ platform: 'win32', env: process.env, path });
    expect(problems).toEqual([]);
    expect(policy.settings).toEqual({ printer: 'Expedição "1" \\\\servidor\\fila', copies: 2, retentionDays: 15 });
  } finally {
    execFileSync('reg', ['delete', registryKey, '/f', '/reg:64'], { stdio: 'ignore' });
  }
});
