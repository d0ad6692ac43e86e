import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notedLanguages, readNotes, writeNotes } from '../../src/main/updates/index.ts';
import { anyCharacter } from '../support/any-text.ts';

describe('release notes', () => {
  it('become text', () => {
    expect(readNotes('### Added\n- labels &amp; more').en).toBe('### Added\n- labels & more');
    expect(readNotes('<h2>1.1</h2><ul><li>a</li><li>b</li></ul>')['pt-BR']).toBe('1.1\na\nb');
  });
  it.each([null, undefined, 7, {}, [], ''])('%j is nothing', (notes) => {
    expect(readNotes(notes)).toEqual({ 'pt-BR': '', en: '' });
  });
  it('end somewhere', () => {
    expect(readNotes('x'.repeat(100_000)).en).toHaveLength(4_001);
  });
  it('contain no tag of HTML, no control character and no change of direction, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const notes = readNotes(`\u202Eabc<img src=x onerror=alert(1)>${text}\u0007`).en;
        expect(notes).not.toMatch(/<img/);
        expect(notes.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  const both = {
    'pt-BR': '### Novo\n\n- Etiquetas & <mais>.',
    en: '### Added\n\n- Labels & <more>.',
  };

  it('come through the feed in both languages, character by character', () => {
    expect(readNotes(writeNotes(both))).toEqual(both);
    expect(notedLanguages(writeNotes(both))).toEqual(['pt-BR', 'en']);
  });

  it('are both there, without a tag, for a version that knows no languages', () => {
    // Processes a feed's text as that version does, in its order.
    const older = writeNotes(both)
      .replace(/<(br|\/p|\/li|\/h\d)\b[^<>]*>/gi, '\n')
      .replace(/<[^<>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .trim();
    expect(older.replaceAll(/\n+/g, '\n')).toBe(
      `${both['pt-BR']}\n${both.en}`.replaceAll(/\n+/g, '\n'),
    );
  });

  it('are used for both languages if a feed has one, or names the language of none', () => {
    expect(readNotes('<div lang="en">Faster</div>')).toEqual({ 'pt-BR': 'Faster', en: 'Faster' });
    expect(readNotes('<div lang="pt-BR">\n\n</div><div lang="en">Faster</div>')['pt-BR']).toBe(
      'Faster',
    );
    expect(notedLanguages('<div lang="pt-BR">\n\n</div><div lang="en">Faster</div>')).toEqual([
      'en',
    ]);
    expect(notedLanguages('Faster')).toEqual([]);
  });
});
