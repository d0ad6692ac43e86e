import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { makeOwnFileSync, makeOwnFolderSync } from '../../os/files.ts';

/** What follows `--doctor` on the command line; null where a person opens the program to work with it. */
export function readDoctorArguments(argv: readonly string[]): readonly string[] | null {
  const at = argv.indexOf('--doctor');
  return at === -1 ? null : argv.slice(at + 1);
}

/**
 * Ends the program with a report in place of a window. It is printed, and it is written beside the logs as well: a
 * program with windows has nowhere to print to on Windows unless its output is redirected.
 */
export async function endWithReport(
  folder: string,
  { text, exitCode }: { readonly text: string; readonly exitCode: number },
): Promise<void> {
  try {
    const path = join(folder, 'doctor.txt');
    makeOwnFolderSync(folder);
    makeOwnFileSync(path);
    writeFileSync(path, text);
  } catch {
    // A disk that refuses is in the report, which is still printed.
  }
  // Nobody may be listening; the file is there.
  await print(text).catch(() => undefined);
  app.exit(exitCode);
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(text, () => resolve());
  });
}
