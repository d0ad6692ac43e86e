import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFlawOfMode, findFlawOfSecurity } from '../../src/main/policy/guarded.ts';
import { describeWith } from '../support/tools.ts';
import { loadPolicy, noPolicy } from '../../src/main/policy/index.ts';
import { guardByModes, readPolicyFile } from '../../src/main/policy/policy-file.ts';

describe('by owner and mode, a place counts', () => {
  it.each([
    [0, 0o100644, null],
    [0, 0o100600, null],
    [0, 0o040755, null],
    [0, 0o120777, 'link'],
    [1000, 0o100644, 'not-owned-by-administrators'],
    [0, 0o100664, 'writable-by-others'],
    [0, 0o100646, 'writable-by-others'],
    [0, 0o040775, 'writable-by-others'],
    [0, 0o041777, 'writable-by-others'],
  ] as const)('of user %d with mode %o: %s', (uid, mode, flaw) => {
    expect(findFlawOfMode({ uid, mode })).toBe(flaw);
  });
});

describeWith(
  process.getuid?.() === 0 ? [] : ['root'],
  'a policy in the place of a system with owners and modes',
  () => {
    let [root, folder, path] = ['', '', ''];
    beforeEach(() => {
      // In root's own home: every user may write into the folder for temporary files.
      root = mkdtempSync(join(realpathSync(homedir()), 'doca-policy-'));
      folder = join(root, 'doca');
      path = join(folder, 'policy.json');
      mkdirSync(folder, { mode: 0o755 });
      writeFileSync(path, '{ "copies": 2 }', { mode: 0o644 });
    });
    afterEach(() => rmSync(root, { recursive: true, force: true }));

    const moveAndLink = (place: string): void => {
      renameSync(place, `${place}-elsewhere`);
      symlinkSync(`${place}-elsewhere`, place);
    };

    it("counts if it is root's alone, with all folders above it", async () => {
      expect(await readPolicyFile(() => path, guardByModes)).toEqual({ values: { copies: 2 } });
    });

    it.each([
      [
        'the file belongs to a user',
        () => chownSync(path, 1000, 0),
        'not-owned-by-administrators',
        () => path,
      ],
      [
        'a group may write the file',
        () => chmodSync(path, 0o664),
        'writable-by-others',
        () => path,
      ],
      [
        'everybody may write the file',
        () => chmodSync(path, 0o646),
        'writable-by-others',
        () => path,
      ],
      ['the file is a link', () => moveAndLink(path), 'link', () => path],
      [
        'the folder belongs to a user',
        () => chownSync(folder, 1000, 0),
        'not-owned-by-administrators',
        () => folder,
      ],
      [
        'everybody may write the folder',
        () => chmodSync(folder, 0o777),
        'writable-by-others',
        () => folder,
      ],
      ['the folder is a link', () => moveAndLink(folder), 'link', () => folder],
      [
        'a folder further up is shared',
        () => chmodSync(root, 0o1777),
        'writable-by-others',
        () => root,
      ],
      ['it is a pipe of a user', () => makePipe(path), 'not-owned-by-administrators', () => path],
    ] as const)('does not count, and is named, where %s', async (_, change, reason, findPlace) => {
      change();
      expect(await readPolicyFile(() => path, guardByModes)).toEqual({
        problem: { source: 'file', key: null, reason, path: findPlace() },
      });
    });

    it('is null if there is none, whoever owns the folder', async () => {
      rmSync(path);
      chownSync(folder, 1000, 0);
      expect(await readPolicyFile(() => path, guardByModes)).toEqual({ values: {} });
    });
  },
);

function makePipe(path: string): void {
  rmSync(path);
  execFileSync('mkfifo', [path]);
  chownSync(path, 1000, 0);
}

const system = '5-18';
const administrators = '5-32-544';
const installer = '5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const [users, everybody, somebody] = ['5-32-545', '1-0', '5-21-1-2-3-1001'];
/**
 * O:BAD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU), as Windows lays it out: the
 * guide's access list.
 */
const ofTheGuide =
  '01000494140000000000000000000000240000000102000000000005200000002002000002004c000300000000031800ff011f00010200000000' +
  '0005200000002002000000031400ff011f0001010000000000051200000000031800a900120001020000000000052000000021020000';
const [all, reading] = [0x1f01ff, 0x1200a9];
const ownList: readonly Entry[] = [
  [administrators, all],
  [system, all],
  [users, reading],
];

