import { extendChain, startChain } from '../../src/main/dispatch/proof/proof.ts';
import { makeProof } from '../../src/main/dispatch/proof/proof.ts';
import type { Proof } from '../../src/main/dispatch/proof/proof.ts';

/** A proof of so many parcels, each printed and checked, and the grouping concluded. */
export function makeSampleProof(parcels: number): Proof {
  const company = 'https://erp.test 11222333000181';
  const grouping = {
    id: 8412,
    identification: 'SP-41',
    date: '2026-03-25',
    shippingMethod: { id: 1, name: 'Sedex' },
  };
  const ids = Array.from({ length: parcels }, (_, index) => index + 1);
  const atMs = Date.UTC(2026, 2, 25, 17, 30);
  const common = { atMs, person: 'Ana Souza', station: null };
  const events = [
    { ...common, kind: 'opened', shipmentId: null, data: { shipments: parcels } },
    ...ids.flatMap((id) => [
      {
        ...common,
        kind: 'printed',
        shipmentId: id,
        data: { run: 1, printer: 'Zebra', label: 'a'.repeat(64) },
      },
      { ...common, kind: 'checked', shipmentId: id, data: { code: `AA${id}BR` } },
    ]),
    { ...common, kind: 'concluded', shipmentId: null, data: {} },
  ];
  const proof = makeProof(
    {
      ...{
        company,
        grouping,
        events,
        chain: events.reduce(extendChain, startChain(company, grouping.id)),
      },
      parcels: ids.map((id) => ({
        ...{
          shipmentId: id,
          position: id,
          tracking: `AA${id}BR`,
          invoice: 100 + id,
          order: null,
          volumes: 1,
        },
        ...{
          city: 'Joinville',
          state: 'SC',
          label: [{ sha256: 'a'.repeat(64), pages: 1, codes: [`AA${id}BR`] }],
        },
      })),
    },
    '0.1.0',
    'Bancada 1',
  );
  if (proof === null) throw new Error('the sample does not fit its chain');
  return proof;
}
