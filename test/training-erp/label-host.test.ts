import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, labelLink, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

afterEach(() => vi.useRealTimers());

describe('the label host', () => {
  it('serves the file to every owner of the link, and counts whole downloads for that shipment only', async () => {
    const sandbox = await open({ formats: ['pdf'] });
    const response = await fetch(await labelLink(sandbox, 2));
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.compare(bytes, await sandbox.labelBytes(groupingIdOf(0), 2))).toBe(0);
    expect([1, 2, 3].map((place) => sandbox.downloads(groupingIdOf(0), place))).toEqual([0, 1, 0]);
  });

  it('returns a fresh link for each request; the older ones stay valid', async () => {
    const sandbox = await open({ formats: ['zpl'] });
    const links = [await labelLink(sandbox), await labelLink(sandbox)];
    expect(new Set(links).size).toBe(2);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  });

  it('looks like an object store: a random name, an expiry and a signature', async () => {
    const url = new URL(await labelLink(await open({ formats: ['pdf'] })));
    expect(url.pathname).toMatch(/^\/etiquetas\/[0-9a-f]{32}\.\w+$/);
    expect(Number(url.searchParams.get('expires'))).toBeGreaterThan(Date.now() / 1000);
    expect(url.searchParams.get('signature')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('refuses an expired link with 410', async () => {
    const sandbox = await open({ formats: ['zpl'], linkLifetimeSeconds: 3_600 });
    const link = await labelLink(sandbox);
    expect((await fetch(link)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    expect((await fetch(link)).status).toBe(410);
    expect((await fetch(await labelLink(sandbox))).status).toBe(200);
  });

  it('refuses a forged signature and a stretched expiry with 403, an unknown name with 404', async () => {
    const sandbox = await open({ formats: ['zpl'] });
    const link = await labelLink(sandbox);
    const changed = (key: string, value: string): URL => {
      const url = new URL(link);
      url.searchParams.set(key, value);
      return url;
    };
    expect((await fetch(changed('signature', '0'.repeat(64)))).status).toBe(403);
    expect((await fetch(changed('signature', 'ção'))).status).toBe(403);
    expect((await fetch(changed('expires', '9999999999'))).status).toBe(403);
    expect((await fetch(link.split('?')[0]!)).status).toBe(403);
    expect(
      (await fetch(`${sandbox.labelOrigin}/etiquetas/0.pdf?expires=1&signature=2`)).status,
    ).toBe(404);
    expect(sandbox.downloads(groupingIdOf(0), 0)).toBe(0);
  });

  it('refuses a request that carries an Authorization header with 400', async () => {
    const sandbox = await open({ formats: ['zpl'] });
    const link = await labelLink(sandbox);
    const response = await fetch(link, { headers: { Authorization: `Bearer ${sandbox.token}` } });
    expect(response.status).toBe(400);
    expect(sandbox.downloads(groupingIdOf(0), 0)).toBe(0);
  });

  it('refuses other methods with 405', async () => {
    const sandbox = await open();
    expect((await fetch(await labelLink(sandbox), { method: 'POST' })).status).toBe(405);
  });

  it('has unreliable names and content types', async () => {
    const sandbox = await open({ formats: ['pdf', 'zpl', 'zip'], shipments: 30 });
    const told = new Map<string, Set<string>>();
    for (let place = 0; place < 30; place++) {
      const link = await labelLink(sandbox, place);
      const response = await fetch(link);
      const start = Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 3);
      const { pathname } = new URL(link);
      const set = told.get(start) ?? new Set();
      told.set(start, set.add(`${response.headers.get('content-type')} ${pathname.split('.')[1]}`));
    }
    expect([...told.keys()].sort()).toEqual(['%PD', 'PK\x03', '^XA']);
    for (const set of told.values()) expect(set.size).toBeGreaterThan(1);
  });
});

describe('the switches for labels', () => {
  it('formats: come in turn, beginning with the first', async () => {
    const sandbox = await open({ formats: ['zip', 'zpl'], shipments: 4 });
    const starts = await Promise.all(
      [0, 1, 2, 3].map(async (place) =>
        Buffer.from(await sandbox.labelBytes(groupingIdOf(0), place)).toString('latin1', 0, 2),
      ),
    );
    expect(starts).toEqual(['PK', '^X', 'PK', '^X']);
  });

  it('labelsAfterConclusion: 400 with its message before, links after', async () => {
    const sandbox = await open({ labelsAfterConclusion: true, formats: ['zpl'] });
    const { json } = await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`);
    const path = `/expedicao/${groupingIdOf(0)}/expedicao/${json.expedicoes[0]!.id}/etiquetas`;
    const before = await call(sandbox, 'GET', path);
    expect([before.status, before.json.mensagem]).toEqual([
      400,
      'Agrupamento ainda não foi concluído',
    ]);
    await call(sandbox, 'POST', `/expedicao/${groupingIdOf(0)}/concluir`);
    expect((await call(sandbox, 'GET', path)).json.urls).toHaveLength(1);
  });

  it('labelLess: the last shipments have no labels and go another way', async () => {
    const sandbox = await open({ shipments: 5, labelLess: 2 });
    const { json } = await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`);
    const answers = await Promise.all(
      json.expedicoes.map(({ id }) =>
        call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}/expedicao/${id}/etiquetas`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400]);
    expect(answers[4]!.json.mensagem).toBe('Forma de envio não possui recurso de etiquetas');
    const ways = json.expedicoes.map(({ logistica }) => logistica.formaFrete.nome);
    expect(new Set(ways.slice(0, 3)).size).toBe(1);
    expect(ways[4]).not.toBe(ways[0]);
  });

  it('brokenLabels: so many files, spread evenly, are pages with status 200 for good', async () => {
    const sandbox = await open({ shipments: 8, brokenLabels: 2, formats: ['zpl'] });
    const starts: string[] = [];
    for (let place = 0; place < 8; place++) {
      for (let times = 0; times < 2; times++) {
        const response = await fetch(await labelLink(sandbox, place));
        expect(response.status).toBe(200);
        starts.push((await response.text()).slice(0, 3));
      }
    }
    const broken = starts.map((start) => start === '<!D');
    expect(broken.filter(Boolean)).toHaveLength(4);
    expect(broken.slice(0, 8).filter(Boolean)).toHaveLength(2);
    expect(sandbox.downloads(groupingIdOf(0), 0)).toBe(2);
    expect(sandbox.downloads(groupingIdOf(0), 2)).toBe(0);
  });

  it('a colleague adds and removes shipments', async () => {
    const sandbox = await open({ shipments: 3 });
    const ids = async (): Promise<number[]> =>
      (await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`)).json.expedicoes.map(
        ({ id }) => id,
      );
    const before = await ids();
    sandbox.addShipment(groupingIdOf(0));
    sandbox.removeShipment(groupingIdOf(0), 0);
    const after = await ids();
    expect(after.slice(0, 2)).toEqual(before.slice(1));
    expect(after).toHaveLength(3);
    expect(before).not.toContain(after[2]);
    expect((await fetch(await labelLink(sandbox, 2))).status).toBe(200);
  });

  it('a grouping whose shipments are all gone cannot be concluded', async () => {
    const sandbox = await open({ shipments: 1 });
    sandbox.removeShipment(groupingIdOf(0), 0);
    const answer = await call(sandbox, 'POST', `/expedicao/${groupingIdOf(0)}/concluir`);
    expect([answer.status, answer.json.mensagem]).toEqual([400, 'Nenhuma expedição vinculada']);
    expect(sandbox.conclusions(groupingIdOf(0))).toBe(0);
  });
});
