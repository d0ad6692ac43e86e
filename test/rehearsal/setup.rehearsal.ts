import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { newVersion, oldVersion } from '../../scripts/rehearsal/versions.ts';
import {
  cleanUp,
  findSetup,
  findWhole,
  places,
  readEntry,
  runSetup,
  smallDisk,
  standIn,
} from './windows.ts';

afterEach(cleanUp);

const installed = { code: 0, said: '' };
const isThere = (path: string): boolean => existsSync(path);

describe('a silent setup', () => {
  it('for this user: every file, both shortcuts, and an entry in the list of programs', () => {
    expect(runSetup(findSetup(oldVersion), ['/S', '/currentuser'])).toEqual(installed);
    expect(findWhole(places.user)).toBe(oldVersion);
    expect(places.shortcuts('user').filter(isThere)).toHaveLength(2);
    expect(readEntry('HKCU')).toMatchObject({
      DisplayName: `Doca ${oldVersion}`,
      DisplayVersion: oldVersion,
      Publisher: 'Doca contributors',
      DisplayIcon: expect.stringContaining('Doca.exe') as string,
      QuietUninstallString: `"${join(places.user, 'Uninstall Doca.exe')}" /currentuser /S`,
    });
    expect(readEntry('HKLM')).toBeNull();
  });

  it('for everybody: below Program Files, in the place of the user’s own', () => {
    runSetup(findSetup(oldVersion), ['/S', '/currentuser']);
    expect(runSetup(findSetup(newVersion), ['/S', '/allusers'])).toEqual(installed);
    expect(findWhole(places.machine)).toBe(newVersion);
    expect(places.shortcuts('machine').filter(isThere)).toHaveLength(2);
    expect(readEntry('HKLM')).toMatchObject({ DisplayVersion: newVersion });
    expect(readEntry('HKCU')).toBeNull();
    expect(isThere(places.user)).toBe(false);
  });

  it('into another folder, which the next one finds', () => {
    const folder = String.raw`C:\Expedição\Doca da loja`;
    expect(runSetup(findSetup(oldVersion), ['/S', '/currentuser', `/D=${folder}`])).toEqual(
      installed,
    );
    expect(findWhole(folder)).toBe(oldVersion);
    expect(runSetup(findSetup(newVersion), ['/S'])).toEqual(installed);
    expect(findWhole(folder)).toBe(newVersion);
    expect(isThere(places.user)).toBe(false);
  });
});

describe('a setup over another Doca', () => {
  it('takes the place of the older one, and leaves its data alone', () => {
    const data = join(places.data, 'Doca', 'journal.db');
    mkdirSync(join(places.data, 'Doca'), { recursive: true });
    writeFileSync(data, 'journal');
    runSetup(findSetup(oldVersion), ['/S']);
    expect(runSetup(findSetup(newVersion), ['/S'])).toEqual(installed);
    expect(findWhole(places.user)).toBe(newVersion);
    expect(readEntry('HKCU')).toMatchObject({ DisplayVersion: newVersion });
    expect(readFileSync(data, 'utf8')).toBe('journal');
  });

  it('asks an open one to close, and continues', async () => {
    runSetup(findSetup(oldVersion), ['/S']);
    standIn.open(places.user);
    await expect.poll(standIn.isOpen).toBe(true);
    await expect.poll(() => isThere(standIn.told)).toBe(true);
    expect(runSetup(findSetup(newVersion), ['/S'])).toEqual(installed);
    expect(findWhole(places.user)).toBe(newVersion);
  });

  it.each([
    ['of the same user', '/currentuser'],
    ['for everybody', '/allusers'],
  ])('leaves a working one alone: %s', async (_whose, mode) => {
    runSetup(findSetup(oldVersion), ['/S']);
    standIn.work();
    standIn.open(places.user);
    await expect.poll(() => isThere(standIn.told)).toBe(true);
    const { code, said } = runSetup(findSetup(newVersion), ['/S', mode]);
    expect(code).toBe(1618);
    expect(said).toMatch(/Doca is open|Doca está aberta/);
    expect(standIn.isOpen()).toBe(true);
    expect(findWhole(places.user)).toBe(oldVersion);
    expect(readEntry('HKCU')).toMatchObject({ DisplayVersion: oldVersion });
  });

  it('for another processor changes nothing', () => {
    runSetup(findSetup(oldVersion), ['/S']);
    const { code, said } = runSetup(findSetup(newVersion, 'arm64'), ['/S']);
    expect(code).toBe(1633);
    expect(said).toContain('x64');
    expect(findWhole(places.user)).toBe(oldVersion);
    expect(readEntry('HKCU')).toMatchObject({ DisplayVersion: oldVersion });
  });

  it.each([
    ['this user', '/currentuser'],
    ['everybody', '/allusers'],
  ])('that is newer, for %s, changes nothing', (_whose, mode) => {
    runSetup(findSetup(newVersion), ['/S', mode]);
    const { code, said } = runSetup(findSetup(oldVersion), ['/S', mode]);
    expect(code).toBe(1638);
    expect(said).toContain(newVersion);
    expect(findWhole(mode === '/allusers' ? places.machine : places.user)).toBe(newVersion);
  });
});

