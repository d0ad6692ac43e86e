import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/main/os/log.ts';
import { checkFirstStart } from '../../src/main/updates/index.ts';
import type { VitalPart } from '../../src/main/updates/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-versions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const memory = (): string => join(folder, 'versions.json');

/** Starts a version. Returns the parts that were checked and those that the update broke. */
async function start(version: string, failing: readonly VitalPart[] = []) {
  const checked: VitalPart[] = [];
  const check = (part: VitalPart) => () => {
    checked.push(part);
    return Promise.resolve(!failing.includes(part));
  };
  const broken = await checkFirstStart({
    version,
    path: memory(),
    clock: { now: () => 0 },
    log: silentLog,
    checks: { journal: check('journal'), keychain: check('keychain'), labels: check('labels') },
  });
  return { broken, checked };
}

const all: readonly VitalPart[] = ['journal', 'keychain', 'labels'];

describe('the first start of a version', () => {
  beforeEach(() => start('1.0.0'));

  it('checks all three parts, and no start after it', async () => {
    expect(await start('1.1.0')).toEqual({ broken: [], checked: all });
    expect(await start('1.1.0')).toEqual({ broken: [], checked: [] });
  });

  it.each(all)('names the broken part, at every start until it works: %s', async (part) => {
    expect(await start('1.1.0', [part])).toEqual({ broken: [part], checked: all });
    expect(await start('1.1.0', [part])).toEqual({ broken: [part], checked: all });
    expect(await start('1.1.0')).toEqual({ broken: [], checked: all });
    expect(await start('1.1.0')).toEqual({ broken: [], checked: [] });
  });

  it('checks nothing if the version before was installed again', async () => {
    await start('1.1.0', ['labels']);
    expect(await start('1.0.0')).toEqual({ broken: [], checked: [] });
  });
});

it('the first version of all reports nothing, and a part that never worked is not blamed on the update', async () => {
  expect(await start('1.0.0', ['keychain'])).toEqual({
    broken: [],
    checked: ['journal', 'keychain'],
  });
  expect(await start('1.1.0', ['keychain'])).toMatchObject({ broken: [] });
  expect(await start('1.2.0', ['keychain', 'labels'])).toMatchObject({ broken: ['labels'] });
});

it('an unreadable memory counts as none', async () => {
  writeFileSync(memory(), '{"good":{"version":7}}');
  expect(await start('1.0.0', ['keychain'])).toMatchObject({ broken: [] });
});
