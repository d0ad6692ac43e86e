import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNotes } from '../../src/main/updates/index.ts';
import { anyCharacter } from '../support/any-text.ts';

describe('release notes', () => {
  const both = {
    'pt-BR': '### Novo\n\n- Etiquetas & <mais>.',
    en: '### Added\n\n- Labels & <more>.',
  };

  it('come through the feed in both languages, character by character', () => {
    expect(readNotes(JSON.stringify(both))).toEqual(both);
  });
  it.each([null, undefined, 7, {}, [], '', 'Faster', '{"en":"Faster"}', '{"pt-BR":1,"en":""}'])(
    '%j is nothing',
    (notes) => {
      expect(readNotes(notes)).toEqual({ 'pt-BR': '', en: '' });
    },
  );
  it('end somewhere', () => {
    expect(readNotes(JSON.stringify({ ...both, en: 'x'.repeat(100_000) })).en).toHaveLength(4_001);
  });
  it('contain no control character and no change of direction, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const { en } = readNotes(JSON.stringify({ ...both, en: `\u202Eabc${text}\u0007` }));
        expect(en).toMatch(/^abc/);
        expect(en.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
