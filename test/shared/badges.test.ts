import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeBadgeId } from '#shared/domain/badges.ts';
import { readBadgeList, writeBadgeList } from '../../src/renderer/settings/floor/badge-list.ts';
import { readBadge, writeBadge } from '#shared/codes.ts';
import { findTwice, isBadgeId } from '#shared/domain/badges.ts';

const ids = fc
  .infiniteStream(fc.nat())
  .map((numbers) => makeBadgeId((below) => (numbers.next().value ?? 0) % below));

it('a badge is read as written, and never as another if one character is wrong or two are swapped', () => {
  fc.assert(
    fc.property(
      ids,
      fc.nat(6),
      fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
      (id, at, sign) => {
        expect(readBadge(`]C0${writeBadge(id).toLowerCase()} `)).toBe(id);
        const wrong = id.slice(0, at) + sign + id.slice(at + 1);
        expect(isBadgeId(wrong)).toBe(wrong === id);
        const swapped =
          id.slice(0, at) +
          id
            .slice(at, at + 2)
            .split('')
            .reverse()
            .join('') +
          id.slice(at + 2);
        expect(isBadgeId(swapped)).toBe(swapped === id);
        expect(readBadge(writeBadge(id.slice(1)))).toBeNull();
      },
    ),
  );
});

it('a list of badges is read as it was written, at another station too', () => {
  const names = ['Maria Aparecida dos Santos', 'Maria Aparecida dos Reis', 'José 2'];
  fc.assert(
    fc.property(fc.array(ids, { minLength: 3, maxLength: 3 }), (some) => {
      const badges = names.map((name, index) => ({ id: some[index] ?? '', name }));
      expect(readBadgeList(`\n${writeBadgeList(badges)}\n  Ana   Lima `)).toEqual([
        ...badges,
        { id: null, name: 'Ana Lima' },
      ]);
    }),
  );
  expect(findTwice(readBadgeList('José Silva\nJosé Souza'))).toBeNull();
  expect(findTwice(readBadgeList('José Silva\nJose  SILVA'))).toBe('Jose SILVA');
});
