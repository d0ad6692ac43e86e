import type { Result, Settings } from '../../../shared/index.ts';
import { storeFloorPassword } from '../../credentials/index.ts';
import { FaultError, need, throwFault } from '../../os/errors.ts';
import { createSignIn, type SignInServices } from '../../sign-in/index.ts';
import { readAlone, writeHelp } from '../arguments.ts';
import { endedWell, tellFault, type Ending } from '../output/endings.ts';
import type { Terminal } from '../output/terminal.ts';

export interface SecretCommand {
  readonly args: readonly string[];
  /** Used if the arguments do not say. */
  readonly settings: Pick<Settings, 'floorAddress' | 'signInIssuer' | 'signInClientId'>;
  /** The first line of standard input is the secret: every program of the computer can see arguments. */
  readonly lines: AsyncIterable<string>;
  readonly signIn: SignInServices;
}

const longestSecret = 2_000;

/** `set-secret`, for the installed program too: stores the client secret or, with `--floor`, the server's password. */
export async function setClientSecret(
  terminal: Pick<Terminal, 'out' | 'err'>,
  command: SecretCommand,
): Promise<Ending> {
  try {
    terminal.out(`${await storeSecret(command)}\n`);
    return endedWell;
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    if (error.fault.kind === 'invalid-input') terminal.err(`${writeHelp('set-secret')}\n`);
    return tellFault(terminal, error.fault);
  }
}

/** Returns the confirmation. */
async function storeSecret({ args, settings, lines, signIn }: SecretCommand): Promise<string> {
  const given = readArguments(args);
  const { what, write } = findSecret(given, settings, signIn);
  // It would be lost with the program, unnoticed.
  if (signIn.tokenStore.kind === 'memory') throwFault('keychain');
  const secret = given.remove ? null : await readFirstLine(lines);
  if (secret === '' || (secret?.length ?? 0) > longestSecret)
    throwFault('invalid-input', { detail: 'no secret in standard input' });
  need(await write(secret));
  return `The ${what} is ${secret === null ? 'out of' : 'in'} the keychain.`;
}

/** Returns the name of the secret, and how it is stored, or removed (null). */
function findSecret(
  given: ReturnType<typeof readArguments>,
  settings: SecretCommand['settings'],
  signIn: SignInServices,
): { readonly what: string; readonly write: (secret: string | null) => Promise<Result<void>> } {
  if (given.floor) {
    const address = settings.floorAddress;
    if (address === null || given.issuer !== null || given.clientId !== null)
      throwFault('invalid-input', { detail: '--floor' });
    const { tokenStore } = signIn;
    return { what: `password of ${address}`, write: (password) => storeFloorPassword(tokenStore, address, password) };
  }
  const issuer = given.issuer ?? settings.signInIssuer;
  const clientId = given.clientId ?? settings.signInClientId;
  if (issuer === null) throwFault('invalid-input', { detail: '--issuer' });
  if (clientId === null) throwFault('invalid-input', { detail: '--client-id' });
  return {
    what: `secret of ${clientId} at ${issuer}`,
    write: (secret) => createSignIn(signIn).setClientSecret({ issuer, clientId }, secret),
  };
}

function readArguments(args: readonly string[]) {
  try {
    return readAlone('set-secret', args);
  } catch {
    // The error quotes an argument, which could be the secret.
    throwFault('invalid-input');
  }
}

async function readFirstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line.trim();
  return '';
}
