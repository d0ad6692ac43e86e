import { describe, expect, it } from 'vitest';
import { formatLink, parseId, parseScreen } from '../../../src/renderer/app/screens.ts';
import type { Screen } from '../../../src/renderer/app/screens.ts';

describe('the address of a screen', () => {
  it('leads back to the screen it was written for', () => {
    const screens: Screen[] = [
      { name: 'desk' },
      { name: 'office' },
      { name: 'grouping', groupingId: 12, shipmentId: null },
      { name: 'grouping', groupingId: 12, shipmentId: 34 },
      { name: 'print', groupingId: 12, selected: true },
      { name: 'check', groupingId: 12 },
    ];
    for (const screen of screens) expect(parseScreen(formatLink(screen))).toEqual(screen);
  });

  it('leads to the desk from any invalid address', () => {
    for (const hash of ['', '#/', '#/nowhere', '#/grouping/abc', '#/grouping/-1', '#/check']) {
      expect(parseScreen(hash)).toEqual({ name: 'desk' });
    }
  });

  it('take ids as people type and scan them', () => {
    expect([' 0012 ', '#77', '12a', '', '0', '1234567890123456'].map(parseId)).toEqual([
      12,
      77,
      null,
      null,
      null,
      null,
    ]);
  });
});
