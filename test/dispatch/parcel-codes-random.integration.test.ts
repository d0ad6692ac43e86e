import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { keep, labelled, scan } from '../support/labelled.ts';

describe('codes on labels, for all lists', () => {
  /** Few of them, so that labels share some. */
  const anyCode = fc.constantFrom(
    ...Array.from({ length: 14 }, (_, index) => `TBR0000000${String(index).padStart(2, '0')}`),
  );
  const page = fc.array(anyCode, { maxLength: 3 });
  const lists = fc
    .array(
      fc.tuple(
        fc.array(page, { maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(anyCode),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((all) =>
      all.map(([pages, volumes, tracking], index) =>
        labelled(index + 1, pages, volumes, tracking ?? ''),
      ),
    );

  it('only name a shipment alone, and check it with exactly as many different volumes as it has', () => {
    fc.assert(
      fc.property(lists, fc.array(anyCode, { maxLength: 40 }), (list, scans) => {
        let now: readonly ShipmentSnapshot[] = list;
        const counted = new Map<number, Set<number>>();
        for (const code of scans) {
          const match = scan(code, now);
          const showing = list.filter(({ label: { reading } }) =>
            reading?.codes.some(({ text }) => text === code),
          );
          const known = list.filter(({ shipment }) => shipment.logistics?.trackingCode === code);
          if ('shipmentId' in match) {
            const names = known.length > 0 ? known : showing;
            expect(names.map(({ shipment }) => shipment.id)).toContain(match.shipmentId);
            if (known.length === 0) expect(showing).toHaveLength(1);
          }
          if (match.kind === 'volume') {
            const pages = showing.find(({ shipment }) => shipment.id === match.shipmentId)!.label
              .reading!.codes;
            const own = new Set(
              pages.filter(({ text }) => text === code).map(({ page: number }) => number),
            );
            expect(own.size).toBe(1);
            const volumes = counted.get(match.shipmentId) ?? new Set();
            const [number] = own;
            expect(volumes.has(number!)).toBe(false);
            volumes.add(number!);
            counted.set(match.shipmentId, volumes);
            expect(match.scanned!.codes).toHaveLength(volumes.size);
          }
          now = keep(now, match);
        }
        for (const { shipment, checkedAtMs } of now) {
          const volumes = counted.get(shipment.id);
          if (volumes !== undefined)
            expect(checkedAtMs !== null).toBe(volumes.size === shipment.volume!.quantity);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
