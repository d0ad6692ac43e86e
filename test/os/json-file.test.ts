import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Fault } from '#shared/faults/faults.ts';
import { JsonFile } from '../../src/main/os/json/json-file.ts';

/** With what the files of Doca have: a list of named things, a map, a value, a fixed object. */
const schema = z.object({
  printers: z
    .array(z.strictObject({ name: z.string(), port: z.int() }))
    .max(3)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length)
    .default([]),
  dpi: z.record(z.string(), z.literal([203, 300])).default({}),
  copies: z.int().default(1),
  routes: z
    .strictObject({
      byPaper: z.partialRecord(z.enum(['a4', 'label']), z.string()),
      zpl: z.string(),
    })
    .default({ byPaper: {}, zpl: '' }),
});
const none = schema.parse({});
const a = { name: 'A', port: 1 };
const b = { name: 'B', port: 2 };

function open(text: string | null, isOwner = true) {
  const dir = mkdtempSync(join(tmpdir(), 'doca-json-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'some.json');
  if (text !== null) writeFileSync(path, text);
  const told: Fault[] = [];
  const onDamage = isOwner ? (damage: Fault): void => void told.push(damage) : null;
  const file = new JsonFile({ path, schema, base: none, clock: { now: () => 0 }, onDamage });
  const readBack = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const openAgain = () => new JsonFile({ path, schema, base: none, clock: { now: () => 0 } });
  return { file, path, told, openAgain, names: () => readdirSync(dir), readBack };
}
const openJson = (json: unknown) => open(JSON.stringify(json));

describe('a file of Doca’s own', () => {
  test('is read item by item, and without keys that a newer version added', async () => {
    const { file } = openJson({
      printers: [a, { name: 'bad', port: 'x' }, { ...b, dpi: 300 }, a, 'text'],
      dpi: { A: 203, B: 999, toString: 'x' },
      copies: 'two',
      routes: { byPaper: { a4: 'X', letter: 'Y', label: 5 }, zpl: 'Z' },
      later: true,
    });
    expect(await file.read()).toMatchObject({
      value: {
        printers: [a, b],
        dpi: { A: 203 },
        copies: 1,
        routes: { byPaper: { a4: 'X' }, zpl: 'Z' },
      },
    });
  });

  test('keeps what is not understood when it is written, however often', async () => {
    const bad = { name: 'bad', port: 'x' };
    const { file, readBack } = openJson({
      printers: [a, bad, { ...b, dpi: 300 }],
      dpi: { A: 203, B: 999 },
      routes: { byPaper: { a4: 'X', letter: 'Y' }, zpl: 'Z', by: 'carrier' },
      later: true,
    });
    for (const copies of [2, 3]) await file.change((value) => ({ ...value, copies }));
    await file.change(({ routes, ...value }) => ({
      ...value,
      printers: [
        { ...b, port: 22 },
        { name: 'C', port: 3 },
      ],
      dpi: { C: 300 as const },
      routes: { ...routes, byPaper: { label: 'L' } },
    }));
    expect(readBack()).toEqual({
      printers: [{ ...b, port: 22, dpi: 300 }, { name: 'C', port: 3 }, bad],
      dpi: { C: 300, B: 999 },
      copies: 3,
      routes: { byPaper: { label: 'L', letter: 'Y' }, zpl: 'Z', by: 'carrier' },
      later: true,
    });
    // What a person enters anew replaces what was not understood.
    await file.change((value) => ({ ...value, printers: [{ name: 'bad', port: 9 }] }));
    expect(readBack()).toMatchObject({ printers: [{ name: 'bad', port: 9 }] });
  });

  test('loses none of many changes at once, also of those that have opened it again', async () => {
    const { file, openAgain } = open(null);
    await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        openAgain().change((value) => ({
          ...value,
          printers: [...value.printers, { name, port: 1 }],
        })),
      ),
    );
    expect(await file.read()).toMatchObject({ value: { printers: [{}, {}, {}] } });
  });

  test.each(['', '{"half": ', '[]', 'null'])(
    'is moved aside, and told, if it says %j',
    async (text) => {
      const { file, told, names } = open(text);
      expect(await file.read()).toMatchObject({ value: none });
      expect(await file.read()).toMatchObject({ value: none });
      expect(told).toMatchObject([{ kind: 'file-damaged', detail: 'some.json' }]);
      expect(names()).toEqual(['some.json.damaged-1970-01-01T00-00-00.000Z']);
    },
  );

  test('is moved aside once, however many read it at once', async () => {
    const { file, told, names } = open('{');
    const reads = await Promise.all([file.read(), file.read(), file.change((value) => value)]);
    expect(reads).toMatchObject([{ value: none }, { value: none }, { value: none }]);
    expect(told).toHaveLength(1);
    expect(names().toSorted()).toEqual(['some.json', 'some.json.damaged-1970-01-01T00-00-00.000Z']);
  });

  test('is left alone, as a fault, by a program that does not own it', async () => {
    const { file, names, path } = open('{', false);
    expect(await file.read()).toMatchObject({ fault: { kind: 'file-damaged' } });
    expect(await file.change((value) => value)).toMatchObject({ ok: false });
    expect(names()).toEqual(['some.json']);
    expect(readFileSync(path, 'utf8')).toBe('{');
  });

  test('is neither moved nor written if it cannot be read', async () => {
    const { file, path, told, names } = open(null);
    // A folder of its name is what every system refuses to read.
    mkdirSync(path);
    expect(await file.read()).toMatchObject({
      fault: { kind: 'disk', detail: 'some.json: EISDIR' },
    });
    expect(await file.change((value) => value)).toMatchObject({ fault: { kind: 'disk' } });
    expect([told, names()]).toEqual([[], ['some.json']]);
  });

  test('is some value for any JSON, and nothing of it is lost by a write', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          printers: fc.jsonValue(),
          dpi: fc.dictionary(fc.string(), fc.constantFrom(203, 300, 999)),
          routes: fc.jsonValue(),
        }),
        async (json) => {
          const { file, readBack } = openJson(json);
          const before = JSON.parse(JSON.stringify(json)) as unknown;
          expect(await file.change((value) => ({ ...value, copies: 7 }))).toMatchObject({
            ok: true,
          });
          expect(readBack()).toEqual({ ...(before as object), copies: 7 });
        },
      ),
      { numRuns: 60 },
    );
  });
});
