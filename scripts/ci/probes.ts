/**
 * `npm run ci:probes -- report.md`: asks Electron the questions of `test/probes`, from a folder and
 * from an archive, and reports the answers that differ from the double's
 * (`test/probes/answers.json`). Exit code 1: some differ.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import asar from '@electron/asar';
import { build } from 'vite';
import { fetchElectron } from '../electron-binary.ts';

type Answers = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, '../..');
const binary = fetchElectron();
if (binary === null) throw new Error("Electron's program could not be fetched");

const folder = mkdtempSync(join(tmpdir(), 'doca-probes-'));
const program = join(folder, 'program');
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: join(root, 'test/probes/main.ts'),
    outDir: program,
    target: 'node24',
    rolldownOptions: { external: ['electron'], output: { entryFileNames: 'main.mjs' } },
  },
});
writeFileSync(
  join(program, 'package.json'),
  JSON.stringify({ name: 'doca-probes', version: '1.0.0', main: 'main.mjs' }),
);
const archive = join(folder, 'program.asar');
await asar.createPackage(program, archive);

const read = (path: string): Answers => JSON.parse(readFileSync(path, 'utf8')) as Answers;
const expected = read(join(root, 'test/probes/answers.json'));
const lines = [`# Probes on ${process.platform} ${process.arch}`, ''];
for (const place of [program, archive]) {
  const path = join(folder, `${place === archive ? 'archive' : 'folder'}.json`);
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const { status } = spawnSync(
    binary,
    [...(process.platform === 'linux' ? ['--no-sandbox'] : []), place],
    {
      stdio: 'inherit',
      env: { ...process.env, DOCA_PROBES: path, XDG_CONFIG_HOME: home },
      timeout: 600_000,
    },
  );
  lines.push(
    `## From ${place === archive ? 'an archive' : 'a folder'} (ended with ${String(status)})`,
    '',
  );
  const found = status === 0 ? read(path) : {};
  const others = Object.keys(expected).filter((name) => found[name] !== expected[name]);
  lines.push(
    ...others.map(
      (name) => `- ${name}: ${found[name] ?? 'no answer'}, the double says ${expected[name]}`,
    ),
    '',
  );
  lines.push(
    `${Object.keys(expected).length - others.length} of ${Object.keys(expected).length} as the double.`,
    '',
  );
  if (others.length > 0) process.exitCode = 1;
}
const report = process.argv[2];
if (report !== undefined) {
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, lines.join('\n'));
}
process.stdout.write(`${lines.join('\n')}\n`);
