import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ScanDetector,
  burstGapMs,
  quietBeforeMs,
  type BurstPart,
  type KeyStroke,
} from '../../../src/renderer/scanner/scanner.ts';
import { readScan } from '#shared/identities/code.ts';
import { namedKeys } from '../../support/named-keys.ts';
import { readKey } from '../scan.ts';

type Timed = Pick<KeyStroke, 'key' | 'chord'> & { readonly gapMs: number };

const signs = (text: string): string[] => Array.from(text);

const burst = (names: readonly string[], gapMs = 5): Timed[] =>
  names.map((name, index) => ({ ...readKey(name), gapMs: index === 0 ? 500 : gapMs }));

/** The parts of keys, and the content of a text field that has the focus, as the scanner does it. */
function type(keys: readonly Timed[], inText = true, detector = new ScanDetector()) {
  let atMs = 1000;
  let field = 'x';
  let before = field;
  const scans: (string | null)[] = [];
  const parts: BurstPart[] = [];
  let withheld = '';
  const take = (part: BurstPart): void => {
    if (part === 'pass' || part === 'first') {
      field += withheld;
      withheld = '';
    }
    if (part === 'first' && detector.begun.length === 1) before = field;
    if (typeof part === 'string') return;
    scans.push(part.scan);
    withheld = '';
    field = before;
  };
  for (const { gapMs, ...stroke } of keys) {
    atMs += gapMs;
    take(detector.settle(atMs));
    const part = detector.take({ ...stroke, atMs, repeat: false, inText });
    parts.push(part);
    take(part);
    if (typeof part === 'object' || stroke.chord !== 'none' || stroke.key.length > 1) continue;
    if (part === 'withhold') withheld += stroke.key;
    else field += stroke.key;
  }
  take(detector.settle(Number.POSITIVE_INFINITY));
  return { parts, scans, field: field + withheld };
}

const ignored = new Set('Shift CapsLock AltGraph Control Alt NumLock Unidentified'.split(' '));
const chords = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz[\\]^_@1', (key) => `Ctrl+${key}`),
  ...['Alt+1', 'Alt+a', 'Alt+Enter', 'Meta+v', 'Ctrl+Enter', 'Ctrl+F9', 'Ctrl+Alt+q'],
];
// Enter ends a code: two codes in a moment are two scans.
const strangers = [...namedKeys, ...chords].filter((key) => key !== 'Enter');

/** Codes as they are on parcels: a tracking code, an invoice's key, GS1 data, commands, JSON. */
const codes = fc.oneof(
  fc.constantFrom('AA123456785BR', '102342', 'DOCA-NEXT', ']C10107891234567895102342', '123'),
  fc.constantFrom('35261111222333000181550010000010011123456789', '{"id":"46","t":"lm"}'),
  fc.stringMatching(/^[0-9A-Z-]{3,44}$/),
);

/** Compares the taken code with the expected one, without the control characters of chords. */
function expectWhole(scans: readonly (string | null)[], code: string, shown: string): void {
  const read = scans.filter((scan) => scan !== null);
  for (const scan of read) expect(scan.replace(/\p{Cc}/gu, ''), shown).toBe(code);
  expect(scans.length, shown).toBeLessThan(2);
}

