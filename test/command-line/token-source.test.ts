import { describe, expect, it } from 'vitest';
import { ok } from '../../src/shared/index.ts';
import type { TokenStore } from '../../src/main/credentials/index.ts';
import type { Terminal } from '../../src/main/command-line/output/terminal.ts';
import { openTokenSource } from '../../src/main/command-line/token-source.ts';
import { listLines, makeTerminal } from '../support/terminal.ts';

const noStore = (): Promise<TokenStore> => Promise.reject(new Error('not asked for'));
const terminal = (env: Record<string, string>, ...lines: string[]): Terminal =>
  makeTerminal({ env, stdin: listLines(lines), openTokenStore: noStore });
const withStore = (store: TokenStore): Terminal => makeTerminal({ openTokenStore: () => Promise.resolve(store) });
const refusal = { kind: 'unauthorized', status: 401 };

const origin = 'https://erp.example';

describe('the source of the token', () => {
  it('reads the environment, and has no second token there', async () => {
    const env = { T: ' abc ', HOME: '/' };
    const source = await openTokenSource({ from: 'env', name: 'T' }, terminal(env), origin);
    // Child processes inherit the environment, and need no token.
    expect(env).toEqual({ HOME: '/' });
    if (!source.ok) throw new Error('no source');
    expect(await source.value.current()).toBe('abc');
    expect(await source.value.renew()).toMatchObject(refusal);
  });

  it('takes a pasted token, and rejects characters that a header cannot carry', async () => {
    const [pasted, wrong] = await Promise.all(
      ['Bearer abc', 'two words'].map((text) =>
        openTokenSource({ from: 'env', name: 'T' }, terminal({ T: text }), origin),
      ),
    );
    expect(pasted?.ok === true && (await pasted.value.current())).toBe('abc');
    expect(wrong).toMatchObject({ ok: false, fault: { kind: 'token-malformed' } });
  });

  it('names the empty variable', async () => {
    const source = await openTokenSource({ from: 'env', name: 'T' }, terminal({}), origin);
    expect(source).toMatchObject({ ok: false, fault: { kind: 'no-token', detail: 'environment variable T is empty' } });
  });

  it('reads a line of standard input, and the next one when the token ran out', async () => {
    const piped = terminal({}, 'one', 'two');
    const source = await openTokenSource({ from: 'stdin' }, piped, origin);
    if (!source.ok) throw new Error('no source');
    expect(await source.value.current()).toBe('one');
    expect(await source.value.renew()).toBeNull();
    expect(await source.value.current()).toBe('two');
    expect(await source.value.renew()).toMatchObject(refusal);
  });

  it('asks the user for the next line, and again after one that is no token', async () => {
    let said = '';
    const err = (text: string): void => {
      said += text;
    };
    const typed = makeTerminal({ stdin: listLines(['one', 'two words', 'two']), errIsTty: true, err });
    const source = await openTokenSource({ from: 'stdin' }, typed, origin);
    if (!source.ok) throw new Error('no source');
    expect(said).toBe('');
    expect(await source.value.renew()).toBeNull();
    expect(said).toMatch(/^The token is no longer valid[^]*This is not a token[^]*The token is no longer valid/);
    expect(await source.value.current()).toBe('two');
  });

  it('reads the keychain again for a token that was stored meanwhile', async () => {
    let stored: string | null = 'old';
    const store: TokenStore = {
      kind: 'memory',
      get: (account) => Promise.resolve(ok(account === origin ? stored : null)),
      set: () => Promise.resolve(ok()),
      remove: () => Promise.resolve(ok()),
    };
    const source = await openTokenSource({ from: 'kept' }, withStore(store), origin);
    if (!source.ok) throw new Error('no source');
    expect(await source.value.renew()).toMatchObject(refusal);
    stored = 'new';
    expect(await source.value.renew()).toBeNull();
    expect(await source.value.current()).toBe('new');
  });

  it('reports that there is none', async () => {
    const empty: TokenStore = {
      kind: 'keychain',
      get: () => Promise.resolve(ok(null)),
      set: () => Promise.resolve(ok()),
      remove: () => Promise.resolve(ok()),
    };
    const source = await openTokenSource({ from: 'kept' }, withStore(empty), origin);
    expect(source).toMatchObject({ ok: false, fault: { kind: 'no-token' } });
  });
});
