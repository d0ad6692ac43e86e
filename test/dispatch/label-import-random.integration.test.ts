import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  OwnerIndex,
  listWords,
  showsOtherCode,
} from '../../src/main/dispatch/collect/name-owners.ts';
import { joinPages, placePieces } from '../../src/main/dispatch/model/import-placing.ts';
import type { NamedBy } from '../../src/main/dispatch/model/import-placing.ts';
import { accessKey, ownIssuers } from '../support/access-key.ts';
import { shipment } from './support/fakes.ts';
import { list, track } from './support/tracked.ts';

/** A label as a panel makes it, and the shipment that it is for; 0: nobody's here. */
interface Made {
  readonly for: number;
  readonly text: string;
  readonly name: string;
}

describe('whatever a panel gives', () => {
  // The mixes are of our own making: what panels give is told by users, and no public collection of
  // such files exists.
  const shipments = list(12, (one) => ({
    ...one,
    // Some have no tracking code yet; two parcels of one order, with one invoice.
    logistics: one.id % 4 === 0 ? { ...one.logistics!, trackingCode: null } : one.logistics,
    ...(one.id === 3 ? { sale: shipment(2).sale, invoice: shipment(2).invoice } : {}),
  }));
  const index = new OwnerIndex(shipments, ownIssuers);
  const label = fc
    .record({
      of: fc.integer({ min: 0, max: 14 }),
      shows: fc.subarray(['tracking', 'invoice', 'key', 'order', 'words'] as const, {
        minLength: 1,
      }),
      isSibling: fc.boolean(),
      nameOf: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
      salt: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ of, shows, salt, nameOf, ...given }): Made => {
      const one = shipments[of - 1];
      // Another parcel of its order, in another grouping. If the ERP has no code for the one here,
      // nothing tells them apart but the journal, which is not in this test.
      const isSibling = given.isSibling && one?.logistics?.trackingCode !== null;
      const { invoice, sale } = one ?? shipment(500 + of);
      const tracking = isSibling
        ? track(900 + of)
        : (one?.logistics?.trackingCode ?? track(of + 50));
      const texts = {
        tracking,
        invoice: `NF-e: ${invoice?.number ?? ''}`,
        key: accessKey(invoice?.number ?? 1),
        order: `Pedido ${sale?.number ?? ''}`,
        words: 'Rua das Flores, 501, CEP 05020-000',
      };
      const shown = isSibling ? [...new Set(['tracking' as const, ...shows])] : shows;
      const text = [...shown.map((what) => texts[what]), `via ${salt}`].join('\n');
      return {
        for: isSibling || one === undefined ? 0 : of,
        text,
        name: nameOf === null ? '' : `${nameOf === of ? track(of) : `etiqueta ${nameOf}`}.pdf`,
      };
    });

  test('no label is on a wrong row, and each is on its row or left', () => {
    const counts = { placed: 0, left: 0, same: 0 };
    fc.assert(
      fc.property(fc.array(label, { maxLength: 16 }), (made) => {
        const pages = made.map((one) => {
          const owners: ReadonlyMap<number, NamedBy> = index.find(one.text);
          const [[owner, by] = []] = owners;
          const shipment = shipments.find(({ id }) => id === owner);
          return {
            made: [one],
            sha256: one.text,
            owners,
            isRead: true,
            isPaper: false,
            isOther:
              shipment !== undefined &&
              by !== 'tracking' &&
              showsOtherCode(listWords(one.text), shipment),
          };
        });
        const pieces = joinPages(pages).map((run) => {
          const all = run.flatMap((at) => pages[at]!);
          const joined = all.flatMap((page) => page.made);
          return {
            ...all[0]!,
            isOther: all.some(({ isOther }) => isOther),
            made: joined,
            sha256: joined.map(({ text }) => text).join(),
          };
        });
        const {
          placed,
          left: rest,
          same,
        } = placePieces(pieces, () => ({
          volumes: 1,
          present: [],
          isClosed: false,
          free: null,
          takesPapers: true,
        }));
        for (const [id, own] of placed) {
          expect(own).toHaveLength(1);
          for (const piece of own)
            expect(piece.made.map((one) => one.for)).toEqual(piece.made.map(() => id));
        }
        expect(placed.size + rest.length + same).toBe(pieces.length);
        counts.placed += placed.size;
        counts.left += rest.length;
        counts.same += same;
      }),
      { numRuns: 10_000 },
    );
    expect(counts.placed).toBeGreaterThan(10_000);
    expect(counts.left).toBeGreaterThan(10_000);
  });
});
