import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { SandboxFault } from '../support/faulty-erp/index.ts';
import { call, dispatchIds, labelLink, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

type BadFile = Extract<SandboxFault, { type: 'bad-file' }>['how'];

async function badFile(how: BadFile): Promise<Response> {
  const sandbox = await open({ formats: ['zpl'] });
  sandbox.inject({ on: 'label-file', fault: { type: 'bad-file', how } });
  return fetch(await labelLink(sandbox));
}

describe('rules', () => {
  it('strike so often and no more, and can be taken out', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'info', times: 2, fault: { type: 'status', status: 503 } });
    const remove = sandbox.inject({ on: 'agrupamento', fault: { type: 'status', status: 500 } });
    const statuses: number[] = [];
    for (const path of [
      '/info',
      '/info',
      '/info',
      `/expedicao/${groupingIdOf(0)}`,
      `/expedicao/${groupingIdOf(1)}`,
    ]) {
      statuses.push((await call(sandbox, 'GET', path)).status);
    }
    remove();
    statuses.push((await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`)).status);
    expect(statuses).toEqual([503, 503, 200, 500, 500, 200]);
  });

  it('strike the named shipment only, on both hosts', async () => {
    const sandbox = await open({ formats: ['zpl'], shipments: 3 });
    const ids = await dispatchIds(sandbox);
    const links = await Promise.all([0, 1, 2].map((place) => labelLink(sandbox, place)));
    sandbox.inject({ on: 'etiquetas', shipment: 1, fault: { type: 'status', status: 500 } });
    sandbox.inject({ on: 'label-file', shipment: 2, fault: { type: 'status', status: 404 } });
    const lists = await Promise.all(
      ids.map((id) =>
        call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}/expedicao/${id}/etiquetas`),
      ),
    );
    const files = await Promise.all(links.map((link) => fetch(link)));
    expect(lists.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(files.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect([0, 1, 2].map((place) => sandbox.downloads(groupingIdOf(0), place))).toEqual([1, 1, 0]);
  });

  it('strike only requests that carry the good token', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'info', times: 1, fault: { type: 'status', status: 500 } });
    expect((await call(sandbox, 'GET', '/info', { token: 'wrong' })).status).toBe(401);
    expect((await call(sandbox, 'GET', '/info')).status).toBe(500);
  });

  it('cannot change the JSON of a file', async () => {
    const sandbox = await open();
    expect(() =>
      sandbox.inject({ on: 'label-file', fault: { type: 'mutate', change: () => null } }),
    ).toThrow(RangeError);
  });
});

