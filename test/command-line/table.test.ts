import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shipment } from '#shared/domain/records.ts';
import { writeShipmentTable, writeVolume } from '../../src/main/command-line/output/table.ts';
import { plainLogistics } from '../dispatch/support/fakes.ts';
import { anyCharacter } from '../support/any-text.ts';
import { plainRecipient } from '../support/plain-recipient.ts';

const bare: Shipment = {
  id: 1,
  date: null,
  status: null,
  objectType: null,
  sale: null,
  invoice: null,
  recipient: null,
  volume: null,
  logistics: null,
};

describe('the table of shipments', () => {
  it('shows recipient, volume and tracking in the order of the list', () => {
    const full: Shipment = {
      ...bare,
      recipient: {
        ...plainRecipient,
        name: 'Márcia Souza',
        address: {
          street: null,
          number: null,
          complement: null,
          district: null,
          city: 'Recife',
          postalCode: null,
          state: 'PE',
          country: null,
        },
      },
      volume: {
        packaging: { id: 1, type: 2, description: 'Caixa' },
        width: 20,
        height: 15,
        length: 30,
        diameter: null,
        grossWeight: 1.25,
        quantity: 1,
      },
      logistics: {
        ...plainLogistics,
        trackingCode: 'AA123456785BR',
      },
    };
    const lines = writeShipmentTable([full, bare]).split('\n');
    expect(lines[1]).toMatch(
      /^1 +Márcia Souza +Recife\/PE +1 × Caixa 30×20×15 cm 1\.25 kg +AA123456785BR$/,
    );
    expect(lines[2]).toBe('2');
  });

  it('leaves out the fields that the ERP left out', () => {
    expect(writeVolume(bare)).toBe('');
  });

  it('keeps its columns and lets no control character through, whatever the names are', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const shipment = { ...bare, recipient: { ...plainRecipient, name } };
        const lines = writeShipmentTable([shipment]).split('\n');
        expect(lines).toHaveLength(3);
        expect(lines[1]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(Array.from(new Intl.Segmenter().segment(lines[1] ?? '')).length).toBeLessThanOrEqual(
          1 + 2 + 30,
        );
      }),
    );
  });
});
