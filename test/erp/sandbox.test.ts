import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErpClient } from '../../src/main/erp/index.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';
import type { SandboxEndpoint } from '../../src/training-erp/index.ts';
import { serviceOrderStatuses } from '#shared/domain/erp.ts';
import type { Result } from '#shared/faults/faults.ts';
import { clientFor, faultOf, valueOf } from './support/client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

let sandbox: FaultySandbox;
let client: ErpClient;

/** A client with this token, whose repeats do not wait. */
function clientWith(token: string | null): ErpClient {
  return clientFor(sandbox.baseUrl, {
    token: () => Promise.resolve(token),
    random: () => 0,
    timeoutMs: 5000,
  });
}

beforeAll(async () => {
  sandbox = await startFaultySandbox({ shipments: 5 });
  client = clientWith(sandbox.token);
});
afterAll(() => sandbox.close());

interface Endpoint {
  readonly name: SandboxEndpoint;
  readonly call: (client: ErpClient, id: number) => Promise<Result<unknown>>;
  /** A valid id; null for endpoint 11. */
  readonly id: (() => number) | null;
}

const order = () => sandbox.known.serviceOrders[0];
const grouping = () => sandbox.firstGroupingId;
const endpoints: readonly Endpoint[] = [
  { name: 'situacao', call: (c, id) => c.setServiceOrderStatus(id, 1), id: order },
  { name: 'marcadores', call: (c, id) => c.addServiceOrderTags(id, ['a']), id: order },
  { name: 'marcadores', call: (c, id) => c.replaceServiceOrderTags(id, ['a']), id: order },
  { name: 'marcadores', call: (c, id) => c.deleteServiceOrderTags(id), id: order },
  { name: 'gerar-nota-fiscal', call: (c, id) => c.generateInvoice(id), id: order },
  { name: 'venda', call: (c, id) => c.generateSale(id), id: () => sandbox.known.quotes[0] },
  { name: 'agrupamento', call: (c, id) => c.grouping(id), id: grouping },
  { name: 'etiquetas', call: (c, id) => c.labelUrls(id, 1), id: grouping },
  { name: 'concluir', call: (c, id) => c.conclude(id), id: grouping },
  {
    name: 'estornar-contas',
    call: (c, id) => c.reverseInvoiceAccounts(id),
    id: () => sandbox.known.invoices.reversible,
  },
  { name: 'info', call: (c) => c.companyInfo(), id: null },
];

