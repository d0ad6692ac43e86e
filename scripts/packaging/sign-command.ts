import { spawn } from 'node:child_process';
import { readSignCommand } from './signing.ts';

/**
 * What electron-builder calls for each file that is to be signed, where `DOCA_SIGN_COMMAND` is the way of signing. The path
 * comes last; what the command says goes where the build's own output goes. Rejects where it could not be started or did
 * not end with 0.
 */
export default async function signFile({ path }: { readonly path: string }): Promise<void> {
  const command = readSignCommand(process.env);
  if (command === null) throw new Error('DOCA_SIGN_COMMAND is not a JSON list of a program and its arguments');
  const [program, ...args] = command;
  const child = spawn(program, [...args, path], { stdio: ['ignore', 'inherit', 'inherit'], shell: false });
  const ended = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (ended !== 0) throw new Error(`${path} is not signed: ${program} ended with ${ended}`);
}
