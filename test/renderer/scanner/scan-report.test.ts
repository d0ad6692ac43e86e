import { describe, expect, it } from 'vitest';
import { reportScan } from '../../../src/renderer/scanner/scan-report.ts';

function type(text: string, gapMs: number, ...endings: readonly string[]) {
  return [...Array.from(text), ...endings].map((key, index) => ({
    key,
    atMs: 1000 + index * gapMs,
  }));
}

describe('the report on a scan', () => {
  it('tells what came, how fast, and its ending', () => {
    expect(reportScan(type('DOCA100X150', 5, 'Enter'))).toEqual({
      text: 'DOCA100X150',
      ms: 55,
      ending: 'enter',
      isSlow: false,
    });
    expect(reportScan(type('DOCA', 5, 'Tab'))).toMatchObject({ ending: 'tab' });
    expect(reportScan(type('DOCA', 5))).toMatchObject({ ending: 'none', ms: 15 });
  });

  it('calls a scan slow that Doca could not tell from a person, its Enter included', () => {
    expect(reportScan(type('DOCA', 34, 'Enter'))).toMatchObject({ isSlow: false });
    expect(reportScan(type('DOCA', 35, 'Enter'))).toMatchObject({ isSlow: true });
    const [, ...late] = type('DOCA', 5, 'Enter').toReversed();
    expect(reportScan([...late.toReversed(), { key: 'Enter', atMs: 2000 }])).toMatchObject({
      isSlow: true,
    });
  });

  it('takes too few keys for no scan', () => {
    expect(reportScan(type('DO', 5, 'Enter'))).toBeNull();
    expect(reportScan([])).toBeNull();
  });
});