describe.each(endpoints)('$name', ({ name, call, id }) => {
  it('401 and 403', async () => {
    expect(faultOf(await call(clientWith('wrong'), id?.() ?? 0))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
    const powerless = faultOf(await call(clientWith(sandbox.powerlessToken), id?.() ?? 0));
    expect(powerless).toMatchObject({ kind: 'forbidden', status: 403 });
    expect(faultOf(await call(clientWith(null), id?.() ?? 0)).kind).toBe('no-token');
  });

  it('404', async () => {
    // Endpoint 11 has no id that could be unknown. A listed number is not typed in.
    if (id !== null)
      expect(faultOf(await call(client, 987_654_321))).toMatchObject({
        kind: ['etiquetas', 'concluir'].includes(name) ? 'no-longer-there' : 'not-found',
        status: 404,
        reached: 'yes',
      });
  });

  it('a cut before and after the work: a read is repeated, a write is sent once', async () => {
    for (const type of ['cut-before', 'cut-after'] as const) {
      const off = sandbox.inject({ on: name, times: 1, fault: { type } });
      const before = sandbox.requests.length;
      const result = await call(client, id?.() ?? 0);
      off();
      const sent = sandbox.requests.slice(before);
      if (sent[0]!.method === 'GET') {
        expect(sent).toHaveLength(2);
        expect(result.ok || result.fault.status === 404).toBe(true);
      } else {
        expect(sent).toHaveLength(1);
        expect(faultOf(result)).toMatchObject({ kind: 'network', reached: 'maybe' });
      }
    }
  });
});

describe('back office', () => {
  it.each([...serviceOrderStatuses, null])('endpoint 1 sets situação %s', async (status) => {
    expect(await client.setServiceOrderStatus(order(), status)).toEqual({
      ok: true,
      value: undefined,
    });
    expect(sandbox.serviceOrderStatus(order())).toBe(status);
  });

  it('endpoints 2, 3 and 4 add, replace and delete tags', async () => {
    const id = sandbox.known.serviceOrders[1];
    expect((await client.addServiceOrderTags(id, ['urgente', 'frágil'])).ok).toBe(true);
    expect((await client.addServiceOrderTags(id, ['presente'])).ok).toBe(true);
    expect(sandbox.tags(id)).toEqual(['urgente', 'frágil', 'presente']);
    expect((await client.replaceServiceOrderTags(id, ['só este'])).ok).toBe(true);
    expect(sandbox.tags(id)).toEqual(['só este']);
    expect((await client.deleteServiceOrderTags(id)).ok).toBe(true);
    expect(sandbox.tags(id)).toEqual([]);
  });

  it('a refused field comes with its name', async () => {
    const fault = faultOf(
      await client.addServiceOrderTags(sandbox.known.serviceOrders[1], ['boa', ' ']),
    );
    expect(fault).toMatchObject({ kind: 'validation', status: 400, reached: 'yes' });
    expect(fault.erpMessage).not.toBeNull();
    expect(fault.erpDetails).toMatchObject([{ field: '[1].descricao' }]);
  });

  it('endpoints 5 and 6 return invoice and sale, with rising numbers', async () => {
    const [, , third, fourth] = sandbox.known.serviceOrders;
    const first = valueOf(await client.generateInvoice(third));
    const second = valueOf(await client.generateInvoice(fourth));
    expect(second.number).toBeGreaterThan(first.number!);
    expect(first.series).toBe(1);
    const sales = [
      valueOf(await client.generateSale(sandbox.known.quotes[1])),
      valueOf(await client.generateSale(sandbox.known.quotes[2])),
    ];
    expect(Number(sales[1]!.orderNumber)).toBeGreaterThan(Number(sales[0]!.orderNumber));
  });

  it.each(['withoutAccounts', 'postedByOrigin', 'settled'] as const)(
    'endpoint 10 refuses: %s',
    async (why) => {
      const fault = faultOf(await client.reverseInvoiceAccounts(sandbox.known.invoices[why]));
      expect(fault).toMatchObject({ kind: 'validation', status: 400, reached: 'yes' });
      expect(fault.erpMessage).not.toBeNull();
    },
  );
});

describe('dispatch', () => {
  it('endpoints 7, 8 and 9: a grouping, its labels, its conclusion', async () => {
    const id = groupingIdOf(1);
    const { shipments } = valueOf(await client.grouping(id));
    expect(shipments.length).toBeGreaterThan(0);
    for (const shipment of shipments) {
      expect(shipment.recipient?.address?.city).toEqual(expect.any(String));
      const urls = valueOf(await client.labelUrls(id, shipment.id));
      expect(urls).toHaveLength(1);
      expect(new URL(urls[0]!).origin).toBe(sandbox.labelOrigin);
    }
    expect((await client.conclude(id)).ok).toBe(true);
    expect(sandbox.conclusions(id)).toBe(1);
    expect(faultOf(await client.conclude(id)).kind).toBe('validation');
    expect(sandbox.conclusions(id)).toBe(1);
  });

  it('a conclusion whose answer is lost is not sent again, though it took effect', async () => {
    const id = groupingIdOf(2);
    const off = sandbox.inject({ on: 'concluir', fault: { type: 'cut-after' } });
    expect(faultOf(await client.conclude(id))).toMatchObject({ kind: 'network', reached: 'maybe' });
    off();
    expect(sandbox.conclusions(id)).toBe(1);
  });
});

it('endpoint 11 returns the company', async () => {
  const company = valueOf(await client.companyInfo());
  expect(company.legalName).toEqual(expect.any(String));
  expect(company.address?.city).toEqual(expect.any(String));
});

it('the token is requested again after it changed', async () => {
  const own = await startFaultySandbox({ shipments: 1 });
  try {
    let token = own.token;
    const one = clientFor(own.baseUrl, { token: () => Promise.resolve(token) });
    own.changeToken('renewed');
    expect(faultOf(await one.companyInfo()).kind).toBe('unauthorized');
    token = 'renewed';
    expect((await one.companyInfo()).ok).toBe(true);
  } finally {
    await own.close();
  }
});

it('a limit is never run into', async () => {
  const own = await startFaultySandbox({
    shipments: 1,
    rateLimitPerMinute: 20,
    rateLimitWindowMs: 2000,
    latencyMs: 10,
  });
  try {
    const one = clientFor(own.baseUrl, { token: () => Promise.resolve(own.token) });
    const answers = await Promise.all(Array.from({ length: 30 }, () => one.companyInfo()));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(own.requests.map((request) => request.status)).toEqual(
      Array.from({ length: 30 }, () => 200),
    );
  } finally {
    await own.close();
  }
});

it('reports a service without /info as another service', async () => {
  const off = sandbox.inject({ on: 'info', times: 1, fault: { type: 'status', status: 404 } });
  expect(faultOf(await client.companyInfo())).toMatchObject({ kind: 'other-service', status: 404 });
  off();
});
