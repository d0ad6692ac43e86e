import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScanDetector, burstGapMs, quietBeforeMs } from '../../../src/renderer/scanner/scanner.ts';
import type { BurstPart, KeyStroke } from '../../../src/renderer/scanner/scanner.ts';

interface Timed {
  readonly key: string;
  readonly gapMs: number;
  readonly repeat?: boolean;
  readonly chord?: KeyStroke['chord'];
}

function feed(strokes: readonly Timed[]): BurstPart[] {
  const detector = new ScanDetector();
  let atMs = 1000;
  return strokes.map(({ key, gapMs, repeat = false, chord = 'none' }) => {
    atMs += gapMs;
    return detector.take({ key, atMs, repeat, chord, inText: true });
  });
}

const signs = (text: string): string[] => Array.from(text);
const scans = (parts: readonly BurstPart[]): (string | null)[] =>
  parts.flatMap((part) => (typeof part === 'object' ? [part.scan] : []));

const codes = fc.stringMatching(/^[0-9A-Z]{3,44}$/);
const quickMs = fc.integer({ min: 0, max: burstGapMs - 1 });
const slowMs = fc.integer({ min: burstGapMs, max: 900 });

describe('the scan detector', () => {
  it('detects every quick burst that ends in Enter, whatever was typed before', () => {
    const pause = fc.integer({ min: quietBeforeMs, max: 5000 });
    fc.assert(
      fc.property(
        codes,
        fc.array(quickMs, { minLength: 45, maxLength: 45 }),
        pause,
        (code, gaps, pauseMs) => {
          const before = signs('ana').map((key) => ({ key, gapMs: 120 }));
          const burst = [...signs(code), 'Enter'].map((key, index) => ({
            key,
            gapMs: index === 0 ? pauseMs : gaps[index]!,
          }));
          expect(scans(feed([...before, ...burst]))).toEqual([code]);
        },
      ),
    );
  });

  it('never takes a part of a code for the code when it stalled on its way', () => {
    const stall = fc.integer({ min: burstGapMs, max: quietBeforeMs - 1 });
    fc.assert(
      fc.property(codes, fc.nat(43), stall, (code, at, stallMs) => {
        const place = 1 + (at % (code.length - 1));
        const keys = [...signs(code), 'Enter'].map((key, index) => ({
          key,
          gapMs: index === place ? stallMs : 5,
        }));
        expect(scans(feed(keys))).toEqual([]);
      }),
    );
  });

  it('never takes typing for a scan as long as no four keys on end are quick', () => {
    const key = fc.oneof(
      fc.constantFrom('Enter', 'Backspace', 'Tab'),
      fc.stringMatching(/^[a-z0-9 ]$/),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, quickMs, slowMs), { maxLength: 80 }), (typed) => {
        const strokes = typed.map(([name, quick, slow], index) => ({
          key: name,
          gapMs: index % 3 === 0 ? slow : quick,
        }));
        expect(scans(feed(strokes))).toEqual([]);
      }),
    );
  });

  it('keeps all but the first two characters from the field', () => {
    const parts = feed(signs('ABCDEF').map((key) => ({ key, gapMs: 8 })));
    expect(parts).toEqual(['first', 'follow', 'withhold', 'withhold', 'withhold', 'withhold']);
  });

  it('does not take a key held down for a scan', () => {
    const held = Array.from({ length: 20 }, (_, index) => ({
      key: 'a',
      gapMs: 30,
      repeat: index > 0,
    }));
    expect(scans(feed([...held, { key: 'Enter', gapMs: 20 }]))).toEqual([]);
  });

  it('hears capital letters through the Shift that a scanner sends with them', () => {
    const strokes = ['Shift', 'Z', 'Shift', 'Z', '1', '2', 'Enter'].map((key) => ({
      key,
      gapMs: 4,
    }));
    expect(scans(feed(strokes))).toEqual(['ZZ12']);
  });

  it('ends a burst at a shortcut', () => {
    const strokes = signs('123').map((key) => ({ key, gapMs: 5 }));
    expect(
      scans(feed([...strokes, { key: 'a', gapMs: 5, chord: 'ctrl' }, { key: 'Enter', gapMs: 5 }])),
    ).toEqual([]);
  });

  it('separates two consecutive scans', () => {
    const one = [...signs('111'), 'Enter'].map((key) => ({ key, gapMs: 3 }));
    const two = [...signs('222'), 'Enter'].map((key) => ({ key, gapMs: 3 }));
    expect(scans(feed([...one, ...two]))).toEqual(['111', '222']);
  });
});
