import { failed, fault, ok, type Result } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { TokenChoice } from './arguments.ts';
import type { Terminal } from './output/terminal.ts';

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
      const token = terminal.env[choice.name]?.trim() ?? '';
      if (token === '') return failed(fault('no-token', { detail: `environment variable ${choice.name} is empty` }));
      return ok(heldToken(token, () => Promise.resolve(null)));
    }
    case 'stdin': {
      const lines = terminal.stdin[Symbol.asyncIterator]();
      const nextLine = async (): Promise<string | null> => {
        const line = await lines.next();
        const token = line.done === true ? '' : line.value.trim();
        return token === '' ? null : token;
      };
      const token = await nextLine();
      if (token === null) return failed(fault('no-token', { detail: 'standard input is empty' }));
      return ok(heldToken(token, nextLine));
    }
    case 'keychain': {
      const store = await openKeychain();
      const stored = await store.get(erpOrigin);
      if (!stored.ok) return stored;
      if (stored.value === null) return failed(fault('no-token'));
      return ok(
        heldToken(stored.value, async () => {
          const again = await store.get(erpOrigin);
          return again.ok ? again.value : null;
        }),
      );
    }
  }
}

function heldToken(first: string, next: () => Promise<string | null>): TokenSource {
  let token = first;
  return {
    current: () => Promise.resolve(token),
    renew: async () => {
      const renewed = await next();
      if (renewed === null || renewed === token) return false;
      token = renewed;
      return true;
    },
  };
}
