import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';

/** A token as people paste it: with line ends, quotes or the word Bearer around it. Only what a header can carry is taken. */
export function parseToken(pasted: string): Result<string> {
  const token = pasted
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '')
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  if (!/^[\x21-\x7e]+$/.test(token)) return failed(fault('invalid-input', { detail: 'this cannot be a token' }));
  return ok(token);
}
