import { describe, expect, it } from 'vitest';
import type { WireDispatch } from '../../src/training-erp/data/dispatches.ts';
import { computeCnpjDigits, computeCpfDigits } from '#shared/domain/erp.ts';
import { s10CheckDigit } from '../../src/training-erp/data/ids.ts';
import { places } from '../../src/training-erp/data/places.ts';
import { call, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

/** Every shipment of a large grouping and of the following small ones. */
async function everyShipment(seed: number): Promise<WireDispatch[]> {
  const sandbox = await open({ seed, shipments: 400, groupings: 4, severalVolumes: true });
  const groupings = await Promise.all(
    [0, 1, 2, 3].map((index) => call(sandbox, 'GET', `/expedicao/${groupingIdOf(index)}`)),
  );
  return groupings.flatMap(({ json }) => json.expedicoes);
}

describe('the people and parcels of the sandbox', () => {
  it('have CPF or CNPJ with right check digits', async () => {
    for (const { destinatario } of await everyShipment(2)) {
      const plain = destinatario.cpfCnpj.replace(/\D/g, '');
      if (destinatario.tipoPessoa === 'F')
        expect(computeCpfDigits(plain.slice(0, 9))).toBe(plain.slice(9));
      else expect(computeCnpjDigits(plain.slice(0, 12))).toBe(plain.slice(12));
    }
  });

  it('live at a CEP of their city, in its state, with its area code', async () => {
    for (const { destinatario } of await everyShipment(3)) {
      const { endereco } = destinatario;
      const place = places.find(({ city }) => city === endereco.municipio)!;
      expect(endereco.cep).toMatch(/^\d{5}-\d{3}$/);
      const range = Number(endereco.cep.slice(0, 5));
      expect(range).toBeGreaterThanOrEqual(place.firstCep);
      expect(range).toBeLessThanOrEqual(place.lastCep);
      expect(endereco.uf).toBe(place.state);
      expect(place.districts).toContain(endereco.bairro);
      for (const phone of [destinatario.telefone, destinatario.celular]) {
        if (phone !== '') expect(phone.slice(1, 3)).toBe(place.areaCode);
      }
    }
  });

  it('have e-mail addresses that can never reach a person', async () => {
    for (const { destinatario } of await everyShipment(4)) {
      expect(destinatario.email).toMatch(/^[a-z.]+@([a-z]+\.)?example\.com$/);
    }
  });

  it('have valid tracking codes, now and then none, and https links to them', async () => {
    const shipments = await everyShipment(5);
    const codes: string[] = shipments.map(({ logistica }) => logistica.codigoRastreio);
    for (const [index, code] of codes.entries()) {
      const url = shipments[index]!.logistica.urlRastreio;
      if (code === '') {
        expect(url).toBe('');
        continue;
      }
      expect(url).toBe(`https://rastreio.example.com/${code}`);
      if (!code.startsWith('RSA')) {
        expect(code).toMatch(/^[A-Z]{2}\d{9}BR$/);
        expect(s10CheckDigit(code.slice(2, 10))).toBe(code[10]);
      }
    }
    expect(codes.filter((code) => code === '').length).toBeGreaterThan(0);
    expect(codes.some((code) => code.startsWith('RSA'))).toBe(true);
    const given = codes.filter((code) => code !== '');
    expect(new Set(given).size).toBe(given.length);
  });

  it('cover all that a screen must be able to show: every packaging, companies, gaps, long names, accents', async () => {
    const shipments = await everyShipment(6);
    const types = new Set(shipments.map(({ volume }) => volume.embalagem.tipo));
    expect([...types].sort()).toEqual([0, 1, 2, 3]);
    expect(shipments.some(({ destinatario }) => destinatario.tipoPessoa === 'J')).toBe(true);
    expect(shipments.some(({ destinatario }) => destinatario.endereco.complemento === '')).toBe(
      true,
    );
    expect(shipments.some(({ destinatario }) => destinatario.endereco.complemento !== '')).toBe(
      true,
    );
    expect(shipments.some(({ logistica }) => logistica.transportador === null)).toBe(true);
    expect(shipments.some(({ logistica }) => logistica.transportador !== null)).toBe(true);
    expect(shipments.some(({ logistica }) => logistica.possuiAvisoRecebimento)).toBe(true);
    expect(shipments.some(({ volume }) => volume.quantidadeVolumes > 1)).toBe(true);
    expect(shipments.some(({ destinatario }) => destinatario.nome.length > 50)).toBe(true);
    expect(shipments.some(({ destinatario }) => /[ãõçéíâôú]/.test(destinatario.nome))).toBe(true);
  });

  it('are distinguished by every id and number', async () => {
    const shipments = await everyShipment(7);
    for (const pick of [
      (shipment: WireDispatch) => shipment.id,
      (shipment: WireDispatch) => shipment.venda.id,
      (shipment: WireDispatch) => shipment.venda.numero,
      (shipment: WireDispatch) => shipment.notaFiscal.id,
      (shipment: WireDispatch) => shipment.notaFiscal.numero,
      (shipment: WireDispatch) => shipment.destinatario.id,
    ]) {
      expect(new Set(shipments.map(pick)).size).toBe(shipments.length);
    }
  });
});

describe('the seed', () => {
  it('returns the same data and the same label bytes again', async () => {
    const formats = ['pdf', 'zpl', 'zip'] as const;
    const [first, second] = [await open({ seed: 11, formats }), await open({ seed: 11, formats })];
    for (const path of [
      `/expedicao/${groupingIdOf(0)}`,
      `/expedicao/${groupingIdOf(1)}`,
      `/expedicao/${groupingIdOf(2)}`,
      '/info',
    ]) {
      const [one, other] = [await call(first, 'GET', path), await call(second, 'GET', path)];
      expect(other.text).toBe(one.text);
    }
    for (const place of [0, 1, 2]) {
      const [one, other] = [
        await first.labelBytes(groupingIdOf(0), place),
        await second.labelBytes(groupingIdOf(0), place),
      ];
      expect(Buffer.compare(one, other)).toBe(0);
    }
  });

  it('returns other data for another seed', async () => {
    const [first, second] = [await open({ seed: 11 }), await open({ seed: 12 })];
    expect((await call(second, 'GET', `/expedicao/${groupingIdOf(0)}`)).text).not.toBe(
      (await call(first, 'GET', `/expedicao/${groupingIdOf(0)}`)).text,
    );
  });

  it('does not change the first shipments if there are more of them', async () => {
    const [few, many] = [await open({ shipments: 3 }), await open({ shipments: 30 })];
    const [three, thirty] = [
      await call(few, 'GET', `/expedicao/${groupingIdOf(0)}`),
      await call(many, 'GET', `/expedicao/${groupingIdOf(0)}`),
    ];
    expect(thirty.json.expedicoes.slice(0, 3)).toEqual(three.json.expedicoes);
  });
});
