import { failed, fault, ok, parseToken, type Result } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { Terminal } from './output/terminal.ts';

export type TokenChoice =
  { readonly from: 'env'; readonly name: string } | { readonly from: 'stdin' } | { readonly from: 'keychain' };

/** Where a command's token comes from, and where the next one comes from when the ERP refuses the present one. */
export interface TokenSource {
  /** The present token, held in memory. */
  current(): Promise<string | null>;
  /** Tries to get another token; false when there is none. */
  renew(): Promise<boolean>;
}

export async function openTokenSource(
  choice: TokenChoice,
  terminal: Terminal,
  openKeychain: () => Promise<TokenStore>,
  erpOrigin: string,
): Promise<Result<TokenSource>> {
  switch (choice.from) {
    case 'env': {
      const text = terminal.env[choice.name]?.trim() ?? '';
      Reflect.deleteProperty(terminal.env, choice.name);
      if (text === '') return failed(fault('no-token', { detail: `environment variable ${choice.name} is empty` }));
      const token = parseToken(text);
      return token.ok ? ok(holdToken(token.value, () => Promise.resolve(ok(null)))) : token;
    }
    case 'stdin': {
      const lines = terminal.stdin[Symbol.asyncIterator]();
      const nextToken = async (): Promise<Result<string>> => {
        const line = await lines.next();
        const text = line.done === true ? '' : line.value.trim();
        return text === '' ? failed(fault('no-token', { detail: 'standard input is empty' })) : parseToken(text);
      };
      const token = await nextToken();
      return token.ok ? ok(holdToken(token.value, nextToken)) : token;
    }
    case 'keychain': {
      const store = await openKeychain();
      const stored = await store.get(erpOrigin);
      if (!stored.ok) return stored;
      if (stored.value === null) return failed(fault('no-token'));
      return ok(holdToken(stored.value, () => store.get(erpOrigin)));
    }
  }
}

function holdToken(first: string, next: () => Promise<Result<string | null>>): TokenSource {
  let token = first;
  return {
    current: () => Promise.resolve(token),
    renew: async () => {
      const renewed = await next();
      if (!renewed.ok || renewed.value === null || renewed.value === token) return false;
      token = renewed.value;
      return true;
    },
  };
}
