import { describe, expect, it } from 'vitest';
import { lookAtScan } from '../../../src/renderer/scanner/scan-look.ts';

function type(text: string, gapMs: number, ...endings: readonly string[]) {
  return [...Array.from(text), ...endings].map((key, index) => ({
    key,
    atMs: 1000 + index * gapMs,
  }));
}

describe('the look at a scan', () => {
  it('tells what came, how fast, and its ending', () => {
    expect(lookAtScan(type('DOCA100X150', 5, 'Enter'))).toEqual({
      text: 'DOCA100X150',
      ms: 55,
      ending: 'enter',
      isSlow: false,
    });
    expect(lookAtScan(type('DOCA', 5, 'Tab'))).toMatchObject({ ending: 'tab' });
    expect(lookAtScan(type('DOCA', 5))).toMatchObject({ ending: 'none', ms: 15 });
  });

  it('calls a scan slow that Doca could not tell from a person, its Enter included', () => {
    expect(lookAtScan(type('DOCA', 34, 'Enter'))).toMatchObject({ isSlow: false });
    expect(lookAtScan(type('DOCA', 35, 'Enter'))).toMatchObject({ isSlow: true });
    const [, ...late] = type('DOCA', 5, 'Enter').toReversed();
    expect(lookAtScan([...late.toReversed(), { key: 'Enter', atMs: 2000 }])).toMatchObject({
      isSlow: true,
    });
  });

  it('takes too few keys for no scan', () => {
    expect(lookAtScan(type('DO', 5, 'Enter'))).toBeNull();
    expect(lookAtScan([])).toBeNull();
  });
});