describe('a disk that is full', () => {
  /** Takes the small disk's room down to some megabytes. */
  const fill = (leftMb: number): void => {
    const chunk = Buffer.alloc(1 << 20, 1);
    for (let at = 0; at < 160 - leftMb; at += 1) {
      try {
        writeFileSync(join(smallDisk, `filler-${at}`), chunk);
      } catch {
        return;
      }
    }
  };
  afterEach(() => {
    cleanUp();
    for (const name of readdirSync(smallDisk))
      rmSync(join(smallDisk, name), { recursive: true, force: true });
  });

  it.each([
    ['where it unpacks', { TEMP: smallDisk, TMP: smallDisk }, []],
    ['where it installs', {}, [`/D=${join(smallDisk, 'Doca')}`]],
  ])('%s is seen before anything is changed', (_where, env, args) => {
    runSetup(findSetup(oldVersion), ['/S']);
    fill(20);
    const { code, said } = runSetup(findSetup(newVersion), ['/S', ...args], env);
    expect(code).toBe(112);
    expect(said).toMatch(/\d+ MB/);
    expect(findWhole(places.user)).toBe(oldVersion);
    expect(readEntry('HKCU')).toMatchObject({ DisplayVersion: oldVersion });
  });

  it('in the middle is reported, and the next setup repairs it', async () => {
    const folder = join(smallDisk, 'Doca');
    const args = ['/S', '/currentuser', `/D=${folder}`];
    const setup = spawn(findSetup(newVersion), args, {
      windowsVerbatimArguments: true,
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => setup.once('exit', resolve));
    // It has looked at the disk by then.
    const isUnpacking = (): boolean =>
      readdirSync(tmpdir()).some(
        (name) => /^ns.*\.tmp$/i.test(name) && isThere(join(tmpdir(), name, 'app-64.7z')),
      );
    await expect.poll(isUnpacking, { interval: 5 }).toBe(true);
    fill(0);
    expect(await ended).not.toBe(0);
    expect(findWhole(folder)).toBeNull();
    for (const name of readdirSync(smallDisk))
      if (name.startsWith('filler')) rmSync(join(smallDisk, name));
    expect(runSetup(findSetup(newVersion), args)).toEqual(installed);
    expect(findWhole(folder)).toBe(newVersion);
  });
});

describe('the uninstaller', () => {
  it.each([
    ['this user', '/currentuser', 'HKCU', places.user, 'user'],
    ['everybody', '/allusers', 'HKLM', places.machine, 'machine'],
  ] as const)(
    'for %s takes away what was installed and downloaded, not the data',
    (_who, mode, root, folder, whose) => {
      const data = join(places.data, 'Doca', 'journal.db');
      mkdirSync(join(places.updater, 'pending'), { recursive: true });
      writeFileSync(join(places.updater, 'pending', 'half.exe'), 'half');
      mkdirSync(join(places.data, 'Doca'), { recursive: true });
      writeFileSync(data, 'journal');
      runSetup(findSetup(oldVersion), ['/S', mode]);
      expect(statSync(join(folder, 'Doca.exe')).size).toBeGreaterThan(0);
      const ended = runSetup(join(folder, 'Uninstall Doca.exe'), ['/S', mode, `_?=${folder}`]);
      expect(ended).toEqual(installed);
      expect(readEntry(root)).toBeNull();
      expect(places.shortcuts(whose).filter(isThere)).toEqual([]);
      expect(isThere(join(folder, 'Doca.exe'))).toBe(false);
      expect(isThere(places.updater)).toBe(false);
      expect(readFileSync(data, 'utf8')).toBe('journal');
    },
  );

  it('leaves a working one alone', async () => {
    runSetup(findSetup(oldVersion), ['/S']);
    standIn.work();
    standIn.open(places.user);
    await expect.poll(() => isThere(standIn.told)).toBe(true);
    const { code } = runSetup(join(places.user, 'Uninstall Doca.exe'), [
      '/S',
      '/currentuser',
      `_?=${places.user}`,
    ]);
    expect(code).toBe(1618);
    expect(findWhole(places.user)).toBe(oldVersion);
  });
});
