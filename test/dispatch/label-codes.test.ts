import { describe, expect, it } from 'vitest';
import { findOtherOwner } from '../../src/main/dispatch/codes/other-owner.ts';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';
import { findByTracking, indexByTracking, showsOwnCode } from '#shared/identities/naming.ts';
import { mayBeUnreadable } from '#shared/label-codes.ts';
import { plainLogistics, shipment as fake } from '../dispatch/support/fakes.ts';
import { accessKey, ownIssuers } from '../support/access-key.ts';

function make(id: number, trackingCode: string | null, more: Partial<Shipment> = {}): Shipment {
  return {
    ...fake(id),
    sale: null,
    recipient: null,
    logistics: { ...plainLogistics, trackingCode },
    ...more,
  };
}

function read(...texts: string[]): LabelReading {
  const codes = texts.map((text) => ({ symbology: 'Code128', text, page: 1 }));
  return { codes, pages: 1, dpi: 203, looked: true };
}

/** The fields of Correios' guide for its Data Matrix, up to the code's. */
const correios = (code: string) =>
  `0131090000000880150000000035 1${code}2500000000000075000123032980100045`.replace(' ', '');

const own = make(1, 'AA111111111BR');
const other = make(2, 'BB222222222BR');
const third = make(3, 'CC333333333BR');

function judge(
  reading: LabelReading,
  me = own,
  others: readonly Shipment[] = [me, other, third],
): number | null {
  const index = indexByTracking(others);
  return findOtherOwner(me, reading, (code) => findByTracking(index, code), ownIssuers)?.id ?? null;
}

describe('whose label it is', () => {
  it('is certainly another one’s if it shows that one’s code and none of its own', () => {
    expect(judge(read('BB222222222BR'))).toBe(2);
    expect(judge(read('bb 222 222 222-br', '01310100', 'https://carrier.test/x'))).toBe(2);
    expect(judge(read('21BB222222222BR'))).toBe(2);
    expect(judge(read('402BB222222222BR', '01310100'))).toBe(2);
  });

  it('is a question if its own code stands in a longer one of no known layout', () => {
    expect(judge(read('BB222222222BR', '{"t":"AA111111111BR","z":1}'))).toBe(2);
    expect(judge(read('BB222222222BR', 'XAA111111111BR'))).toBe(2);
  });

  it.each<[string, LabelReading, Shipment?, (readonly Shipment[])?]>([
    ['nothing can be read', read()],
    ['its own code is there', read('AA111111111BR')],
    ['its own code is there beside another’s', read('BB222222222BR', 'aa111111111br')],
    ['Correios’ Data Matrix has its own', read('BB222222222BR', correios('AA111111111BR'))],
    ['the code is nobody’s', read('ZZ999999999BR')],
    ['a longer code holds another’s', read('XBB222222222BR')],
    ['another’s stands behind what is no identifier of GS1', read('99BB222222222BR')],
    ['its own stands behind an identifier too', read('21BB222222222BR', '21AA111111111BR')],
    [
      'with and without the identifier it is two',
      read('21BB222222222BR'),
      own,
      [own, other, make(4, '21BB222222222BR')],
    ],
    ['it shows several others: a list', read('BB222222222BR', 'CC333333333BR')],
    [
      'two shipments have the code',
      read('BB222222222BR'),
      own,
      [own, other, make(4, 'BB222222222BR')],
    ],
    ['it has no code of its own to miss', read('BB222222222BR'), make(1, null)],
    ['its own code is too short to say anything', read('BB222222222BR'), make(1, '12345')],
    [
      'the other’s code is as short as a postal code',
      read('01310100'),
      own,
      [own, make(2, '01310100')],
    ],
    [
      'its own invoice is on it',
      read('BB222222222BR', accessKey(1234)),
      { ...own, invoice: { id: 1, number: 1234, date: null, status: null } },
    ],
    [
      'both belong to one order',
      read('BB222222222BR'),
      { ...own, sale: { id: 1, number: 77, date: null, status: null } },
      [{ ...other, sale: { id: 9, number: 77, date: null, status: null } }],
    ],
  ])('is not doubted if %s', (_, reading, me, others) => {
    expect(judge(reading, me, others)).toBe(null);
  });
});

it('its own code makes the tick', () => {
  expect(showsOwnCode(own, read('01310100', 'AA 111 111 111 BR'))).toBe(true);
  expect(showsOwnCode(own, read('BB222222222BR'))).toBe(false);
  expect(showsOwnCode(make(1, ''), read(''))).toBe(false);
});

it('a label may be unreadable if no code was read at the printer’s resolution', () => {
  expect(mayBeUnreadable(read('x'), 203)).toBe(false);
  expect(mayBeUnreadable({ ...read('x'), dpi: 300 }, 203)).toBe(true);
  expect(mayBeUnreadable({ ...read('x'), dpi: 300 }, 300)).toBe(false);
  expect(mayBeUnreadable({ ...read(), dpi: null }, 600)).toBe(true);
  expect(mayBeUnreadable({ ...read(), dpi: null, looked: false }, 203)).toBe(false);
});
