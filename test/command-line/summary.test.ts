import { describe, expect, it } from 'vitest';
import { writeVerdict } from '../../src/main/command-line/output/summary.ts';
import { entry } from '../desk/support/snapshots.ts';

const shipments = Array.from({ length: 9 }, (_, index) => entry(index + 1));
const idsAt = (...positions: number[]): number[] =>
  positions.map((position) => shipments[position - 1]!.shipment.id);

describe('the paper of a failed print', () => {
  it('is listed by places in the list, long rows shortened', () => {
    const printVerdict = { printed: idsAt(1, 2, 3, 5), perhaps: idsAt(6), not: idsAt(7, 8, 4) };
    expect(writeVerdict({ printVerdict, shipments })).toBe(
      [
        '  on paper for sure: #1-3, #5',
        '  perhaps on paper: #6',
        '  not on paper: #4, #7-8',
        'Look for the labels in doubt on paper, then run again with --print-was done, --print-was not-done or the places that are there, like --print-was 1-20,23.',
        '',
      ].join('\n'),
    );
  });

  it('asks nothing if nothing is in doubt, and is silent after a print that ended well', () => {
    const printVerdict = { printed: [], perhaps: [], not: [...idsAt(1, 2), 999_999] };
    expect(writeVerdict({ printVerdict, shipments })).toBe('  not on paper: #1-2\n');
    expect(writeVerdict({ printVerdict: null, shipments })).toBe('');
  });
});
