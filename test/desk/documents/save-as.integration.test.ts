import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-save-'));
});
afterAll(() => rm(dir, { recursive: true }));

it('finds the file whole or not at all, whenever the program that writes it is killed', async () => {
  const target = join(dir, 'saved.csv');
  let there = 0;
  for (let kill = 0; kill < 10; kill += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'saving-process.ts'), target]);
    await once(child.stdout, 'data');
    // A busy machine may not have written one by then: the last kill waits for it.
    if (kill === 9) await expect.poll(() => existsSync(target), { timeout: 60_000 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, kill * 3));
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (!existsSync(target)) continue;
    there += 1;
    expect([3_000_000, 3_000]).toContain((await readFile(target)).length);
    await rm(target);
  }
  expect(there).toBeGreaterThan(0);
});
