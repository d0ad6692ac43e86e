import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CheckMemory } from '../../scripts/check-memory.ts';
import { describeWithTools } from '../support/tools.ts';

const types = { command: 'types', reads: /\.ts$/ };
const texts = { command: 'texts', reads: /\.md$/ };
let root = '';

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

function findUnchanged(): readonly string[] {
  const memory = new CheckMemory(root);
  return [types, texts].filter((check) => memory.isUnchanged(check)).map(({ command }) => command);
}

const green = (): Promise<boolean> => Promise.resolve(true);

async function runBoth(): Promise<void> {
  const memory = new CheckMemory(root);
  await memory.run(types, green);
  await memory.run(texts, green);
}

describeWithTools(['git'], 'what was green', () => {
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'doca-checks-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    mkdirSync(join(root, 'src'));
    write('.gitignore', 'node_modules/\nout/\n');
    write('package.json', '{}');
    write('src/a.ts', 'a');
    write('b.md', 'b');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('what was green is not checked again, and what was red is', async () => {
    expect(findUnchanged()).toEqual([]);
    await new CheckMemory(root).run(types, () => Promise.resolve(false));
    await new CheckMemory(root).run(texts, green);
    expect(findUnchanged()).toEqual(['texts']);
  });

  it.each([
    ['a changed file', 'src/a.ts', ['texts']],
    ['a new file', 'src/c.ts', ['texts']],
    ['the configuration', 'package.json', []],
    ['a file that git ignores', 'node_modules/d.ts', ['types', 'texts']],
  ])('%s makes the checks that read it run again', async (_, path, unchanged) => {
    await runBoth();
    write(path, 'changed');
    expect(findUnchanged()).toEqual(unchanged);
  });

  it('so does a removed file, and a file that is as it was does not', async () => {
    await runBoth();
    rmSync(join(root, 'src/a.ts'));
    expect(findUnchanged()).toEqual(['texts']);
    write('src/a.ts', 'a');
    expect(findUnchanged()).toEqual(['types', 'texts']);
  });

  it('a file that changes during a check is checked again', async () => {
    await new CheckMemory(root).run(types, () => {
      write('src/a.ts', 'changed');
      return green();
    });
    expect(findUnchanged()).toEqual([]);
  });

  it('without git everything is checked', async () => {
    rmSync(join(root, '.git'), { recursive: true });
    await runBoth();
    expect(findUnchanged()).toEqual([]);
  });
});
