import { runToEnd } from './run-to-end.ts';
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
  await runToEnd(`${path} is not signed`, program, [...args, path]);
}
