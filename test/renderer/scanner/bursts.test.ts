import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ScanDetector,
  burstGapMs,
  quietBeforeMs,
  type BurstPart,
  type KeyStroke,
} from '../../../src/renderer/scanner/scan-detector.ts';
import { readCommand } from '../../../src/renderer/scanner/command-codes.ts';
import { readScan } from '#shared/codes.ts';
import fieldInputs from '../../fixtures/scans.json' with { type: 'json' };
import { namedKeys } from '../../support/named-keys.ts';
import { readKey } from '../../support/scan.ts';

type Timed = Omit<KeyStroke, 'atMs'> & { readonly gapMs: number };

/** The parts of the keys, and the content of a field that has the focus, with its first content. */
function type(keys: readonly Timed[], detector = new ScanDetector()) {
  let atMs = 1000;
  let field = 'x';
  let remembered = field;
  const scans: string[] = [];
  const parts = keys.map(({ gapMs, ...stroke }): BurstPart => {
    atMs += gapMs;
    const part = detector.take({ ...stroke, atMs });
    if (part === 'pass' || part === 'first') field += detector.release();
    if (part === 'first') remembered = field;
    if (typeof part === 'object') scans.push(part.scan);
    if (typeof part === 'object' || part === 'unread') {
      detector.release();
      field = remembered;
    }
    const isPassed = part === 'pass' || part === 'first' || part === 'follow';
    if (isPassed && stroke.chord === 'none' && stroke.key.length === 1) field += stroke.key;
    if (isPassed && stroke.key === 'Backspace') field = field.slice(0, -1);
    return part;
  });
  return { parts, scans, field, isUnread: parts.includes('unread') };
}

const burst = (names: readonly string[], gapMs = 5): readonly Timed[] =>
  names.map((name) => ({ ...readKey(name), repeat: false, gapMs }));

const ignored = new Set('Shift CapsLock AltGraph Control Alt NumLock Unidentified'.split(' '));
const chords = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz[\\]^_@1', (key) => `Ctrl+${key}`),
  ...['Alt+a', 'Alt+Enter', 'Meta+v', 'Ctrl+Enter', 'Ctrl+F9', 'Ctrl+Alt+q'],
];
const strangers = [...namedKeys, ...chords].filter((key) => key !== 'Enter' && key !== 'Tab');

/** Codes as they are on parcels: a tracking code, an invoice's key, GS1 data, commands, JSON. */
const codes = fc.oneof(
  fc.constantFrom('AA123456785BR', '102342', 'DOCA-NEXT', ']C10107891234567895102342', '123'),
  fc.constantFrom('35261111222333000181550010000010011123456789', '{"id":"46","t":"lm"}'),
  fc.stringMatching(/^[0-9A-Z-]{3,44}$/),
);
const quickMs = fc.integer({ min: 0, max: burstGapMs - 1 });

