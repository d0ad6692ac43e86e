import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOnPapers } from '../../src/main/dispatch/model/holds.ts';
import type { Grouping } from '#shared/domain/records.ts';
import type { Result } from '#shared/faults/faults.ts';
import { clientFor, faultOf, valueOf } from './support/client.ts';
import { sampleDispatch, sampleGrouping } from './support/sample-grouping.ts';

/** Reads a grouping from this body as the client does. */
function read(body: unknown, id = 7): Promise<Result<Grouping>> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return clientFor('https://erp.example/v3', {
    fetch: () => Promise.resolve(new Response(text)),
  }).grouping(id);
}

type Path = readonly (string | number)[];

/** Every field of the answer, at any depth. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(inner, path)];
  });
}

/** The body with one field replaced; `undefined` takes it out. */
function replaced(body: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(body);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  at[path.at(-1)!] = value;
  return copy;
}

const whole = sampleGrouping(7, 2);
const needed = new Set([
  'id',
  'expedicoes',
  ...[0, 1].flatMap((n) => [`expedicoes.${n}`, `expedicoes.${n}.id`]),
]);

describe('each field null, missing or of another type', () => {
  it.each(pathsOf(whole).map((path) => [path.join('.'), path] as const))(
    '%s',
    async (name, path) => {
      for (const value of [null, undefined, {}, [], true, 'x', -1.5]) {
        // A missing entry of a list is a shorter list, which is another answer and not a broken
        // one.
        if (value === undefined && typeof path.at(-1) === 'number') continue;
        const body = replaced(whole, path, value);
        const result = await read(body);
        if (needed.has(name) && !(name === 'expedicoes' && Array.isArray(value))) {
          expect(faultOf(result), JSON.stringify(value)).toMatchObject({
            kind: 'bad-response',
            status: 200,
          });
        } else if (name === 'expedicoes') {
          expect(valueOf(result).shipments).toEqual([]);
        } else {
          expect(valueOf(result).shipments.map((one) => one.id)).toEqual([100, 101]);
          if (value === null) expectNullAt(valueOf(result), valueOf(await read(whole)));
        }
      }
    },
  );

  /** Exactly one field became null, all others are as they were. */
  function expectNullAt(changed: unknown, original: unknown): void {
    const before = new Map(pathsOf(original).map((path) => [path.join('.'), path]));
    const gone = [...before.values()].filter(
      (path) => at(changed, path) === null && at(original, path) !== null,
    );
    const first = gone[0]!;
    expect(gone).toHaveLength(1);
    expect(changed).toEqual(replaced(original, first, null));
  }

  function at(value: unknown, path: Path): unknown {
    return path.reduce<unknown>(
      (inner, key) => (inner as Record<string | number, unknown> | null)?.[key],
      value,
    );
  }
});

describe('ids', () => {
  it('takes strings of digits', async () => {
    const body = {
      ...whole,
      id: '7',
      expedicoes: [{ ...sampleDispatch(1), id: '00100', venda: { id: '5', numero: '6' } }],
    };
    const [shipment] = valueOf(await read(body)).shipments;
    expect(shipment).toMatchObject({
      id: 100,
      sale: { id: 5, number: 6, date: null, status: null },
    });
  });

  it.each(['', ' 7', '7.0', '0x7', '7e0', '-7', '9007199254740993', '99999999999999999'])(
    'does not take %j',
    async (id) => {
      expect(faultOf(await read({ ...whole, expedicoes: [{ id }] })).kind).toBe('bad-response');
    },
  );

  it('does not take ids that JSON numbers cannot hold exactly', async () => {
    expect(faultOf(await read('{"id":7,"expedicoes":[{"id":9007199254740993}]}')).kind).toBe(
      'bad-response',
    );
    expect(faultOf(await read('{"id":7,"expedicoes":[{"id":1e999}]}')).kind).toBe('bad-response');
  });

  it('refuses another grouping than the requested one', async () => {
    const fault = faultOf(await read(whole, 8));
    expect(fault.kind).toBe('bad-response');
    expect(fault.detail).toContain('/expedicao/8');
  });

  it('takes a dispatch that is listed twice identically once, at its first place', async () => {
    const [a, b] = [sampleDispatch(1), sampleDispatch(2)];
    const grouping = valueOf(await read({ ...whole, expedicoes: [b, a, b, { ...a, novo: 1 }] }));
    expect(grouping.shipments.map((one) => one.id)).toEqual([2, 1]);
  });

  it('refuses two different dispatches with one id', async () => {
    const other = { ...sampleDispatch(1), destinatario: { nome: 'Bruno Exemplo' } };
    const fault = faultOf(await read({ ...whole, expedicoes: [sampleDispatch(1), other] }));
    expect(fault.kind).toBe('bad-response');
    expect(fault.detail).toContain('expedicoes.1.id');
  });
});

it('keeps unknown codes and ignores unknown fields', async () => {
  const dispatch = {
    ...sampleDispatch(1),
    situacao: 'ZZ',
    venda: { situacao: 4711 },
    futuro: { a: 1 },
  };
  const [shipment] = valueOf(await read({ ...whole, extra: [], expedicoes: [dispatch] })).shipments;
  expect(shipment).toMatchObject({ status: 'ZZ', sale: { status: 'other' } });
  expect(shipment).not.toHaveProperty('futuro');
});

it('names the place of a fault and no value', async () => {
  const fault = faultOf(
    await read({
      ...whole,
      expedicoes: [sampleDispatch(1), { ...sampleDispatch(2), id: 'Ana 123' }],
    }),
  );
  expect(fault.detail).toBe('GET /expedicao/7: unusable at expedicoes.1.id');
});