describe('a burst of keys is one scan of everything or none', () => {
  // As scanners at benches sent GS; each then marked the parcel 1002, alone.
  const head = signs('0107891234567895');
  it.each([
    { keys: [...head, 'Control', 'Ctrl+]', ...signs('1002'), 'Enter'] },
    { keys: [...head, 'Alt', 'Alt+0', 'Alt+2', 'Alt+9', ...signs('1002'), 'Enter'] },
  ])('$keys is one code with GS', ({ keys }) => {
    for (const gapMs of [1, 5, 30])
      for (const inText of [true, false]) {
        const { scans, field } = type(burst(keys, gapMs), inText);
        expect(scans.map((scan) => readScan(scan ?? ''))).toEqual(['0107891234567895\x1d1002']);
        expect(field).toBe('x');
      }
  });

  it('each key at each place of a code, at all gaps of scanners, with Enter or Tab', () => {
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom(...strangers),
        fc.nat(43),
        fc.constantFrom('Enter', 'Tab'),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (code, stranger, place, end, gapMs, inText) => {
          const at = place % (code.length + 1);
          const keys = burst([...signs(code).toSpliced(at, 0, stranger), end], gapMs);
          const { scans, field } = type(keys, inText);
          const shown = `${code}, ${stranger} at ${at}, ${end}: ${JSON.stringify(scans)}`;
          expectWhole(scans, code, shown);
          // A code that ends with Tab is one only where Tab does not go to the next field.
          if (end === 'Tab' && inText) expect(scans, shown).toEqual([]);
          else if (ignored.has(stranger)) expect(scans, shown).toEqual([code]);
          else if (at < code.length) {
            if (end === 'Enter') expect(scans, shown).toHaveLength(1);
            if (inText) expect(field, shown).toBe('x');
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('each key at each place of one code', () => {
    const code = '0107891234567895102342';
    const wrong = strangers.flatMap((stranger) =>
      Array.from({ length: (code.length + 1) * 2 }, (_, index) => {
        const at = index >> 1;
        const inText = index % 2 === 0;
        const keys = burst([...signs(code).toSpliced(at, 0, stranger), 'Enter']);
        const { scans, field } = type(keys, inText);
        // Nobody can tell a key after all signs from a person's: the text is typed, and whole.
        const isTyped = inText && at === code.length && scans.length === 0;
        const [scan = null] = scans;
        const isWhole = scan === null || scan.replace(/\p{Cc}/gu, '') === code;
        const isRight = isTyped ? field === `x${code}` : scans.length === 1 && field === 'x';
        return isWhole && isRight ? [] : [{ stranger, at, inText, scans, field }];
      }).flat(),
    );
    expect(wrong).toEqual([]);
  });

  it('nor is the rest that comes after a stall behind or before the stranger', () => {
    const stallMs = fc.integer({ min: burstGapMs, max: quietBeforeMs - 31 });
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom(...strangers.filter((key) => key !== 'Tab')),
        fc.nat(43),
        stallMs,
        fc.boolean(),
        fc.boolean(),
        (code, stranger, place, stall, isBefore, inText) => {
          const at = 1 + (place % code.length);
          const keys = burst([...signs(code).toSpliced(at, 0, stranger), 'Enter'], 30);
          const stalled = at + (isBefore ? 0 : 1);
          const { scans } = type(keys.with(stalled, { ...keys[stalled]!, gapMs: stall }), inText);
          const read = scans.filter((scan) => scan !== null);
          const shown = `${code}, ${stranger} at ${at}: ${JSON.stringify(scans)}`;
          for (const scan of read) expect(scan.replace(/\p{Cc}/gu, ''), shown).toBe(code);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('characters by their numbers, as scanners for any keyboard layout send them', () => {
    const byNumber = (sign: string): readonly string[] => [
      'Alt',
      ...Array.from(String(sign.charCodeAt(0)).padStart(4, '0'), (digit) => `Alt+${digit}`),
    ];
    const keys = burst([...signs('AB\x1d9').flatMap(byNumber), 'Enter']);
    expect(type(keys)).toMatchObject({ scans: ['AB\x1d9'] });
    for (const number of ['128', '231', '29999']) {
      const inside = Array.from(number, (digit) => `Alt+${digit}`);
      expect(type(burst([...signs('123'), ...inside, ...signs('4567'), 'Enter'])).scans).toEqual([
        null,
      ]);
    }
  });

  it('the control characters of Ctrl with a letter, where no text field could want the shortcut', () => {
    const keys = [
      ...signs('[)>'),
      'Ctrl+^',
      ...signs('06'),
      'Ctrl+]',
      ...signs('1T12'),
      'Ctrl+^',
      'Ctrl+D',
      'Enter',
    ];
    expect(type(burst(keys), false).scans).toEqual(['[)>\x1e06\x1d1T12']);
    expect(type(burst([...signs('123'), 'Ctrl+D', ...signs('45'), 'Enter']), false).scans).toEqual([
      '123\x0445',
    ]);
  });

  it('of any length, as tokens are', () => {
    const token = 'eyJhbGciOi'.repeat(709).slice(0, 7089);
    expect(type(burst([...signs(token), 'Enter'])).scans).toEqual([token]);
  });

  it('once, with Enter and Tab at its end, and the next one counts', () => {
    const keys = [...signs('111'), 'Tab', 'Enter', ...signs('222'), 'Enter'];
    const { parts, scans } = type(burst(keys), false);
    expect(scans).toEqual(['111', '222']);
    expect(parts.slice(5, 8)).toEqual(['first', 'follow', 'withhold']);
    const [first, ...rest] = burst([...signs('222'), 'Tab']);
    const late = [...burst([...signs('111'), 'Tab']), { ...first!, gapMs: quietBeforeMs }, ...rest];
    expect(type(late, false).scans).toEqual(['111', '222']);
  });
});

describe('a person', () => {
  const works = ['F9', 'F3', 'Tab', 'Escape', 'ArrowDown', 'Backspace', 'Delete', 'Home', 'Insert'];
  const shortcuts = ['Ctrl+a', 'Ctrl+s', 'Ctrl+Enter', 'Ctrl+Shift+p', 'Meta+v', 'Alt+F4'];

  it('keeps the text and the key after it, however fast software types it for them', () => {
    for (const text of ['a', 'ab', 'doca-armazem-1', 'http://127.0.0.1:4600/doca'])
      for (const key of [...works, ...shortcuts])
        for (const gapMs of [0, 2, 20, 45]) {
          const { parts, scans, field } = type(burst([...signs(text), key, key, 'Enter'], gapMs));
          expect(parts.slice(-3), `${text}, ${key}`).toEqual(['pass', 'pass', 'pass']);
          expect(scans).toEqual([]);
          expect(field).toBe(`x${text}`);
        }
  });

  it('keeps what follows that key, if Enter does not come as fast', () => {
    for (const key of works)
      for (const late of [[], burst(['Enter'])]) {
        const typed = type([
          ...burst([...signs('ana'), key, ...signs('souza'), 'Tab', ...signs('12')]),
          ...late,
        ]);
        expect(typed).toMatchObject({ scans: [], field: 'xanasouza12' });
      }
  });

  it('keeps the key after one or two characters anywhere', () => {
    for (const typed of [' ', '?', 'ab'])
      for (const key of [...works, ...shortcuts, 'Ctrl+z'])
        expect(type(burst([...signs(typed), key]), false).parts.at(-1), `${typed}${key}`).not.toBe(
          'withhold',
        );
  });

  it('keeps the first two keys after that key, which may press a button', () => {
    const { parts } = type(burst([...signs('ana'), 'Tab', ' ', ' ', 'Tab']));
    expect(parts.slice(3)).toEqual(['pass', 'first', 'follow', 'pass']);
  });

  it('keeps every shortcut of several in a moment', () => {
    for (const inText of [true, false]) {
      const { parts } = type(
        burst(['Control', 'Ctrl+e', 'Ctrl+e', 'Ctrl+l', 'F9', 'Tab', 'Tab']),
        inText,
      );
      expect(parts.slice(1), String(inText)).toEqual(Array.from({ length: 6 }, () => 'pass'));
    }
  });
});
