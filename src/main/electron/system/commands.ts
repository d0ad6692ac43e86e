import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { app } from 'electron';
import { makeOwnFileSync, makeOwnFolderSync } from '../../os/files.ts';

const commands = ['doctor', 'set-secret'] as const;

export type Command = Readonly<NonNullable<ReturnType<typeof readCommand>>>;

/**
 * Returns the command after `--doctor` or `--set-secret`; null if a person opens the program to work
 * with it.
 */
export function readCommand(argv: readonly string[]) {
  for (const name of commands) {
    const at = argv.indexOf(`--${name}`);
    if (at !== -1) return { name, args: argv.slice(at + 1) };
  }
  return null;
}

/**
 * Standard input by its number: on Windows, `process.stdin` of a program with windows is at its
 * end. '' for none.
 */
export async function* readLines(): AsyncGenerator<string> {
  const input = createReadStream('', { fd: 0, autoClose: false });
  const lines = createInterface({ input, crlfDelay: Infinity });
  input.once('error', () => lines.close());
  try {
    yield* lines;
  } finally {
    input.destroy();
  }
}

/**
 * Ends the program with a report, printed and beside the logs: it may have no console on Windows.
 */
export async function endWithReport(
  folder: string,
  name: Command['name'],
  { text, exitCode }: { readonly text: string; readonly exitCode: number },
): Promise<void> {
  try {
    const path = join(folder, `${name}.txt`);
    makeOwnFolderSync(folder);
    makeOwnFileSync(path);
    writeFileSync(path, text);
  } catch {
    // The report names a failing disk, and is still printed.
  }
  // The output may be closed; the file is there.
  await print(text).catch(() => undefined);
  app.exit(exitCode);
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(text, () => resolve());
  });
}