it('loses no shipment, whatever the other fields contain', async () => {
  const junk = fc.jsonValue({ maxDepth: 3 });
  const dispatch = fc.record(
    Object.fromEntries(
      Object.keys(sampleDispatch(1)).map((key) => [key, key === 'id' ? fc.constant(0) : junk]),
    ),
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(dispatch, { maxLength: 8 }), junk, async (dispatches, other) => {
      const expedicoes = dispatches.map((one, index) => ({ ...one, id: index + 1 }));
      const result = await read({
        id: 7,
        identificacao: other,
        data: other,
        formaEnvio: other,
        expedicoes,
      });
      expect(valueOf(result).shipments.map((one) => one.id)).toEqual(
        expedicoes.map((one) => one.id),
      );
    }),
  );
});

it('returns a grouping with all dispatches or a fault, for any JSON', async () => {
  const loose = fc.oneof(fc.jsonValue(), fc.constantFrom(7, '7', 1, null));
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        id: loose,
        expedicoes: fc.oneof(loose, fc.array(fc.oneof(loose, fc.record({ id: loose })))),
      },
      { requiredKeys: [] },
    ),
    // Enough fields of a grouping that every run tries some of these.
    fc.record({
      id: fc.constantFrom(7, '7'),
      expedicoes: fc.array(fc.record({ id: fc.oneof(fc.nat({ max: 99 }), loose) })),
    }),
  );
  let successes = 0;
  await fc.assert(
    fc.asyncProperty(body, async (json) => {
      const result = await read(JSON.stringify(json));
      if (!result.ok) {
        expect(result.fault.kind).toBe('bad-response');
        return;
      }
      successes += 1;
      const listed = (json as { expedicoes: { id: unknown }[] }).expedicoes;
      expect(new Set(result.value.shipments.map((one) => one.id))).toEqual(
        new Set(listed.map((one) => Number(one.id))),
      );
    }),
    { numRuns: 500 },
  );
  expect(successes).toBeGreaterThan(0);
});

it.each([
  ['venda', 2, 'sale-cancelled'],
  ['venda', '2', 'sale-cancelled'],
  ['notaFiscal', 3, 'invoice-cancelled'],
  ['notaFiscal', 5, 'invoice-rejected'],
  ['notaFiscal', 10, 'invoice-denied'],
  // The meaning of the other codes is unpublished; they have no effect (field notes, "Invoice
  // states").
  ...[0, 1, 3, 4, 9, 99].map((code) => ['venda', code, null] as const),
  ...[6, '6', 7, 8, 77].map((code) => ['notaFiscal', code, null] as const),
  ['notaFiscal', 1, 'invoice-pending'],
  ['notaFiscal', '2', 'invoice-issued'],
  ['notaFiscal', 4, 'invoice-sent'],
  ['notaFiscal', 9, 'invoice-awaiting-protocol'],
] as const)(
  'reads the state of a shipment from the code of its %s, %s',
  async (name, situacao, by) => {
    const body = {
      ...sampleGrouping(7, 1),
      expedicoes: [{ ...sampleDispatch(100), [name]: { id: 3, situacao } }],
    };
    expect(findOnPapers(valueOf(await read(body)).shipments[0]!)?.detail ?? null).toBe(by);
  },
);

it.each([
  [6, 'other'],
  [77, '#77'],
  ['Em contingência', '#Em contingência'],
  ['', null],
  [{}, null],
])('keeps an invoice’s unknown state unchanged: %j', async (situacao, status) => {
  const body = {
    ...sampleGrouping(7, 1),
    expedicoes: [{ ...sampleDispatch(100), notaFiscal: { id: 3, situacao } }],
  };
  expect(valueOf(await read(body)).shipments[0]?.invoice?.status).toBe(status);
});

// Contract 2.6 to 2.10 do not say what a service writes that has no order, carrier or code: some
// serialisers write the type's own nothing.
it('takes 0 and empty text for none in ids, numbers, codes and names, not in values', async () => {
  const given = structuredClone(sampleDispatch(1)) as Record<string, Record<string, unknown>>;
  Object.assign(given, {
    venda: { id: 0, numero: '0', data: '', situacao: 0 },
    notaFiscal: { id: 0, numero: 0, data: null, situacao: 0 },
    destinatario: {
      id: 0,
      nome: ' ',
      codigo: '0',
      cpfCnpj: '000.000.000-00',
      endereco: { cep: '00000-000' },
    },
    volume: { pesoBruto: 0, quantidadeVolumes: 0, embalagem: { tipo: 0 } },
    logistica: { codigoRastreio: '0', transportador: { id: -1, nome: '' } },
  });
  const [one] = valueOf(await read({ ...sampleGrouping(7, 1), expedicoes: [given] })).shipments;
  expect(one).toMatchObject({
    sale: { id: null, number: null, date: null, status: 'other' },
    invoice: { id: null, number: null, status: '#0' },
    recipient: { id: null, name: null, code: null, taxId: null, address: { postalCode: null } },
    volume: { grossWeight: 0, quantity: 0, packaging: { type: 0 } },
    logistics: { trackingCode: null, carrier: { id: null, name: null } },
  });
});

it('keeps no data of recipients that nothing uses', async () => {
  const given = structuredClone(sampleDispatch(1)) as Record<string, Record<string, unknown>>;
  Object.assign(given['destinatario']!, { rg: '12.345.678-9', inscricaoEstadual: '77' });
  const grouping = valueOf(await read({ ...sampleGrouping(7, 1), expedicoes: [given] }));
  expect(JSON.stringify(grouping)).not.toMatch(/12\.345\.678-9|"77"/);
});
