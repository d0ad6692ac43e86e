import { failed, fault, ok, parseToken, type Fault, type Result } from '../../shared/index.ts';
import type { Session } from '../sign-in/index.ts';
import { resumeSession } from './kept-session.ts';
import { tellFault } from './output/summary.ts';
import { takeFromEnv, type Terminal } from './output/terminal.ts';
import { chooseText } from './output/text.ts';

/** `kept`: the session of whoever is signed in, or else the token that the desktop was given. */
export type TokenChoice =
  { readonly from: 'env'; readonly name: string } | { readonly from: 'stdin' } | { readonly from: 'kept' };

/** Where a command's token comes from, and where the next one comes from when the ERP refuses the present one. */
export interface TokenSource {
  /** The token of the moment. */
  readonly current: () => Promise<string | null>;
  /** Has another token take the place of the present one; gives what is in the way of that. */
  readonly renew: () => Promise<Fault | null>;
  /** What renews tokens before anybody has to ask for it; null where each one is brought. */
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

/** It renews its tokens with the request that needs it: who comes here has heard that it is over, or that the ERP takes none of them. */
function useSession(session: Session): TokenSource {
  return {
    current: () => session.token(),
    renew: async () =>
      (await session.token()) === null ? fault('signed-out') : fault('unauthorized', { status: 401 }),
    session,
  };
}

/** The next line that is a token, and not the refused one again; what is wrong with a line is said. */
async function readTokenLine(
  lines: AsyncIterator<string>,
  terminal: Terminal,
  refused: string | null,
): Promise<Result<string>> {
  const ask = (): void => {
    if (refused !== null && terminal.errIsTty) terminal.err(chooseText(terminal.language).newTokenPlease);
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
