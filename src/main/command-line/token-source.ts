import { asksForToken, fail, ok, type Result } from '#shared/faults/faults.ts';
import { parseToken } from '../credentials/index.ts';
import { need, throwFault } from '../os/errors.ts';
import { leaveOnAbort } from '../os/timeout.ts';
import {
  createSignIn,
  createSignInLook,
  type Session,
  type SignInServices,
} from '../sign-in/index.ts';
import type { ArgumentsOf } from './arguments.ts';
import { reportFault } from './output/endings.ts';
import { takeFromEnv, type Terminal } from './output/terminal.ts';
import { describeSignIn } from './workstation/workstation.ts';

/** The source of a command's token, and of the next one if the ERP refuses it. */
export interface TokenSource {
  readonly current: () => Promise<string | null>;
  /** Replaces the present token. */
  readonly renew: () => Promise<Result<void>>;
  /** Renews tokens by itself; null if each one is entered. */
  readonly session: Session | null;
}

/** Without an option: the stored session, or else the desktop's token. */
export async function openTokenSource(
  { tokenEnv, tokenStdin }: Pick<ArgumentsOf<'dispatch'>, 'tokenEnv' | 'tokenStdin'>,
  terminal: Terminal,
  erpOrigin: string,
): Promise<TokenSource> {
  if (tokenEnv !== null) {
    const given = takeFromEnv(terminal, tokenEnv).trim();
    if (given === '')
      throwFault('no-token', { detail: `environment variable ${tokenEnv} is empty` });
    return keepToken(need(parseToken(given)), () => Promise.resolve(ok(null)));
  }
  if (tokenStdin) {
    const lines = terminal.stdin()[Symbol.asyncIterator]();
    const first = await readTokenLine(lines, terminal, null);
    if (first === null) throwFault('no-token', { detail: 'standard input has no more lines' });
    return keepToken(first, async (last) => ok(await readTokenLine(lines, terminal, last)));
  }
  const store = await terminal.openTokenStore();
  const session = await resumeSession(describeSignIn(terminal, store), erpOrigin);
  if (session !== null) return useSession(session);
  const stored = need(await store.get(erpOrigin)) ?? throwFault('no-token');
  return keepToken(stored, () => store.get(erpOrigin));
}

const refused = fail('unauthorized', { status: 401 });

/** Returns the stored session; null if nobody is signed in. */
export async function findKept(services: SignInServices, erpOrigin: string) {
  return need(await createSignInLook(services).find(erpOrigin));
}

export async function resumeSession(
  services: SignInServices,
  erpOrigin: string,
): Promise<Session | null> {
  const kept = await findKept(services, erpOrigin);
  return kept === null ? null : need(await createSignIn(services).resume(erpOrigin, kept));
}

/**
 * The session renews tokens by itself: if this is called, it is over, or the ERP accepts none of
 * them.
 */
function useSession(session: Session) {
  return {
    current: () => session.token(),
    renew: async () => ((await session.token()) === null ? fail('signed-out') : refused),
    session,
  };
}

/**
 * Returns the first line that is a token and not the refused one; null if there is none. Reports
 * each other line.
 */
async function readTokenLine(
  lines: AsyncIterator<string>,
  terminal: Terminal,
  refusedToken: string | null,
) {
  for (;;) {
    const why = refusedToken === null ? '' : 'The token is no longer valid. ';
    if (terminal.errIsTty) terminal.err(`${why}Paste the token: `);
    const stop = () => throwFault('cancelled');
    const line = await leaveOnAbort(lines.next(), terminal.signal, stop);
    if (line.done === true) return null;
    const token = line.value.trim() === '' ? null : parseToken(line.value.trim());
    if (token?.ok === true && token.value !== refusedToken) return token.value;
    if (token?.ok === false) reportFault(terminal, token.fault);
  }
}

function keepToken(
  first: string,
  next: (last: string) => Promise<Result<string | null>>,
): TokenSource {
  let token = first;
  return {
    current: () => Promise.resolve(token),
    async renew() {
      const renewed = await next(token);
      if (!renewed.ok) return renewed;
      if (renewed.value === null || renewed.value === token) return refused;
      token = renewed.value;
      return ok();
    },
    session: null,
  };
}

/** Repeats work with another token if the ERP refuses the present one. */
export async function repeatWithToken<T>(
  work: () => Promise<Result<T>>,
  renew: () => Promise<Result<void>>,
): Promise<Result<T>> {
  for (;;) {
    const result = await work();
    if (result.ok || !asksForToken(result.fault)) return result;
    const renewed = await renew();
    if (!renewed.ok) return renewed;
  }
}