describe('faults of the ERP', () => {
  it('status: with its headers and body', async () => {
    const sandbox = await open();
    const headers = { 'Retry-After': '7', 'Content-Type': 'application/json' };
    sandbox.inject({
      on: 'info',
      fault: { type: 'status', status: 429, headers, body: '{"mensagem":"devagar"}' },
    });
    const answer = await call(sandbox, 'GET', '/info');
    expect([answer.status, answer.headers.get('retry-after'), answer.json.mensagem]).toEqual([
      429,
      '7',
      'devagar',
    ]);
  });

  it('cut-after: a conclusion counts, its answer is lost, the log has both requests', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'concluir', times: 1, fault: { type: 'cut-after' } });
    await expect(call(sandbox, 'POST', `/expedicao/${groupingIdOf(0)}/concluir`)).rejects.toThrow();
    expect(sandbox.conclusions(groupingIdOf(0))).toBe(1);
    expect(
      (await call(sandbox, 'POST', `/expedicao/${groupingIdOf(0)}/concluir`)).json.mensagem,
    ).toBe('Agrupamento já concluído');
    expect(sandbox.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', `/public-api/v3/expedicao/${groupingIdOf(0)}/concluir`, 0],
      ['POST', `/public-api/v3/expedicao/${groupingIdOf(0)}/concluir`, 400],
    ]);
  });

  it('cut-before: nothing has happened', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'concluir', times: 1, fault: { type: 'cut-before' } });
    await expect(call(sandbox, 'POST', `/expedicao/${groupingIdOf(0)}/concluir`)).rejects.toThrow();
    expect(sandbox.conclusions(groupingIdOf(0))).toBe(0);
    expect(sandbox.requests).toHaveLength(1);
  });

  it('stall: no answer, until the client gives up', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'info', fault: { type: 'stall' } });
    const patience = new AbortController();
    const asked = call(sandbox, 'GET', '/info', { signal: patience.signal });
    await expect.poll(() => sandbox.requests).toHaveLength(1);
    patience.abort(new Error('no longer'));
    await expect(asked).rejects.toThrow(/no longer/);
    expect(sandbox.requests[0]!.status).toBe(0);
  });

  it.each(['reset-mid-body', 'stall-mid-body'] as const)(
    '%s: status 200, half of the body, and no end',
    async (type) => {
      const sandbox = await open();
      const whole = (await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`)).text;
      sandbox.inject({ on: 'agrupamento', fault: { type } });
      const response = await fetch(`${sandbox.baseUrl}/expedicao/${groupingIdOf(0)}`, {
        headers: { Authorization: `Bearer ${sandbox.token}` },
        signal: AbortSignal.timeout(400),
      });
      expect(response.status).toBe(200);
      const received: Buffer[] = [];
      await expect(
        (async () => {
          for await (const chunk of response.body! as AsyncIterable<Uint8Array>)
            received.push(Buffer.from(chunk));
        })(),
      ).rejects.toThrow(type === 'reset-mid-body' ? /terminated/ : /timeout/);
      const half = Buffer.concat(received).toString('utf8');
      expect(half.length).toBeGreaterThan(0);
      expect(half.length).toBeLessThan(whole.length * 0.6);
    },
  );

  it('mutate: changes the JSON on its way out, and nothing else', async () => {
    const sandbox = await open();
    sandbox.inject({
      on: 'agrupamento',
      times: 1,
      fault: { type: 'mutate', change: (body) => ({ was: body }) },
    });
    const changed = await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`);
    const plain = await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`);
    expect(changed.json).toEqual({ was: plain.json });
  });

  it('malformed-json: status 200 and text that does not parse', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'info', fault: { type: 'malformed-json' } });
    await expect(call(sandbox, 'GET', '/info')).rejects.toThrow(SyntaxError);
  });

  it('redirect: to another place, or to itself for ever', async () => {
    const sandbox = await open();
    sandbox.inject({
      on: 'info',
      times: 1,
      fault: { type: 'redirect', to: 'http://127.0.0.1:1/', status: 307 },
    });
    const away = await call(sandbox, 'GET', '/info');
    expect([away.status, away.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/']);
    sandbox.inject({ on: 'label-file', fault: { type: 'redirect', to: 'self' } });
    await expect(fetch(await labelLink(sandbox))).rejects.toThrow();
    expect(
      sandbox.requests.filter(({ host, status }) => host === 'labels' && status === 302).length,
    ).toBeGreaterThan(10);
  });
});

describe('faults of label files', () => {
  it('file: replaces the bytes, and does not count as a download', async () => {
    const sandbox = await open();
    sandbox.inject({ on: 'label-file', fault: { type: 'file', bytes: Uint8Array.of(1, 2, 3) } });
    const response = await fetch(await labelLink(sandbox));
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 3]);
    expect(sandbox.downloads(groupingIdOf(0), 0)).toBe(0);
  });

  it('truncated-pdf: begins as a PDF and has no end', async () => {
    const bytes = Buffer.from(await (await badFile('truncated-pdf')).arrayBuffer());
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(bytes.includes('%%EOF')).toBe(false);
  });

  it('empty: status 200 and no bytes', async () => {
    const response = await badFile('empty');
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });

  it('html: a page with status 200', async () => {
    const response = await badFile('html');
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  it('oversize: continues while the client reads, and ends when it stops', async () => {
    const response = await badFile('oversize');
    let received = 0;
    for await (const chunk of response.body! as AsyncIterable<Uint8Array>) {
      received += chunk.length;
      if (received > 80 * 1024 * 1024) break;
    }
    expect(received).toBeGreaterThan(80 * 1024 * 1024);
  });

  it('gzip-bomb: a small body that unpacks to half a gibibyte', async () => {
    const sandbox = await open({ formats: ['zpl'] });
    sandbox.inject({ on: 'label-file', fault: { type: 'bad-file', how: 'gzip-bomb' } });
    const request = get(await labelLink(sandbox));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(Number(response.headers['content-length'])).toBeLessThan(1024 * 1024);
    let unpacked = 0;
    for await (const chunk of response.pipe(createGunzip()) as AsyncIterable<Buffer>)
      unpacked += chunk.length;
    expect(unpacked).toBe(512 * 1024 * 1024);
  });

  it('zip-bomb: a small archive that promises half a gibibyte', async () => {
    const bytes = Buffer.from(await (await badFile('zip-bomb')).arrayBuffer());
    expect(bytes.length).toBeLessThan(1024 * 1024);
    expect(bytes.readUInt32LE(22)).toBe(512 * 1024 * 1024);
  });

  it('zip-traversal: an entry that climbs out of its folder', async () => {
    const bytes = Buffer.from(await (await badFile('zip-traversal')).arrayBuffer());
    expect(bytes.includes('../../Etiqueta de envio.txt')).toBe(true);
  });

  it('zip-without-label: contains only a note', async () => {
    const bytes = Buffer.from(await (await badFile('zip-without-label')).arrayBuffer());
    expect(bytes.includes('Leia-me.txt')).toBe(true);
    expect(bytes.includes('Etiqueta')).toBe(false);
  });

  it('password-pdf: opens with its password only', async () => {
    const bytes = new Uint8Array(await (await badFile('password-pdf')).arrayBuffer());
    await expect(PDFDocument.load(bytes)).rejects.toThrow();
    await expect(PDFDocument.load(bytes, { password: '' })).rejects.toThrow();
    expect((await PDFDocument.load(bytes, { password: 'segredo' })).getPageCount()).toBe(1);
  });
});
