import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNotes } from '../../src/main/updates/index.ts';
import { anyCharacter } from '../support/any-text.ts';

describe('release notes', () => {
  it('become text', () => {
    expect(readNotes('### Added\n- labels &amp; more')).toBe('### Added\n- labels & more');
    expect(readNotes('<h2>1.1</h2><ul><li>a</li><li>b</li></ul>')).toBe('1.1\na\nb');
  });
  it('may come for each version', () => {
    const notes = [
      { version: '1.2.0', note: 'b' },
      { version: '1.1.0', note: 'a' },
      { version: '1.0.0', note: null },
      7,
    ];
    expect(readNotes(notes)).toBe('1.2.0\nb\n\n1.1.0\na');
  });
  it.each([null, undefined, 7, {}, ''])('%j is nothing', (notes) => {
    expect(readNotes(notes)).toBe('');
  });
  it('end somewhere', () => {
    expect(readNotes('x'.repeat(100_000))).toHaveLength(4_001);
  });
  it('hold no tag of HTML, no control character and no change of direction, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const notes = readNotes(`\u202Eabc<img src=x onerror=alert(1)>${text}\u0007`);
        expect(notes).not.toMatch(/<img/);
        expect(notes.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
