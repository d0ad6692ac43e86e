import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strikeOut } from '../../src/main/os/network/secret.ts';

const token = 'eyJhbGciOi.tok-7f3a9c51e2d84b06-XyZ';

describe('a secret is struck out', () => {
  it.each([
    ['whole', `Authorization: Bearer ${token}!`, 'Authorization: Bearer •••!'],
    ['cut', `token "${token.slice(0, 12)}…" refused`, 'token "•••…" refused'],
    ['in the middle', `…${token.slice(9, 18)}…`, '…•••…'],
    ['several times', `${token} ${token}`, '••• •••'],
    ['nowhere', 'Nenhuma expedição vinculada', 'Nenhuma expedição vinculada'],
    ['not in pieces that say little', `x ${token.slice(4, 12)} x`, `x ${token.slice(4, 12)} x`],
  ])('%s', (_name, text, expected) => {
    expect(strikeOut(text, token)).toBe(expected);
  });

  it('whatever is around and between its pieces', () => {
    const secrets = fc.string({
      minLength: 9,
      maxLength: 60,
      unit: fc.constantFrom(...Array.from('abcdeXYZ01.-_')),
    });
    const pieces = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 70 }), fc.string({ maxLength: 12 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(secrets, pieces, (secret, parts) => {
        const text = parts
          .map(
            ([from, length, other]) =>
              other + secret.slice(from % secret.length, (from % secret.length) + length),
          )
          .join('');
        const clean = strikeOut(text, secret);
        for (let at = 0; at + 9 <= clean.length; at += 1) {
          expect(secret.includes(clean.slice(at, at + 9)), clean).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves text without it unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: fc.constantFrom(...Array.from('qwrtuiop çã\n')) }),
        (text) => {
          expect(strikeOut(text, token)).toBe(text);
        },
      ),
    );
  });
});
