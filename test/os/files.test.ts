import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  toDiskFault,
  moveFile,
  readJsonFile,
  removeQuietly,
  tryOnDisk,
  writeJsonFile,
  writeWhole,
} from '../../src/main/os/files.ts';
import { failed, fault, ok } from '../../src/shared/index.ts';

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return { ...real, rename: vi.fn(real.rename) };
});
const renames = vi.mocked(rename);

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-files-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });

describe('a disk that refuses', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EIO', 'disk'],
  ])('%s is the fault %s', (code, kind) => {
    expect(toDiskFault(systemError(code))).toMatchObject({ kind, detail: `write: ${code}` });
  });

  it('is told apart from a defect', async () => {
    expect(toDiskFault(new TypeError('x is not a function'))).toBeNull();
    expect(toDiskFault(Object.assign(new Error(), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeNull();
    expect(await tryOnDisk(() => Promise.reject(systemError('ENOSPC')))).toMatchObject({
      fault: { kind: 'disk-full' },
    });
    expect(await tryOnDisk(() => Promise.resolve(failed(fault('cancelled'))))).toMatchObject({
      fault: { kind: 'cancelled' },
    });
    await expect(tryOnDisk(() => Promise.reject(new TypeError('defect')))).rejects.toThrow('defect');
  });
});

describe('a file that is written whole', () => {
  it('appears with its folder, for this user only, and leaves nothing else behind', async () => {
    const path = join(dir, 'new', 'file');
    expect(
      await writeWhole(path, async (file) => {
        await file.writeFile('content');
        expect(await readdir(join(dir, 'new'))).not.toContain('file');
        return 7;
      }),
    ).toBe(7);
    expect(await readFile(path, 'utf8')).toBe('content');
    expect(await readdir(join(dir, 'new'))).toEqual(['file']);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('stays what it was when writing fails', async () => {
    const path = join(dir, 'file');
    await writeFile(path, 'before');
    const broken = writeWhole(path, async (file) => {
      await file.writeFile('half');
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(dir)).toEqual(['file']);
  });

  it('leaves nothing behind where its name is taken by a folder', async () => {
    await mkdir(join(dir, 'taken', 'in-the-way'), { recursive: true });
    await expect(writeWhole(join(dir, 'taken'), (file) => file.writeFile('x'))).rejects.toThrow();
    expect(await readdir(dir)).toEqual(['taken']);
  });
});

describe('a rename', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  const runOn = (value: string) => Object.defineProperty(process, 'platform', { ...platform, value });
  afterEach(() => Object.defineProperty(process, 'platform', platform));

  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows for whoever holds a new file: %s', async (code) => {
    await writeFile(join(dir, 'from'), 'x');
    runOn('win32');
    renames.mockRejectedValueOnce(systemError(code)).mockRejectedValueOnce(systemError(code));
    await moveFile(join(dir, 'from'), join(dir, 'to'));
    expect(await readdir(dir)).toEqual(['to']);
  });

  it.each([
    ['win32', 'ENOSPC'],
    ['linux', 'EPERM'],
  ])('does not wait on %s for %s', async (system, code) => {
    await writeFile(join(dir, 'from'), 'x');
    runOn(system);
    renames.mockRejectedValueOnce(systemError(code));
    await expect(moveFile(join(dir, 'from'), join(dir, 'to'))).rejects.toThrow(code);
    expect(await readdir(dir)).toEqual(['from']);
  });

  it('says at once when there is nothing to move', async () => {
    await expect(moveFile(join(dir, 'absent'), join(dir, 'to'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('a file that is gone is removed', async () => {
  await writeFile(join(dir, 'file'), '');
  await removeQuietly(join(dir, 'file'));
  await removeQuietly(join(dir, 'file'));
  await removeQuietly(join(dir, 'absent', 'file'));
  expect(await readdir(dir)).toEqual([]);
});

describe('a small JSON file', () => {
  it('gives back what was written', async () => {
    const path = join(dir, 'file.json');
    expect(await readJsonFile(path, 0)).toEqual({ found: 'nothing' });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await writeJsonFile(path, value)).toEqual(ok());
        const read = await readJsonFile(path, 0);
        expect(read).toEqual({ found: 'json', value: JSON.parse(JSON.stringify(value)) as unknown });
      }),
      { numRuns: 20 },
    );
  });

  it('is kept aside where it cannot be understood or read', async () => {
    const path = join(dir, 'file.json');
    await writeFile(path, '{"half": ');
    const keptAs = `${path}.damaged-1970-01-01T00-00-00.000Z`;
    expect(await readJsonFile(path, 0)).toEqual({ found: 'damaged', keptAs });
    expect(await readFile(keptAs, 'utf8')).toBe('{"half": ');
    expect(await readJsonFile(path, 0)).toEqual({ found: 'nothing' });
    await mkdir(path);
    expect(await readJsonFile(path, 1)).toMatchObject({ found: 'damaged' });
  });

  it('says when the disk refuses', async () => {
    await writeFile(join(dir, 'no-folder'), '');
    expect(await writeJsonFile(join(dir, 'no-folder', 'file'), 1)).toMatchObject({ fault: { kind: 'disk' } });
  });
});
