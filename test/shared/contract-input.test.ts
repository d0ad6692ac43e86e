import { describe, expect, it } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { defaultSettings } from '#shared/contract/settings.ts';

const accepts = (channel: keyof typeof requests, input: unknown): boolean =>
  requests[channel].input.safeParse(input).success;

const print = { groupingId: 1, printer: 'p', copies: 1, sheet: null, shipmentIds: [2, 1] };

describe('request inputs', () => {
  it('accepts no input if none is defined', () => {
    expect(accepts('app.info', undefined)).toBe(true);
    expect(accepts('app.info', {})).toBe(false);
    expect(accepts('app.info', null)).toBe(false);
  });

  it('takes ids that are positive safe integers only', () => {
    expect(accepts('job.open', { groupingId: 12 })).toBe(true);
    for (const groupingId of [0, -1, 1.5, 2 ** 53, '12', null, Number.NaN] as unknown[]) {
      expect(accepts('job.open', { groupingId })).toBe(false);
    }
  });

  it('refuses unknown fields', () => {
    expect(accepts('job.open', { groupingId: 1, path: '/etc' })).toBe(false);
    expect(accepts('job.retry', { groupingId: 1, shipmentIds: null, more: 1 })).toBe(false);
    expect(accepts('settings.change', { change: { token: 'x' } })).toBe(false);
  });

  it('limits lists and texts', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => index + 1);
    expect(accepts('job.accept', { groupingId: 1, shipmentIds: many.slice(1) })).toBe(true);
    expect(accepts('job.accept', { groupingId: 1, shipmentIds: many })).toBe(false);
    expect(accepts('check.scan', { groupingId: 1, code: 'x'.repeat(8_000) })).toBe(true);
    expect(accepts('check.scan', { groupingId: 1, code: 'x'.repeat(8_001) })).toBe(false);
  });

  it('takes every setting as it is, alone and together, and no undefined in its place', () => {
    expect(accepts('settings.change', { change: defaultSettings })).toBe(true);
    expect(accepts('settings.change', { change: {} })).toBe(true);
    for (const [name, value] of Object.entries<unknown>({ ...defaultSettings })) {
      expect(accepts('settings.change', { change: { [name]: value } })).toBe(true);
      expect(accepts('settings.change', { change: { [name]: undefined } })).toBe(false);
    }
  });

  it('takes a sheet whose first place is on the sheet', () => {
    expect(accepts('print.start', print)).toBe(true);
    expect(accepts('print.start', { ...print, sheet: { perSheet: 4, start: 4 } })).toBe(true);
    expect(accepts('print.start', { ...print, sheet: { perSheet: 2, start: 3 } })).toBe(false);
    expect(accepts('print.start', { ...print, sheet: { perSheet: 3, start: 1 } })).toBe(false);
    expect(accepts('print.start', { ...print, copies: 0 })).toBe(false);
    expect(accepts('print.start', { ...print, shipmentIds: [1] })).toBe(true);
    expect(accepts('print.start', { ...print, shipmentIds: 'all' })).toBe(false);
  });

  it('accepts the answer about the paper for all labels in doubt or one by one', () => {
    for (const printed of [true, false, [], [7, 9]])
      expect(accepts('print.resolve', { groupingId: 1, printed })).toBe(true);
    for (const printed of [null, 'yes', [0], {}])
      expect(accepts('print.resolve', { groupingId: 1, printed })).toBe(false);
  });

  it('takes the eight statuses and null', () => {
    for (const status of [0, 1, 2, 3, 4, 5, 6, 7, null]) {
      expect(accepts('office.set-status', { serviceOrderId: 1, status })).toBe(true);
    }
    for (const status of [8, -1, '1', undefined]) {
      expect(accepts('office.set-status', { serviceOrderId: 1, status })).toBe(false);
    }
  });
});
