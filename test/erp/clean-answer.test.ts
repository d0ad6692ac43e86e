import fc from 'fast-check';
import { expect, it } from 'vitest';
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
    fc.asyncProperty(hostile, async (text) => {
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
