import { describe, expect, it } from 'vitest';
import { countLeft } from '../../../src/renderer/job/parcels.ts';
import { isPrintable, isToPrint } from '../../../src/renderer/job/reprint.ts';
import { makePrintedRow as makeRow, makeShare, readyLabel } from '../fake-data.ts';

describe('the parcels of a shipment', () => {
  it('are left until their codes were read, or one code that stands for all', () => {
    const some = {
      ...makeRow(1, {}, 3),
      checkedAtMs: null,
      scannedVolumes: { codes: ['A'], of: 3 },
    };
    const all = makeRow(2, {}, 2);
    const none = { ...makeRow(3, {}, 2), checkedAtMs: null };
    expect([some, all, none].map(countLeft)).toEqual([2, 0, 2]);
  });

  it('are another station’s to print if it has them', () => {
    const rows = [
      { ...makeRow(1, readyLabel), share: makeShare('taken') },
      { ...makeRow(2, { file: 'refused' }), share: makeShare('printed') },
      { ...makeRow(3, readyLabel), share: makeShare('taken', true) },
    ];
    expect(rows.map(isToPrint)).toEqual([false, false, true]);
    expect(rows.map(isPrintable)).toEqual([false, false, true]);
  });
});
