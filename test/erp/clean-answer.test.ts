import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readErpWords } from '../../src/main/erp/wire/answers.ts';
import { clientFor, valueOf } from './support/client.ts';
import { sampleGrouping } from './support/sample-grouping.ts';
import { anyCharacter } from '../support/any-text.ts';

/**
 * C0, C1, marks, embeddings, overrides and isolates of direction, and separators of lines and
 * paragraphs.
 */
// eslint-disable-next-line no-control-regex
const forbidden = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\u202e', '\u2066', '\x1b[2J', '\x9b1m', '\u2028', '\r\n', '\u200f', 'a'),
      fc.string({ unit: anyCharacter }),
    ),
  )
  .map((parts) => parts.join(''));

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Every text of the body becomes this one. */
function replaceTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaceTexts(one, text)]),
  );
}

it('no text of a grouping brings controls or turns of direction into the program', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (read) => {
      // An empty text is none.
      const text = `x${read}`;
      const body = JSON.stringify(replaceTexts(sampleGrouping(7, 2), text));
      const client = clientFor('https://erp.example/v3', {
        fetch: () => Promise.resolve(new Response(body)),
      });
      const found = stringsOf(valueOf(await client.grouping(7)));
      expect(found.length).toBeGreaterThan(20);
      expect(found.filter((one) => forbidden.test(one))).toEqual([]);
    }),
  );
});

/** As Keycloak makes access tokens: JWTs of one kind begin alike, up to their second part. */
function makeJwt(payload: object, alg = 'RS256'): string {
  const parts = [{ alg, typ: 'JWT' }, payload];
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return [...parts.map(encode), 'c2lnbmF0dXJl'].join('.');
}

describe('the token that was sent', () => {
  const token = makeJwt({ iss: 'https://accounts.example/realms/erp', sub: 'maria' });
  const answering = (body: string, sent = token) =>
    clientFor('https://erp.example/v3', {
      token: () => Promise.resolve(sent),
      fetch: () => Promise.resolve(new Response(body)),
    });

  it.each([makeJwt({ label: 9 }), makeJwt({ label: 9 }, 'HS256'), token])(
    'leaves links with a token, and invoices, as they came',
    async (signature) => {
      const link = `https://labels.example/9.pdf?token=${signature}`;
      const client = answering(JSON.stringify({ urls: [link], link, xmlNfe: `<a>${link}</a>` }));
      expect(valueOf(await client.labelUrls(7, 8))).toEqual([link]);
      expect(valueOf(await client.extras.invoiceLink(9))).toBe(link);
      expect(valueOf(await client.extras.invoiceXml(9)).xml).toBe(`<a>${link}</a>`);
      const bare = `<nfeProc>${link}</nfeProc>`;
      expect(valueOf(await answering(bare).extras.invoiceXml(9)).xml).toBe(bare);
    },
  );

  it('is in no text that is shown or stored, whole or in pieces', async () => {
    const other = `https://carrier.example/?t=${makeJwt({ parcel: 1 })}`;
    const sample = (text: string, trackingUrl: string) => {
      const body = replaceTexts(sampleGrouping(7, 2), text) as { expedicoes: object[] };
      const expedicoes = body.expedicoes.map((one) => ({
        ...one,
        logistica: { urlRastreio: trackingUrl },
      }));
      return JSON.stringify({ ...body, expedicoes });
    };
    for (const said of [token, `Bearer ${token.slice(30, 70)}`]) {
      const read = valueOf(await answering(sample(said, other)).grouping(7));
      expect(JSON.stringify(read)).not.toContain(token.slice(45, 55));
      expect(read.shipments[0]?.logistics?.trackingUrl).toBe(other);
    }
    const quoting = valueOf(
      await answering(sample('a', `https://erp.example/?t=${token}`)).grouping(7),
    );
    expect(JSON.stringify(quoting)).not.toContain(token);
  });

  it('does not damage numbers that are texts', async () => {
    const numeric = await answering(
      JSON.stringify({ id: '123456789012' }),
      '9123456789019',
    ).extras.invoice(123_456_789_012);
    expect(valueOf(numeric).id).toBe(123_456_789_012);
  });
});

it("no refusal's words bring any either", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const words = readErpWords(
        JSON.stringify({ mensagem: text, detalhes: [{ campo: text, mensagem: text }] }),
      );
      expect(stringsOf(words).filter((one) => forbidden.test(one))).toEqual([]);
    }),
  );
});
