import { describe, expect, it } from 'vitest';
import type { RenewToken } from '../../src/main/erp/index.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { clientFor, faultOf } from './support/client.ts';
import { httpErp, json } from './support/http-erp.ts';
import type { Handler } from './support/http-erp.ts';

const company = { razaoSocial: 'Exemplo Ltda' };

/** Takes this token and no other. */
const accepts =
  (good: string, status = 200): Handler =>
  (response, _nth, { headers }) =>
    json(response, headers.authorization === `Bearer ${good}` ? status : 401, company);

/** Tokens that come one after the other, each when the one before was refused. */
function takeTurns(...tokens: readonly string[]) {
  let at = 0;
  const refused: string[] = [];
  const renew: RenewToken = (token) => {
    refused.push(token);
    at += 1;
    return Promise.resolve(ok(at < tokens.length));
  };
  return { refused, renew, token: () => Promise.resolve(tokens[at] ?? null) };
}

const sent = ({ requests }: Awaited<ReturnType<typeof httpErp>>): readonly unknown[] =>
  requests.map(({ method, headers }) => `${method} ${headers.authorization}`);

describe('a token that the ERP refuses', () => {
  it('is renewed once, and the request continues with the new one', async () => {
    const erp = await httpErp(accepts('new'));
    const { refused, ...tokens } = takeTurns('old', 'new');
    expect(await clientFor(erp.baseUrl, tokens).companyInfo()).toMatchObject({ ok: true });
    expect(sent(erp)).toEqual(['GET Bearer old', 'GET Bearer new']);
    expect(refused).toEqual(['old']);
  });

  it('is renewed for a write too: a refusal proves that nothing was done', async () => {
    const erp = await httpErp(accepts('new'));
    const { refused, ...tokens } = takeTurns('old', 'new');
    expect(await clientFor(erp.baseUrl, tokens).conclude(1001)).toEqual(ok());
    expect(sent(erp)).toEqual(['POST Bearer old', 'POST Bearer new']);
    expect(refused).toEqual(['old']);
  });

  it('is reported if the other one is refused as well, without a third request', async () => {
    const erp = await httpErp(accepts('none of them'));
    const { refused, ...tokens } = takeTurns('old', 'new', 'newer');
    expect(faultOf(await clientFor(erp.baseUrl, tokens).companyInfo()).kind).toBe('unauthorized');
    expect(erp.requests).toHaveLength(2);
    expect(refused).toEqual(['old']);
  });

  it('is reported if there is no other one', async () => {
    const erp = await httpErp(accepts('new'));
    const { refused, ...tokens } = takeTurns('old');
    expect(faultOf(await clientFor(erp.baseUrl, tokens).companyInfo())).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
    expect(erp.requests).toHaveLength(1);
    expect(refused).toEqual(['old']);
  });

  it('yields to the fault that prevents another one; nothing was done by then', async () => {
    const erp = await httpErp(accepts('new'));
    const renew: RenewToken = () =>
      Promise.resolve(failed(fault('signed-out', { reached: 'maybe' })));
    const client = clientFor(erp.baseUrl, { renew });
    expect(faultOf(await client.conclude(1001))).toMatchObject({
      kind: 'signed-out',
      reached: 'no',
    });
  });

  it('if missing, is fetched before anything is sent', async () => {
    const erp = await httpErp(accepts('new'));
    let token: string | null = null;
    const renew: RenewToken = (refused) => {
      expect(refused).toBe('');
      token = 'new';
      return Promise.resolve(ok(true));
    };
    const client = clientFor(erp.baseUrl, { renew, token: () => Promise.resolve(token) });
    expect(await client.companyInfo()).toMatchObject({ ok: true });
    expect(sent(erp)).toEqual(['GET Bearer new']);
  });

  it('holds up nobody who gives the request up while it is fetched', async () => {
    const erp = await httpErp(accepts('new'));
    const client = clientFor(erp.baseUrl, { token: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const asked = client.companyInfo(stop.signal);
    stop.abort();
    const patience = new Promise((resolve) => void setTimeout(resolve, 2_000, 'still waits'));
    expect(await Promise.race([asked, patience])).toMatchObject({ fault: { kind: 'cancelled' } });
  });

  it('is fetched again if the provider could not be reached a moment ago', async () => {
    const erp = await httpErp(accepts('new'));
    const { renew, token } = takeTurns('old', 'new');
    let asked = 0;
    const unsteady: RenewToken = (refused) => {
      asked += 1;
      return asked === 1 ? Promise.resolve(failed(fault('network'))) : renew(refused);
    };
    const client = clientFor(erp.baseUrl, { renew: unsteady, token, random: () => 0 });
    expect(await client.companyInfo()).toMatchObject({ ok: true });
    expect(sent(erp)).toEqual(['GET Bearer old', 'GET Bearer old', 'GET Bearer new']);
  });
});
