import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CrashList } from '../../src/main/labels/index.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-killers-'));
  path = join(folder, 'killers.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(content: string): string {
  const at = join(folder, `${content}.label`);
  writeFileSync(at, content);
  return at;
}

it('knows a file by its contents, after a restart too, and no other', async () => {
  await new CrashList(path, '1').add(file('a'), 'no answer');
  const list = new CrashList(path, '1');
  expect(await list.find(file('a'))).toBe('no answer');
  expect(await list.find(file('b'))).toBeNull();
  expect(await list.find(join(folder, 'gone'))).toBeNull();
});

it('distinguishes files that crash the reading and files that crash the drawing', async () => {
  const list = new CrashList(path, '1');
  await list.add(file('a'), 'no answer', 'drawing');
  for (const one of [list, new CrashList(path, '1')]) {
    expect(await one.find(file('a'))).toBeNull();
    expect(await one.find(file('a'), 'drawing')).toBe('no answer');
  }
});

it('forgets with another version, and starts anew if its file is damaged', async () => {
  await new CrashList(path, '1').add(file('a'), 'no answer');
  const next = new CrashList(path, '2');
  expect(await next.find(file('a'))).toBeNull();
  await next.add(file('b'), 'exited');
  expect(await new CrashList(path, '2').find(file('a'))).toBeNull();
  for (const damaged of ['{', '[]', '{"version":"2","killers":[{"sha256":1}]}']) {
    writeFileSync(path, damaged);
    const list = new CrashList(path, '2');
    expect(await list.find(file('b'))).toBeNull();
    await list.add(file('b'), 'exited');
    expect(await new CrashList(path, '2').find(file('b'))).toBe('exited');
  }
});

it('keeps entries that another program wrote meanwhile', async () => {
  const one = new CrashList(path, '1');
  const other = new CrashList(path, '1');
  expect(await one.find(file('a'))).toBeNull();
  await other.add(file('b'), 'exited');
  await Promise.all([one.add(file('a'), 'exited'), one.add(file('c'), 'exited')]);
  const list = new CrashList(path, '1');
  for (const name of ['a', 'b', 'c']) expect(await list.find(file(name))).toBe('exited');
});

it('has room for a fixed number, and stores nothing of their contents', async () => {
  const list = new CrashList(path, '1');
  const seeded = Array.from({ length: 500 }, (_, index) => ({
    sha256: String(index).padStart(64, '0'),
    why: 'old',
  }));
  writeFileSync(path, JSON.stringify({ version: '1', killers: seeded }));
  await list.add(file('newest'), 'x'.repeat(10_000));
  const text = readFileSync(path, 'utf8');
  const { killers } = JSON.parse(text) as {
    readonly killers: readonly { readonly sha256: string }[];
  };
  expect(killers).toHaveLength(500);
  expect(killers.some(({ sha256 }) => sha256 === seeded[0]!.sha256)).toBe(false);
  expect(text).not.toContain('newest');
  expect(await new CrashList(path, '1').find(file('newest'))).toBe('x'.repeat(200));
});

it('that cannot be written still knows, in this run', async () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  const at = `${folder}.label`;
  writeFileSync(at, 'a');
  const list = new CrashList(path, '1');
  await list.add(at, 'exited');
  expect(await list.find(at)).toBe('exited');
  rmSync(at);
});
