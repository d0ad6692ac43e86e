import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  toDiskFault,
  makeFolder,
  makeOwnFileSync,
  makeOwnFolderSync,
  moveFile,
  readJsonFile,
  readOpenSync,
  removeQuietly,
  tryOnDisk,
  writeJsonFile,
  writeWhole,
} from '../../src/main/os/files.ts';
import { makeTemporaryPath, removeLeftovers } from '../../src/main/os/temporary.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const readFileSpied = vi.fn(real.readFile) as never;
  return { ...real, rename: vi.fn(real.rename), rm: vi.fn(real.rm), readFile: readFileSpied };
});
const renames = vi.mocked(rename);
const removals = vi.mocked(rm);
const reads = vi.mocked(readFile);
const readReally = reads.getMockImplementation()!;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-files-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const systemError = (code: string): Error =>
  Object.assign(new Error(code), { code, syscall: 'write' });

describe('a disk that refuses', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EIO', 'disk'],
  ])('%s is the fault %s', (code, kind) => {
    expect(toDiskFault(systemError(code))).toMatchObject({ kind, detail: `write: ${code}` });
  });

  it('is distinguished from a defect', async () => {
    expect(toDiskFault(new TypeError('x is not a function'))).toBeNull();
    expect(toDiskFault(Object.assign(new Error(), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeNull();
    expect(await tryOnDisk(() => Promise.reject(systemError('ENOSPC')))).toMatchObject({
      fault: { kind: 'disk-full' },
    });
    expect(await tryOnDisk(() => Promise.resolve(failed(fault('cancelled'))))).toMatchObject({
      fault: { kind: 'cancelled' },
    });
    await expect(tryOnDisk(() => Promise.reject(new TypeError('defect')))).rejects.toThrow(
      'defect',
    );
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

  it('is written beside its place under an unguessable name, and through no link', async () => {
    const victim = join(dir, 'victim');
    await writeFile(victim, 'mine');
    await symlink(victim, join(dir, 'file'));
    // The name under which an attacker who knows the program would have put a link.
    await symlink(victim, join(dir, `file.${process.pid}.part`));
    const names: string[] = [];
    for (const text of ['one', 'two']) {
      await writeWhole(join(dir, 'file'), async (file) => {
        await file.writeFile(text);
        names.push(...(await readdir(dir)).filter((name) => name.startsWith('.')));
      });
    }
    expect(new Set(names).size).toBe(2);
    expect(await readFile(victim, 'utf8')).toBe('mine');
    expect((await stat(join(dir, 'file'))).isFile()).toBe(true);
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('two');
  });

  it('stays unchanged if writing fails', async () => {
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

  it('leaves nothing behind if a folder has its name', async () => {
    await mkdir(join(dir, 'taken', 'in-the-way'), { recursive: true });
    await expect(writeWhole(join(dir, 'taken'), (file) => file.writeFile('x'))).rejects.toThrow();
    expect(await readdir(dir)).toEqual(['taken']);
  });
});

// Windows has no modes.
const describeModes = process.platform === 'win32' ? () => undefined : describe;
describeModes('what Doca keeps', () => {
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;

  it('is for this user only, also if it was open before', async () => {
    const own = join(dir, 'own');
    makeOwnFolderSync(join(own, 'below'));
    expect([await modeOf(own), await modeOf(join(own, 'below'))]).toEqual([0o700, 0o700]);
    await chmod(own, 0o755);
    makeOwnFolderSync(own);
    expect(await modeOf(own)).toBe(0o700);

    makeOwnFileSync(join(own, 'file'));
    expect(await modeOf(join(own, 'file'))).toBe(0o600);
    await writeFile(join(own, 'file'), 'content');
    await chmod(join(own, 'file'), 0o644);
    makeOwnFileSync(join(own, 'file'));
    expect(await modeOf(join(own, 'file'))).toBe(0o600);
    expect(await readFile(join(own, 'file'), 'utf8')).toBe('content');
  });

  it('is made for this user only in a folder of the user’s choice, which keeps its mode', async () => {
    await makeFolder(join(dir, 'new', 'below'));
    expect(await modeOf(join(dir, 'new'))).toBe(0o700);
    await chmod(join(dir, 'new'), 0o775);
    await makeFolder(join(dir, 'new'));
    expect(await modeOf(join(dir, 'new'))).toBe(0o775);
  });

  it('leaves a folder alone that all users share', async () => {
    await chmod(dir, 0o1777);
    makeOwnFolderSync(dir);
    expect(await modeOf(dir)).toBe(0o1777);
  });
});

it('half-written files of killed processes are removed, and nothing else', async () => {
  const leftover = makeTemporaryPath(dir).replace(`-${process.pid}-`, '-4000000-');
  const mine = makeTemporaryPath(dir, '.pdf');
  for (const path of [leftover, mine, join(dir, 'x.part'), join(dir, 'labels.pdf')])
    await writeFile(path, '');
  expect(await removeLeftovers(dir, Date.now())).toBe(1);
  expect((await readdir(dir)).map((name) => join(dir, name)).sort()).toEqual(
    [mine, join(dir, 'x.part'), join(dir, 'labels.pdf')].sort(),
  );
  expect(await removeLeftovers(join(dir, 'absent'), 0)).toBe(0);
});

describe('a rename or a removal', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  const runOn = (value: string) =>
    Object.defineProperty(process, 'platform', { ...platform, value });
  afterEach(() => Object.defineProperty(process, 'platform', platform));

  it.each(['EPERM', 'EACCES', 'EBUSY'])(
    'waits on Windows for whoever holds a new file: %s',
    async (code) => {
      await writeFile(join(dir, 'from'), 'x');
      runOn('win32');
      renames.mockRejectedValueOnce(systemError(code)).mockRejectedValueOnce(systemError(code));
      await moveFile(join(dir, 'from'), join(dir, 'to'));
      expect(await readdir(dir)).toEqual(['to']);
    },
  );

  it('waits there for whoever holds a file that is removed', async () => {
    await writeFile(join(dir, 'held'), 'x');
    runOn('win32');
    removals.mockRejectedValueOnce(systemError('EBUSY'));
    await removeQuietly(join(dir, 'held'));
    expect(await readdir(dir)).toEqual([]);
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

  it('reports immediately if there is nothing to move', async () => {
    await expect(moveFile(join(dir, 'absent'), join(dir, 'to'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

it('a missing file counts as removed', async () => {
  await writeFile(join(dir, 'file'), '');
  await removeQuietly(join(dir, 'file'));
  await removeQuietly(join(dir, 'file'));
  await removeQuietly(join(dir, 'absent', 'file'));
  expect(await readdir(dir)).toEqual([]);
});

describe('a small JSON file', () => {
  it('returns the written data', async () => {
    const path = join(dir, 'file.json');
    expect(await readJsonFile(path, z.unknown())).toEqual(ok(null));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await writeJsonFile(path, value)).toEqual(ok());
        const read = await readJsonFile(path, z.unknown());
        expect(read).toEqual(ok(JSON.parse(JSON.stringify(value))));
      }),
      { numRuns: 20 },
    );
  });

  it.each(['utf8', 'utf16le'] as const)(
    'is read as Notepad saves it, with its byte order mark, in %s',
    async (encoding) => {
      const path = join(dir, 'file.json');
      await writeFile(path, '\uFEFF{"name": "Conferência"}', encoding);
      expect(await readJsonFile(path, z.unknown())).toEqual(ok({ name: 'Conferência' }));
    },
  );

  // As a virus scanner, a backup, or a process without free descriptors makes it say.
  it('is read after a moment in which the disk refuses, and else stays, as a fault', async () => {
    const path = join(dir, 'file.json');
    await writeJsonFile(path, 1);
    for (const code of ['EBUSY', 'EACCES', 'EMFILE', 'EIO']) {
      reads.mockRejectedValueOnce(systemError(code));
      expect(await readJsonFile(path, z.unknown())).toEqual(ok(1));
    }
    reads.mockRejectedValue(systemError('EBUSY'));
    const read = await readJsonFile(path, z.unknown());
    reads.mockReset().mockImplementation(readReally);
    expect(read).toEqual(failed(fault('disk', { detail: 'file.json: EBUSY' })));
    expect(await readdir(dir)).toEqual(['file.json']);
  });

  it.each(['', '{"half": ', '[1]'])('is damaged, and stays, if it says %j', async (text) => {
    const path = join(dir, 'file.json');
    await writeFile(path, text);
    const read = await readJsonFile(path, z.object({}));
    expect(read).toEqual(failed(fault('file-damaged', { detail: 'file.json' })));
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('reports a refusal of the disk', async () => {
    await writeFile(join(dir, 'no-folder'), '');
    expect(await writeJsonFile(join(dir, 'no-folder', 'file'), 1)).toMatchObject({
      fault: { kind: 'disk' },
    });
  });
});

describe('a small file in a folder where others may leave anything', () => {
  it('is its text; nothing is null', async () => {
    const path = join(dir, 'one');
    expect(readOpenSync(path)).toBeNull();
    await writeFile(path, 'ção\n');
    expect(readOpenSync(path)?.text).toBe('ção\n');
    const most = 'x'.repeat(1024 * 1024);
    await writeFile(path, most);
    expect(readOpenSync(path)?.text).toBe(most);
    await writeFile(path, `${most}x`);
    expect(readOpenSync(path)?.text).toBeNull();
  });

  it.skipIf(process.platform === 'win32')(
    'is unreadable if it is anything else, and told from what is there later',
    async () => {
      const path = join(dir, 'one');
      const kinds = new Set<string>();
      const put: readonly (() => unknown)[] = [
        () => mkdir(path),
        () => execFileSync('mkfifo', [path]),
        () => symlink('/dev/zero', path),
        () => symlink(join(dir, 'absent'), path),
        () => writeFile(path, 'x', { mode: 0o000 }),
      ];
      for (const way of put) {
        await way();
        const found = readOpenSync(path);
        const isReadable = process.getuid?.() === 0 && found?.text === 'x';
        expect(found?.text === null || isReadable).toBe(true);
        expect(readOpenSync(path)).toEqual(found);
        kinds.add(found!.kind);
        await rm(path, { recursive: true });
      }
      expect(kinds.size).toBe(put.length);
    },
  );

  it('throws what is no failure of the disk', () => {
    expect(() => readOpenSync('a\0b')).toThrow(TypeError);
  });
});
