import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/main/os/log.ts';
import { Versions } from '../../src/main/updates/index.ts';
import type { VitalPart, WorseVersion } from '../../src/main/updates/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-versions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A setup that records how it was run, with its version at the place where Windows has it. */
function install(version: string): void {
  const path = join(folder, 'installer.exe');
  const script = `#!/bin/sh\necho "${version} $*" > '${join(folder, 'told.part')}'\nmv '${join(folder, 'told.part')}' '${join(folder, 'told')}'\nexit\n`;
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(script), Buffer.from(`ProductVersion\0\0${version}\0`, 'utf16le')]),
  );
}

interface Circumstances {
  readonly failing?: readonly VitalPart[];
  readonly answer?: boolean;
  readonly takesUpdates?: boolean;
  readonly isOurs?: boolean;
  readonly journalVersion?: number;
  /** The mode of the stored setup; Windows runs it without one. */
  readonly mode?: number;
}

/** Starts a version. Returns the questions and the result. */
async function start(version: string, circumstances: Circumstances = {}) {
  const {
    failing = [],
    answer = true,
    takesUpdates = true,
    isOurs = true,
    journalVersion = 1,
    mode = 0o700,
  } = circumstances;
  const kept = join(folder, 'version-before.exe');
  if (existsSync(kept)) chmodSync(kept, mode);
  const versions = await Versions.open({
    version,
    journalVersion,
    path: join(folder, 'versions.json'),
    setups: takesUpdates ? { folder, isOurs: () => Promise.resolve(isOurs) } : null,
    nowMs: 0,
    log: silentLog,
  });
  const looked: VitalPart[] = [];
  const asked: WorseVersion[] = [];
  const look = (part: VitalPart) => () => {
    looked.push(part);
    return Promise.resolve(!failing.includes(part));
  };
  const looks = { journal: look('journal'), keychain: look('keychain'), labels: look('labels') };
  const ended = await versions.examine(looks, (worse) => {
    asked.push(worse);
    return Promise.resolve(answer && worse.back !== null);
  });
  if (ended === 'on') await versions.settle();
  return { ended, asked, looked, left: versions.left };
}

const told = (): string =>
  existsSync(join(folder, 'told')) ? readFileSync(join(folder, 'told'), 'utf8').trim() : '';
const all: readonly VitalPart[] = ['journal', 'keychain', 'labels'];

// A script replaces the setup; test/rehearsal runs real ones.
describe.skipIf(process.platform === 'win32')('the first start of a version', () => {
  beforeEach(async () => {
    install('1.0.0');
    await start('1.0.0');
    install('1.1.0');
  });

  it('looks at all three, and no start after it', async () => {
    expect(await start('1.1.0')).toEqual({ ended: 'on', asked: [], looked: all, left: null });
    expect(await start('1.1.0')).toEqual({ ended: 'on', asked: [], looked: [], left: null });
  });

  it.each(all)('names the broken part, and goes back on request: %s', async (part) => {
    const asked = [{ version: '1.1.0', broken: [part], back: '1.0.0' }];
    expect(await start('1.1.0', { failing: [part] })).toMatchObject({
      ended: 'back',
      asked,
      left: '1.1.0',
    });
    await expect.poll(told).toBe('1.0.0 --updated /S --force-run --older');
    expect(await start('1.0.0')).toEqual({ ended: 'on', asked: [], looked: [], left: '1.1.0' });
  });

  it('continues on request, and asks the next time, until it is good', async () => {
    for (const time of ['first', 'second']) {
      const { ended, asked } = await start('1.1.0', { failing: ['labels'], answer: false });
      expect([time, ended, asked.length]).toEqual([time, 'on', 1]);
    }
    expect(told()).toBe('');
    expect(await start('1.1.0')).toMatchObject({ asked: [], looked: all });
    expect(await start('1.1.0')).toMatchObject({ looked: [] });
  });

  it('keeps its setup in place of the one before, alone', async () => {
    await start('1.1.0');
    install('1.2.0');
    await start('1.2.0', { failing: ['journal'] });
    await expect.poll(told).toMatch(/^1\.1\.0 /);
    expect(readdirSync(folder).filter((name) => name.endsWith('.exe'))).toEqual([
      'installer.exe',
      'version-before.exe',
    ]);
  });

  it.each([
    ['IT wants no updates', { takesUpdates: false }],
    ['its signature is not the publisher’s', { isOurs: false }],
    ['the version before could not open this one’s journal', { journalVersion: 2 }],
  ] as const)('says that there is no way back where %s', async (_why, more) => {
    const { ended, asked } = await start('1.1.0', { failing: ['labels'], ...more });
    expect([ended, asked]).toEqual(['on', [{ version: '1.1.0', broken: ['labels'], back: null }]]);
    expect(told()).toBe('');
  });

  it.each([
    ['is gone', () => rmSync(join(folder, 'version-before.exe'))],
    ['was changed', () => writeFileSync(join(folder, 'version-before.exe'), 'other')],
  ])('reports the same if the stored setup %s', async (_how, harm) => {
    harm();
    expect(await start('1.1.0', { failing: ['labels'] })).toMatchObject({
      ended: 'on',
      asked: [{ back: null }],
    });
  });

  it('reports it too if the setup does not start, and the version can come again', async () => {
    const asked = [{ back: '1.0.0' }, { back: null }];
    expect(await start('1.1.0', { failing: ['labels'], mode: 0o600 })).toMatchObject({
      ended: 'on',
      asked,
      left: null,
    });
  });
});

it('the first version of all reports nothing, and a part that never worked is not blamed on the update', async () => {
  install('1.0.0');
  expect(await start('1.0.0', { failing: ['keychain'] })).toMatchObject({
    asked: [],
    looked: ['journal', 'keychain'],
  });
  expect(await start('1.1.0', { failing: ['keychain'] })).toMatchObject({ asked: [] });
  expect(await start('1.2.0', { failing: ['keychain', 'labels'] })).toMatchObject({
    asked: [{ broken: ['labels'] }],
  });
});

it('a copy that another version left is not kept', async () => {
  install('0.9.0');
  await start('1.0.0');
  expect(await start('1.1.0', { failing: ['labels'] })).toMatchObject({ asked: [{ back: null }] });
});

it('an unreadable memory counts as none', async () => {
  writeFileSync(join(folder, 'versions.json'), '{"good":{"version":7}}');
  install('1.0.0');
  expect(await start('1.0.0', { failing: ['keychain'] })).toMatchObject({
    ended: 'on',
    asked: [],
    left: null,
  });
});