describe('by owner and access list of Windows, a place', () => {
  it.each([
    ['as the guide has it', administrators, ownList, null],
    [
      'of the installer',
      installer,
      [
        [installer, all],
        [everybody, reading],
      ],
      null,
    ],
    [
      'whose children may be changed by who makes them',
      system,
      [...ownList, ['3-0', 0x10000000, { flags: 0x0b }]],
      null,
    ],
    ['that somebody is kept from', system, [[somebody, all, { type: 1 }], ...ownList], null],
    ['that may be read and run in general', system, [[everybody, 0x20000000 + 0x80000000]], null],
    ['of all users', users, ownList, 'not-owned-by-administrators'],
    ['of a user', somebody, ownList, 'not-owned-by-administrators'],
    [
      'in which everybody may make files, as below ProgramData',
      system,
      [...ownList, [users, 0x116]],
      'writable-by-others',
    ],
    [
      'that users may modify',
      administrators,
      [...ownList, [users, 0x1301bf]],
      'writable-by-others',
    ],
    ['that has no list at all', administrators, null, 'writable-by-others'],
    [
      'with an entry of a kind unknown here',
      system,
      [[administrators, all, { type: 5 }]],
      'writable-by-others',
    ],
    ...[
      0x2, 0x4, 0x10, 0x40, 0x100, 0x10000, 0x40000, 0x80000, 0x2000000, 0x10000000, 0x40000000,
    ].map((right) => {
      return [
        `on which a user has 0x${right.toString(16)}`,
        system,
        [[somebody, right]],
        'writable-by-others',
      ] as const;
    }),
  ] as readonly (readonly [string, string, readonly Entry[] | null, string | null])[])(
    '%s',
    (_, owner, list, flaw) => {
      expect(findFlawOfSecurity(layOut(owner, list))).toBe(flaw);
    },
  );

  it('is laid out here as Windows does it', () => {
    const list = ownList.map(([sid, mask]) => [sid, mask, { flags: 3 }] as const);
    expect(layOut(administrators, list).toString('hex', 20)).toBe(ofTheGuide.slice(40));
    expect(findFlawOfSecurity(Buffer.from(ofTheGuide, 'hex'))).toBeNull();
  });

  it('is looked at before the policy in it counts, the folder too', async () => {
    const data = mkdtempSync(join(tmpdir(), 'doca-policy-'));
    const folder = join(data, 'Doca');
    mkdirSync(folder);
    writeFileSync(join(folder, 'policy.json'), '{ "copies": 2 }');
    const load = (ofFolder: readonly Entry[]) => {
      const readSecurity = (place: string): Buffer =>
        layOut(system, place === folder ? ofFolder : ownList);
      const windows = { readPolicy: () => undefined, findProgramData: () => data, readSecurity };
      return loadPolicy({ platform: 'win32', env: {}, windows });
    };
    expect(await load(ownList)).toEqual({
      policy: { ...noPolicy, settings: { copies: 2 } },
      problems: [],
    });
    expect(await load([[users, all]])).toEqual({
      policy: { ...noPolicy, updates: { kind: 'off' } },
      problems: [{ source: 'file', key: null, reason: 'writable-by-others', path: folder }],
    });
    rmSync(data, { recursive: true });
  });
});

type Entry = readonly [
  sid: string,
  mask: number,
  kind?: { readonly type?: number; readonly flags?: number },
];

/** A SECURITY_DESCRIPTOR in one piece: its head, the owner, the list. */
function layOut(owner: string, list: readonly Entry[] | null): Buffer {
  const entries = (list ?? []).map(([sid, mask, { type = 0, flags = 0 } = {}]) => {
    // Of the kind with a type of objects in it, names come later.
    const head = Buffer.alloc(type === 5 ? 28 : 8);
    const bytes = Buffer.concat([head, encodeSid(sid)]);
    bytes.set([type, flags]);
    bytes.writeUInt16LE(bytes.length, 2);
    bytes.writeUInt32LE(mask, 4);
    return bytes;
  });
  const [head, listHead, name] = [Buffer.alloc(20), Buffer.alloc(8), encodeSid(owner)];
  listHead.set([2]);
  listHead.writeUInt16LE(Buffer.concat([listHead, ...entries]).length, 2);
  listHead.writeUInt16LE(entries.length, 4);
  head.writeUInt32LE(head.length, 4);
  head.writeUInt32LE(list === null ? 0 : head.length + name.length, 16);
  return Buffer.concat([head, name, ...(list === null ? [] : [listHead, ...entries])]);
}

function encodeSid(sid: string): Buffer {
  const [authority = 0, ...parts] = sid.split('-').map(Number);
  const bytes = Buffer.alloc(8 + parts.length * 4);
  bytes.set([1, parts.length]);
  bytes.writeUIntBE(authority, 2, 6);
  for (const [index, part] of parts.entries()) bytes.writeUInt32LE(part, 8 + index * 4);
  return bytes;
}
