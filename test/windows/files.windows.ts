import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFileName } from '../../src/main/dispatch/print/file-name.ts';
import { writeWhole } from '../../src/main/os/files.ts';
import { loadPolicy, noPolicy } from '../../src/main/policy/index.ts';
import { policyKey } from '../../src/main/policy/windows.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { startEngine } from '../support/engine.ts';
import { printOn } from '../support/print-on.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-windows-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a whole grouping with all files below a folder. Returns the merged files. */
async function shipIn(dir: string): Promise<readonly string[]> {
  const sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf', 'png', 'zpl'] });
  mkdirSync(dir, { recursive: true });
  try {
    for (const turn of ['first', 'after a start'] as const) {
      const engine = await startEngine({ dir, on: sandbox });
      const job = await engine.open();
      await job.labels.collect();
      if (turn === 'first') expect(await printOn(job, engine.printer)).toEqual({ ok: true });
      else expect(await job.conclusion.request()).toEqual({ ok: true });
      await engine.close();
    }
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    return readdirSync(join(dir, 'out'));
  } finally {
    await sandbox.close();
  }
}

describe("a grouping's files", () => {
  test.each([
    'José Antônio da Conceição',
    'armazém nº 3 — 日本',
    "a 100% 'quoted' & (spaced) folder",
  ])('lie in a folder of the name %s', async (name) => {
    const files = await shipIn(join(folder, name));
    expect(files.filter((file) => file.endsWith('.pdf'))).toHaveLength(1);
  });

  test('are behind a path of more than 260 characters', async () => {
    const dir = join(
      folder,
      ...Array.from({ length: 4 }, (_, level) => `${level}-${'long'.repeat(20)}`),
    );
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

const registryKey = `HKLM\\${policyKey}`;

/** Puts values of group policies into the registry for the time of `work`. */
async function withGroupPolicy(
  values: readonly (readonly string[])[],
  work: () => Promise<void>,
): Promise<void> {
  const reg = (...words: readonly string[]): void => {
    execFileSync('reg', [...words, '/f', '/reg:64'], { stdio: 'ignore' });
  };
  for (const [name = '', type = '', data = ''] of values)
    reg('add', registryKey, '/v', name, '/t', type, '/d', data);
  try {
    await work();
  } finally {
    reg('delete', registryKey);
  }
}

describe('IT’s decisions', () => {
  const networkPrinters = Array.from({ length: 20 }, (_, index) => {
    return {
      name: `Expedição ${index} ${'é'.repeat(40)}`,
      host: `10.0.0.${index + 1}`,
      port: 9100,
    };
  });

  test('in group policies counts, accents and all, above the file', () =>
    withGroupPolicy(
      [
        ['printer', 'REG_SZ', 'Expedição "1" \\\\servidor\\fila'],
        ['retentionDays', 'REG_DWORD', '15'],
        ['networkPrinters', 'REG_SZ', JSON.stringify(networkPrinters)],
        ['copies', 'REG_MULTI_SZ', '3'],
      ],
      async () => {
        const path = join(folder, 'policy.json');
        await writeWhole(path, (handle) =>
          handle.writeFile('{ "printer": "Zebra", "perSheet": 2 }'),
        );
        const { policy, problems } = await loadPolicy({
          platform: 'win32',
          env: process.env,
          path,
        });
        expect(problems).toEqual([{ source: 'registry', key: 'copies', reason: 'bad-value' }]);
        const printer = 'Expedição "1" \\\\servidor\\fila';
        expect(policy.settings).toEqual({
          printer,
          perSheet: 2,
          retentionDays: 15,
          networkPrinters,
        });
      },
    ));

  test('is found wherever the environment puts Windows and its folders', async () => {
    const programData = process.env['ProgramData']!;
    const path = join(programData, 'Doca', 'policy.json');
    mkdirSync(join(folder, 'Doca'));
    writeFileSync(join(folder, 'Doca', 'policy.json'), '{ "theme": "dark" }');
    const names = ['ProgramData', 'ALLUSERSPROFILE', 'SystemDrive', 'SystemRoot', 'windir', 'PATH'];
    const env = { ...process.env, ...Object.fromEntries(names.map((name) => [name, folder])) };
    const load = () => loadPolicy({ platform: 'win32', env });
    await withGroupPolicy([['retentionDays', 'REG_DWORD', '15']], async () => {
      for (const name of names) vi.stubEnv(name, folder);
      try {
        expect(await load()).toEqual({
          policy: { ...noPolicy, settings: { retentionDays: 15 } },
          problems: [],
        });
        // At the system's own place, but owned by a user: Wine has no files of an administrator.
        mkdirSync(dirname(path));
        writeFileSync(path, '{ "theme": "light" }');
        expect(await load()).toEqual({
          policy: { ...noPolicy, updates: { kind: 'off' }, settings: { retentionDays: 15 } },
          problems: [{ source: 'file', key: null, reason: 'not-owned-by-administrators', path }],
        });
      } finally {
        vi.unstubAllEnvs();
        rmSync(dirname(path), { recursive: true, force: true });
      }
    });
  });
});
