import type { Settings } from '#shared/contract/settings.ts';
import { storeFloorPassword } from '../../credentials/index.ts';
import { need, refuse, throwFault } from '../../os/errors.ts';
import { createSignIn, type SignInServices } from '../../sign-in/index.ts';
import { readAlone, writeHelp } from '../arguments.ts';
import { endAnyway } from '../guard.ts';
import { endedWell, type Ending } from '../output/endings.ts';
import type { Terminal } from '../output/terminal.ts';
import { describeSignIn, readWorkstation } from '../workstation/workstation.ts';

type OwnTerminal = Pick<Terminal, 'out' | 'err' | 'env' | 'home' | 'stdin' | 'openTokenStore'>;

/** Runs `set-secret`, a command that the installed program has as well. */
export async function runSetSecret(
  terminal: OwnTerminal,
  args: readonly string[],
): Promise<Ending> {
  const ending = await endAnyway(terminal, async () => {
    terminal.out(`${await keepSecret(terminal, args)}\n`);
    return endedWell;
  });
  if (ending.fault?.kind === 'invalid-input') terminal.err(`${writeHelp('set-secret')}\n`);
  return ending;
}

const longestSecret = 2_000;

/**
 * Stores the client secret or, with `--floor`, the server's password. IT runs it as the packer's
 * user.
 */
async function keepSecret(terminal: OwnTerminal, args: readonly string[]): Promise<string> {
  const given = readArguments(args);
  const { settings } = await readWorkstation(terminal);
  const signIn = describeSignIn(terminal, await terminal.openTokenStore());
  const { what, write } = findSecret(given, settings, signIn);
  // It would be lost with the program, unnoticed.
  if (signIn.tokenStore.kind === 'memory') throwFault('keychain');
  const secret = given.remove ? null : await readFirstLine(terminal.stdin());
  if (secret === '' || (secret?.length ?? 0) > longestSecret) refuse('no secret in standard input');
  need(await write(secret));
  return `The ${what} is ${secret === null ? 'out of' : 'in'} the keychain.`;
}

/** Returns the name of the secret, and how it is stored, or removed (null). */
function findSecret(
  given: ReturnType<typeof readArguments>,
  settings: Settings,
  signIn: SignInServices,
) {
  if (given.floor) {
    const address = settings.floorAddress;
    if (address === null || given.issuer !== null || given.clientId !== null) refuse('--floor');
    const { tokenStore } = signIn;
    return {
      what: `password of ${address}`,
      write: (password: string | null) => storeFloorPassword(tokenStore, address, password),
    };
  }
  const issuer = given.issuer ?? settings.signInIssuer ?? refuse('--issuer is missing');
  const clientId = given.clientId ?? settings.signInClientId ?? refuse('--client-id is missing');
  return {
    what: `secret of ${clientId} at ${issuer}`,
    write: (secret: string | null) =>
      createSignIn(signIn).setClientSecret({ issuer, clientId }, secret),
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

/**
 * The first line of standard input is the secret: every program of the computer can see arguments.
 */
async function readFirstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line.trim();
  return '';
}
