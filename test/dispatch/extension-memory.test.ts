import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ExtensionFile } from '../../src/main/dispatch/station/extension-memory.ts';
import { extensionNames } from '../../src/main/erp/index.ts';
import { ok } from '#shared/faults/faults.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe('the memory of a service’s extensions', () => {
  it('is complete, even if they are detected simultaneously', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doca-extensions-'));
    folders.push(folder);
    const clock = { now: () => 1_000 };
    const company = () => Promise.resolve(ok('a'));
    const file = new ExtensionFile(folder, clock, company);
    await Promise.all(extensionNames.map((name, index) => file.remember(name, index % 2 === 0)));
    const kept = await new ExtensionFile(folder, clock, company).recall();
    expect([...kept].sort()).toEqual(
      extensionNames.map((name, index) => [name, index % 2 === 0]).sort(),
    );
  });
});
