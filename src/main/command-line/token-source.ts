import { failed, fault, ok, parseToken, type Fault, type Result } from '../../shared/index.ts';
import type { Session } from '../sign-in/index.ts';
import { resumeSession } from './kept-session.ts';
import { tellFault } from './output/summary.ts';
import { takeFromEnv, type Terminal } from './output/terminal.ts';
import { text } from './output/text.ts';

/** `kept`: the stored session, or else the desktop's token. */
export type TokenChoice =
  { readonly from: 'env'; readonly name: string } | { readonly from: 'stdin' } | { readonly from: 'kept' };

/** The source of a command's token, and of the next one if the ERP refuses it. */
export interface TokenSource {
  /** The present token. */
  readonly current: () => Promise<string | null>;
  /** Replaces the present token; returns the obstacle. */
  readonly renew: () => Promise<Fault | null>;
  /** Renews tokens by itself; null if each one is entered. */
  readonly session: Session | null;
}

export async function openTokenSource(
  choice: TokenChoice,
  terminal: Terminal,
  erpOrigin: string,
): Promise<Result<TokenSource>> {
  switch (choice.from) {
    case 'env': {
      const text = takeFromEnv(terminal, choice.name).trim();
      if (text === '') return failed(fault('no-token', { detail: `environment variable ${choice.name} is empty` }));
      const token = parseToken(text);
      return token.ok ? ok(holdToken(token.value, () => Promise.resolve(ok(null)))) : token;
    }
    case 'stdin': {
      const lines = terminal.stdin[Symbol.asyncIterator]();
      const token = await readTokenLine(lines, terminal, null);
      return token.ok ? ok(holdToken(token.value, (refused) => readTokenLine(lines, terminal, refused))) : token;
    }
    case 'kept': {
      const store = await terminal.openTokenStore();
      const session = await resumeSession(terminal, store, erpOrigin);
      if (!session.ok) return session;
      if (session.value !== null) return ok(useSession(session.value));
      const stored = await store.get(erpOrigin);
      if (!stored.ok) return stored;
      if (stored.value === null) return failed(fault('no-token'));
      return ok(holdToken(stored.value, () => store.get(erpOrigin)));
    }
  }
}

/**
 * The session renews tokens with the request that needs one: it is over, or the ERP accepts none of them, if this is
 * called.
 */
function useSession(session: Session): TokenSource {
  return {
    current: () => session.token(),
    renew: async () =>
      (await session.token()) === null ? fault('signed-out') : fault('unauthorized', { status: 401 }),
    session,
  };
}

/** Reads lines until one is a token and not the refused one, and returns it. Reports the fault of each other line. */
async function readTokenLine(
  lines: AsyncIterator<string>,
  terminal: Terminal,
  refused: string | null,
): Promise<Result<string>> {
  const ask = (): void => {
    if (refused !== null && terminal.errIsTty) terminal.err(text.newTokenPlease);
  };
  ask();
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    const text = line.value.trim();
    const token = text === '' ? null : parseToken(text);
    if (token?.ok === true && token.value !== refused) return token;
    if (token?.ok === false) tellFault(terminal, token.fault);
    ask();
  }
  return failed(fault('no-token', { detail: 'standard input has no more lines' }));
}

function holdToken(first: string, next: (refused: string) => Promise<Result<string | null>>): TokenSource {
  let token = first;
  return {
    current: () => Promise.resolve(token),
    async renew() {
      const renewed = await next(token);
      if (!renewed.ok || renewed.value === null || renewed.value === token) {
        return fault('unauthorized', { status: 401 });
      }
      token = renewed.value;
      return null;
    },
    session: null,
  };
}
