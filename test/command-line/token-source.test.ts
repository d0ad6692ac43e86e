import { describe, expect, it } from 'vitest';
import { ok } from '#shared/faults/faults.ts';
import type { TokenStore } from '../../src/main/credentials/index.ts';
import type { Terminal } from '../../src/main/command-line/output/terminal.ts';
import { openTokenSource } from '../../src/main/command-line/token-source.ts';
import { listLines, makeTerminal } from '../support/terminal.ts';

async function* listNothing(): AsyncGenerator<string> {
  yield await new Promise<string>(() => undefined);
}

const noStore = (): Promise<TokenStore> => Promise.reject(new Error('not asked for'));
const terminal = (env: Record<string, string>, ...lines: string[]): Terminal =>
  makeTerminal({ env, stdin: () => listLines(lines), openTokenStore: noStore });
const withStore = (store: TokenStore): Terminal =>
  makeTerminal({ openTokenStore: () => Promise.resolve(store) });
const refusal = { fault: { kind: 'unauthorized', status: 401 } };
const fromEnv = { tokenEnv: 'T', tokenStdin: false };
const fromStdin = { tokenEnv: null, tokenStdin: true };
const kept = { tokenEnv: null, tokenStdin: false };

const origin = 'https://erp.example';

describe('the source of the token', () => {
  it('reads the environment, and has no second token there', async () => {
    const env = { T: ' abc ', HOME: '/' };
    const source = await openTokenSource(fromEnv, terminal(env), origin);
    // Child processes inherit the environment, and need no token.
    expect(env).toEqual({ HOME: '/' });
    expect(await source.current()).toBe('abc');
    expect(await source.renew()).toMatchObject(refusal);
  });

  it('takes a pasted token, and rejects characters that a header cannot carry', async () => {
    const pasted = await openTokenSource(fromEnv, terminal({ T: 'Bearer abc' }), origin);
    expect(await pasted.current()).toBe('abc');
    const wrong = openTokenSource(fromEnv, terminal({ T: 'two words' }), origin);
    await expect(wrong).rejects.toMatchObject({ fault: { kind: 'token-malformed' } });
  });

  it('names the empty variable', async () => {
    const told = { fault: { kind: 'no-token', detail: 'environment variable T is empty' } };
    await expect(openTokenSource(fromEnv, terminal({}), origin)).rejects.toMatchObject(told);
  });

  it('reads a line of standard input, and the next one when the token ran out', async () => {
    const piped = terminal({}, 'one', 'two');
    const source = await openTokenSource(fromStdin, piped, origin);
    expect(await source.current()).toBe('one');
    await source.renew();
    expect(await source.current()).toBe('two');
    expect(await source.renew()).toMatchObject(refusal);
  });

  it('asks the user for a line and for the next one, and again after one that is no token', async () => {
    let said = '';
    const err = (text: string): void => {
      said += text;
    };
    const typed = makeTerminal({
      stdin: () => listLines(['one', 'two words', 'two']),
      errIsTty: true,
      err,
    });
    const source = await openTokenSource(fromStdin, typed, origin);
    expect(said).toBe('Paste the token: ');
    await source.renew();
    expect(said).toMatch(
      /^Paste the token: The token is no longer valid[^]*This is not a token[^]*The token is no longer valid/,
    );
    expect(await source.current()).toBe('two');
  });

  it('waits for no line once the user has stopped the command', async () => {
    const stopping = new AbortController();
    const source = openTokenSource(
      fromStdin,
      makeTerminal({ stdin: listNothing, signal: stopping.signal }),
      origin,
    );
    stopping.abort();
    await expect(source).rejects.toMatchObject({ fault: { kind: 'cancelled' } });
  });

  it('reads the keychain again for a token that was stored meanwhile', async () => {
    let stored: string | null = 'old';
    const store: TokenStore = {
      kind: 'memory',
      get: (account) => Promise.resolve(ok(account === origin ? stored : null)),
      set: () => Promise.resolve(ok()),
      remove: () => Promise.resolve(ok()),
    };
    const source = await openTokenSource(kept, withStore(store), origin);
    expect(await source.renew()).toMatchObject(refusal);
    stored = 'new';
    await source.renew();
    expect(await source.current()).toBe('new');
  });

  it('reports that there is none', async () => {
    const empty: TokenStore = {
      kind: 'keychain',
      get: () => Promise.resolve(ok(null)),
      set: () => Promise.resolve(ok()),
      remove: () => Promise.resolve(ok()),
    };
    const told = { fault: { kind: 'no-token' } };
    await expect(openTokenSource(kept, withStore(empty), origin)).rejects.toMatchObject(told);
  });
});
