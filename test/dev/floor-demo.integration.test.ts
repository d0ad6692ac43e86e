import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithPostgres } from '../support/postgres.ts';

const root = join(import.meta.dirname, '../..');
let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doca-demo-'));
  // PostgreSQL runs under an account of its own.
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, 'temporary'), { mode: 0o755 });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** `stopAt`: the output at which Ctrl+C is pressed. */
async function runDemo(args: readonly string[], stopAt?: string): Promise<Ended> {
  const program = [
    '--disable-warning=ExperimentalWarning',
    'scripts/floor-demo/run.ts',
    '--no-windows',
    ...args,
  ];
  const env = { ...process.env, TMPDIR: join(dir, 'temporary') };
  const child = spawn(process.execPath, program, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (text: string): void => {
    said += text;
    if (stopAt !== undefined && said.includes(stopAt)) child.kill('SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/**
 * Returns the command lines of all programs from Linux's /proc, without those that end meanwhile.
 */
function listPrograms(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        return [];
      }
    });
}

describeWithPostgres('npm run floor:demo -- --no-windows', () => {
  it('has two stations print each label once and conclude once, and leaves their prints alone', async () => {
    const out = join(dir, 'out');
    const { code, said } = await runDemo(['--shipments', '9', '--pace', '0', '--out', out]);
    expect(code, said).toBe(0);
    const batches = [...said.matchAll(/^Bancada \d: printed #(\d+)-(\d+)$/gm)].map(
      ([, from, to]) => [from, to],
    );
    expect(batches.toSorted()).toEqual([
      ['1', '3'],
      ['4', '6'],
      ['7', '9'],
    ]);
    expect(said.match(/concluded the grouping/g)).toHaveLength(1);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files).toHaveLength(batches.length);
    expect(readdirSync(join(dir, 'temporary'))).toEqual([]);
  });

  it('takes everything away on Ctrl+C', async () => {
    const { code, said } = await runDemo(['--shipments', '2'], 'grouping:');
    expect(code, said).toBe(130);
    expect(readdirSync(join(dir, 'temporary'))).toEqual([]);
    // Searches by the folder in the programs' arguments: another program may have the port by now.
    expect(listPrograms().filter((program) => program.includes(dir))).toEqual([]);
  });
});
