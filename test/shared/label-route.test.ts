import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '#shared/contract/settings.ts';
import { findPrinterDpi } from '#shared/label-route.ts';

const label = { widthMm: 101.6, heightMm: 152.4 };
const a4 = { widthMm: 210, heightMm: 297 };
const settings: Settings = {
  ...defaultSettings,
  printer: 'Zebra',
  routes: { byPaper: { '100x150': 'Fine', a4: 'Laser' }, zpl: 'Finest' },
  printerDpi: { Zebra: 203, Fine: 300, Finest: 600 },
};

describe("the resolution of the printer of a label's route", () => {
  it.each([
    ['its paper', label, false, 300],
    ['its ZPL before its paper', label, true, 600],
    ['the printer for all others, on other paper', { widthMm: 60, heightMm: 40 }, false, 203],
    ['the printer for all others, while its paper is not known', null, false, 203],
    ['a printer of which the settings say nothing', a4, false, 203],
  ])('is that of %s', (_, paper, hasZpl, dpi) => {
    expect(findPrinterDpi(settings, { paper, hasZpl })).toBe(dpi);
  });

  it('is that of the printer for ZPL alone if labels of that have none of their own', () => {
    const byPaper = { ...settings, routes: { ...settings.routes, zpl: null } };
    expect(findPrinterDpi(byPaper, { paper: label, hasZpl: true })).toBe(300);
  });

  it('is that of the printer of the sheets if labels are printed on sheets', () => {
    const onSheets = {
      ...settings,
      perSheet: 4 as const,
      printerDpi: { ...settings.printerDpi, Laser: 600 as const },
    };
    expect(findPrinterDpi(onSheets, { paper: label, hasZpl: true })).toBe(600);
  });

  it('is the usual one without any printer', () => {
    expect(findPrinterDpi(defaultSettings, { paper: label, hasZpl: true })).toBe(203);
  });
});
