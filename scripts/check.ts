/**
 * Types, lint, format and build: everything about the sources that no test says. As many checks at once as there are
 * cores, each one's words in one piece.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The longest first. */
const checks = [
  'eslint .',
  'svelte-check --tsconfig src/renderer/tsconfig.json --fail-on-warnings',
  'tsc',
  'tsc -p test/e2e',
  'tsc -p src/renderer',
  'prettier --check .',
  'electron-vite build',
];

const waiting = [...checks];
const failed: string[] = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (failed.length > 0) {
  console.error(`failed: ${failed.join('; ')}`);
  process.exitCode = 1;
}

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { code, output } = await run(check);
    console.log(`> ${check}\n${output.trimEnd()}\n`);
    if (code !== 0) failed.push(check);
  }
}

/** npm has put the packages' commands on the path; the shell finds them on every system. */
function run(command: string): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}
