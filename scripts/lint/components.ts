/**
 * Checks the types of components, and finds unawaited promises in them. svelte-check writes each
 * component as TypeScript and runs the native compiler on it; its output is then linted like other
 * sources. ESLint would build a program for each component, which takes ten times as long, and
 * would not know the types that components import from each other.
 */
import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../..');
/** svelte-check has no option for it. */
const written = '.svelte-check';
/** It names no other way to its program. */
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');

process.exitCode = checkComponents();

/** Returns an exit code. */
function checkComponents(): number {
  const remove = (): void => rmSync(join(root, written), { recursive: true, force: true });
  // The leftovers of an interrupted run would be linted too.
  remove();
  try {
    return checkTypes() || lintPromises();
  } finally {
    remove();
  }
}

function checkTypes(): number {
  const args = ['--tsgo', '--tsconfig', './tsconfig.components.json', '--fail-on-warnings'];
  const { code, output } = run(
    fileURLToPath(import.meta.resolve('svelte-check/bin/svelte-check')),
    args,
  );
  console.log(output.trimEnd());
  return code;
}

function lintPromises(): number {
  // One by one, because folders that git ignores are passed over.
  const files = globSync(`${written}/svelte/**/++*.svelte.ts`, { cwd: root });
  if (files.length === 0) throw new Error(`svelte-check has written nothing into ${written}`);
  const { code, output } = run(oxlint, [
    '-c',
    'scripts/lint/promises.json',
    '--no-ignore',
    ...files,
  ]);
  // Names the components themselves; the line numbers are those of the generated files.
  if (code !== 0)
    console.error(output.replaceAll(/\.svelte-check\/svelte\/(\S*)\+\+(\S+)\.ts/g, '$1$2'));
  return code;
}

function run(
  program: string,
  args: readonly string[],
): { readonly code: number; readonly output: string } {
  const command = [program, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
  });
  return { code: status ?? 1, output: stdout + stderr };
}
