import { parseArgs } from 'node:util';
import { fault, type Result, type Settings } from '../../shared/index.ts';
import { storeFloorPassword } from '../credentials/index.ts';
import { createSignIn, type SignInServices } from '../sign-in/index.ts';
import { writeHelp } from './help.ts';
import { endedWell, tellFault, type Ending } from './output/summary.ts';
import type { Terminal } from './output/terminal.ts';
import { text } from './output/text.ts';

export interface SecretCommand {
  readonly args: readonly string[];
  /** Used if the arguments do not say. */
  readonly settings: Pick<Settings, 'floorAddress' | 'signInIssuer' | 'signInClientId'>;
  /** The first line of standard input is the secret: every program of the computer can see arguments. */
  readonly lines: AsyncIterable<string>;
  readonly signIn: SignInServices;
}

const longestSecret = 2_000;

/**
 * `set-secret` for the command line and the installed program: stores this program's client secret, or with `--floor`
 * the password of the stations' server, in the keychain, and with `--remove` removes it.
 */
export async function setClientSecret(
  terminal: Pick<Terminal, 'out' | 'err'>,
  { args, settings, lines, signIn }: SecretCommand,
): Promise<Ending> {
  const given = readArguments(args);
  const owner = given === null ? null : findOwner(given, settings, signIn);
  if (given === null || owner === null || typeof owner === 'string') {
    terminal.err(`${writeHelp('set-secret')}\n`);
    return tellFault(terminal, fault('invalid-input', { detail: typeof owner === 'string' ? owner : null }));
  }
  // It would be lost with the program, unnoticed.
  if (signIn.tokenStore.kind === 'memory') return tellFault(terminal, fault('keychain'));
  const secret = given.remove ? null : await readFirstLine(lines);
  if (secret === '' || (secret?.length ?? 0) > longestSecret) {
    return tellFault(terminal, fault('invalid-input', { detail: 'no secret in standard input' }));
  }
  const written = await owner.store(secret);
  if (!written.ok) return tellFault(terminal, written.fault);
  terminal.out(`${secret === null ? owner.removed : owner.kept}\n`);
  return endedWell;
}

/** One kind of secret: stores or removes it (null); the confirmations. */
interface Owner {
  readonly store: (secret: string | null) => Promise<Result<void>>;
  readonly kept: string;
  readonly removed: string;
}

/** Returns the argument that is missing or contradicts the others, if there is no owner. */
function findOwner(
  given: NonNullable<ReturnType<typeof readArguments>>,
  settings: SecretCommand['settings'],
  signIn: SignInServices,
): Owner | '--floor' | '--issuer' | '--client-id' {
  if (given.floor) {
    const address = settings.floorAddress;
    if (address === null || given.issuer !== undefined || given['client-id'] !== undefined) return '--floor';
    return {
      store: (password) => storeFloorPassword(signIn.tokenStore, address, password),
      kept: text.floorPasswordKept(address),
      removed: text.floorPasswordRemoved(address),
    };
  }
  const issuer = given.issuer ?? settings.signInIssuer;
  const clientId = given['client-id'] ?? settings.signInClientId;
  if (issuer === null) return '--issuer';
  if (clientId === null) return '--client-id';
  return {
    store: (secret) => createSignIn(signIn).setClientSecret({ issuer, clientId }, secret),
    kept: text.secretKept(clientId, issuer),
    removed: text.secretRemoved(clientId, issuer),
  };
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        issuer: { type: 'string' },
        'client-id': { type: 'string' },
        floor: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        json: { type: 'boolean' },
      },
    });
    return values;
  } catch {
    return null;
  }
}

async function readFirstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line.trim();
  return '';
}
