import { fail, ok, type Result } from '#shared/faults/faults.ts';

/**
 * Reads a pasted token, without line ends, quotes or the word Bearer; refuses text that no header
 * can carry.
 */
export function parseToken(pasted: string): Result<string> {
  const token = pasted
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '')
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  if (!/^[\x21-\x7e]+$/.test(token)) return fail('token-malformed');
  return ok(token);
}