describe('a burst of keys is one scan of everything or none', () => {
  it.each(fieldInputs.keystrokes)('$keys, as the field sent them', ({ keys, gapMs }) => {
    const { scans, field } = type(burst(keys, gapMs));
    expect(scans).toEqual(['0107891234567895\x1d1002']);
    expect(field).toBe('x');
  });

  it('whatever key comes at whatever place of it, with Enter or Tab at its end', () => {
    const place = fc.nat(43);
    const ending = fc.constantFrom('Enter', 'Tab');
    fc.assert(
      fc.property(
        ...([codes, fc.constantFrom(...strangers), place, ending, quickMs] as const),
        (code, stranger, at, end, gapMs) => {
          const signs = Array.from(code);
          const index = at % (signs.length + 1);
          const keys = burst([...signs.toSpliced(index, 0, stranger), end], gapMs);
          const { scans, field, isUnread } = type(keys.with(0, { ...keys[0]!, gapMs: 500 }));
          const shown = `${code} with ${stranger} at ${index}: ${JSON.stringify(scans)}`;
          // eslint-disable-next-line no-control-regex
          const whole = scans.map((scan) => scan.replace(/[\x01-\x1f]/g, ''));
          expect(
            whole.every((scan) => scan === code),
            shown,
          ).toBe(true);
          expect(scans.length === 1 ? !isUnread : isUnread, shown).toBe(true);
          if (ignored.has(stranger)) expect(scans, shown).toEqual([code]);
          if (index > 0) expect(field, shown).toBe('x');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('each named key at each place of one code', () => {
    const signs = Array.from('0107891234567895102342');
    for (const stranger of strangers)
      for (let at = 0; at <= signs.length; at += 1) {
        const { scans, field } = type(burst([...signs.toSpliced(at, 0, stranger), 'Enter']));
        const shown = `${stranger} at ${at}`;
        // eslint-disable-next-line no-control-regex
        const whole = scans.map((scan) => scan.replace(/[\x01-\x1f]/g, ''));
        expect([[], [signs.join('')]], shown).toContainEqual(whole);
        // In front of a code it is a person's key.
        if (at > 0) expect(field, shown).toBe('x');
      }
  });

  it('nothing of a spoilt burst is taken until it is quiet, and then scans count again', () => {
    const detector = new ScanDetector();
    const spoilt = burst([
      ...Array.from('0107'),
      'F8',
      ...Array.from('1002'),
      'Enter',
      ...Array.from('1002'),
      'Enter',
      'Enter',
    ]);
    const slowTail = burst([...Array.from('1002'), 'Enter'], quietBeforeMs - 1);
    const { parts, scans } = type([...spoilt, ...slowTail], detector);
    expect(scans).toEqual([]);
    expect(parts.filter((part) => part === 'unread')).toHaveLength(1);
    expect(parts.slice(5).every((part) => part === 'drop')).toBe(true);
    const [first, ...rest] = burst([...Array.from('1002'), 'Enter']);
    expect(type([{ ...first!, gapMs: 60_000 }, ...rest], detector).scans).toEqual(['1002']);
  });

  it('a code without end is none, and stays out of the field', () => {
    const { scans, field, isUnread } = type(burst([...Array.from('1'.repeat(8000)), 'Enter']));
    expect({ scans, field, isUnread }).toEqual({ scans: [], field: 'x', isUnread: true });
  });

  it('a token is one code, as long as a QR code can hold it', () => {
    for (const length of [513, 1500, 7089]) {
      const token = 'eyJhbGciOi'.repeat(709).slice(0, length);
      expect(type(burst([...Array.from(token), 'Enter'])).scans).toEqual([token]);
    }
  });

  it('characters by their numbers, as scanners for any keyboard layout send them', () => {
    const byNumber = Array.from('AB\x1d9', (sign) => [
      'Alt',
      ...Array.from(String(sign.charCodeAt(0)).padStart(4, '0'), (digit) => `Alt+${digit}`),
    ]).flat();
    expect(type(burst([...byNumber, 'Enter']))).toMatchObject({ scans: ['AB\x1d9'], field: 'x' });
    for (const number of ['000', '231', '29999'])
      expect(
        type(
          burst([
            ...Array.from('123'),
            ...Array.from(number, (digit) => `Alt+${digit}`),
            '4',
            'Enter',
          ]),
        ),
      ).toMatchObject({ scans: [], isUnread: true });
  });

  it('a second end of a scan presses nothing, and the next scan counts', () => {
    const keys = [...Array.from('111'), 'Tab', 'Enter', ...Array.from('222'), 'Enter', 'Tab'];
    const { parts, scans } = type(burst(keys));
    expect(scans).toEqual(['111', '222']);
    expect(parts.filter((part) => part === 'drop')).toHaveLength(2);
  });
});

describe('a person', () => {
  it('keeps shortcuts, Tab and editing keys, right after a character too', () => {
    for (const gapMs of [burstGapMs, 120, 900])
      for (const key of ['a', 'Backspace', 'Tab', 'Escape', 'F8', 'Ctrl+p', 'Alt+1', 'ArrowLeft'])
        expect(type(burst(['a', key], gapMs)).parts[1]).toMatch(/^(pass|first)$/);
    for (const key of ['Backspace', 'Tab', 'Enter', 'ArrowLeft'])
      expect(type(burst(['a', key], 20)).parts[1]).toBe('pass');
  });

  it('keeps every shortcut of several in a moment', () => {
    const shortcuts = burst(['Control', 'Ctrl+e', 'Ctrl+e', 'Ctrl+l', 'Ctrl+s']);
    expect(type(shortcuts).parts.slice(1)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });

  it('keeps the key that follows a blank in a moment', () => {
    expect(type(burst([' ', 'F9'])).parts).toEqual(['pass', 'pass']);
  });

  it('loses no shortcut by pressing it over and over', () => {
    const parts = type(burst(['Ctrl+z', 'Ctrl+z', 'Ctrl+s', 'F9', 'Tab', 'Tab'], 60)).parts;
    expect(parts.every((part) => part === 'pass' || part === 'first')).toBe(true);
  });
});

it('the signs around a code are the scanner’s, but the separator of fields is the code’s', () => {
  expect(readScan('\x02]C10107\x1d1002\x03\r')).toBe('0107\x1d1002');
  expect(readCommand('\x02DOCA-NEXT\n')).toBe('primary');
});
