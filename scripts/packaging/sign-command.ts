import { runToEnd } from './run-to-end.ts';
import { readSignCommand } from './signing.ts';

/**
 * electron-builder calls it for each file to be signed if `DOCA_SIGN_COMMAND` is the way of
 * signing. The path is appended; the command's output goes to the build's own. Rejects if the
 * command cannot be started or does not end with 0.
 */
export default async function signFile({ path }: { readonly path: string }): Promise<void> {
  const command = readSignCommand(process.env);
  if (command === null)
    throw new Error('DOCA_SIGN_COMMAND is not a JSON list of a program and its arguments');
  const [program, ...args] = command;
  await runToEnd(`${path} is not signed`, program, [...args, path]);
}
