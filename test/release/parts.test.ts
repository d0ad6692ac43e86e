import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checksums } from '../../scripts/release/checksums.ts';
import { findPartProblems, partNames } from '../../scripts/release/parts.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
let folder = '';

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const change = (name: string, from: string, to: string): void => {
  const before = readFileSync(join(folder, name), 'utf8');
  expect(before).toContain(from);
  put(name, before.replaceAll(from, to));
};
const addChecksums = (): void => put('SHA256SUMS', checksums(folder));

const notesLine = `releaseNotes: ${JSON.stringify('{"pt-BR":"Novo.","en":"New."}')}\n`;

function putFeed(name: string, files: readonly string[]): void {
  const lines = files.map((file) => {
    const bytes = readFileSync(join(folder, file));
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    return { text: `  - url: ${file}\n    sha512: ${sha512}\n    size: ${bytes.length}\n`, sha512 };
  });
  const list = lines.map(({ text }) => text).join('');
  put(
    name,
    `version: ${version}\nfiles:\n${list}path: ${files[0]}\nsha512: ${lines[0]?.sha512}\n${notesLine}`,
  );
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-parts-'));
  const names = partNames(version);
  for (const name of names)
    if (/^Doca-.*(exe|dmg|zip|blockmap|md)$/.test(name)) put(name, `the bytes of ${name}`);
  putFeed(
    'latest.yml',
    names.filter((name) => name.endsWith('.exe')),
  );
  putFeed(
    'latest-mac.yml',
    names.filter((name) => /macos.*\.(dmg|zip)$/.test(name)),
  );
  put(
    `Doca-${version}-sbom.cdx.json`,
    JSON.stringify({
      bomFormat: 'CycloneDX',
      metadata: { component: { version } },
      components: [{ name: 'zod' }],
    }),
  );
  addChecksums();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the parts of a release', () => {
  it('are both setups, four files for macOS, the update files of each, the policies, the parts and the checksums', () => {
    expect(partNames('1.2.3')).toEqual([
      'Doca-1.2.3-group-policy.zip',
      'Doca-1.2.3-macos-arm64.dmg',
      'Doca-1.2.3-macos-arm64.dmg.blockmap',
      'Doca-1.2.3-macos-arm64.zip',
      'Doca-1.2.3-macos-arm64.zip.blockmap',
      'Doca-1.2.3-macos-x64.dmg',
      'Doca-1.2.3-macos-x64.dmg.blockmap',
      'Doca-1.2.3-macos-x64.zip',
      'Doca-1.2.3-macos-x64.zip.blockmap',
      'Doca-1.2.3-policies.en.md',
      'Doca-1.2.3-policies.pt-BR.md',
      'Doca-1.2.3-sbom.cdx.json',
      'Doca-1.2.3-windows-arm64-setup.exe',
      'Doca-1.2.3-windows-arm64-setup.exe.blockmap',
      'Doca-1.2.3-windows-x64-setup.exe',
      'Doca-1.2.3-windows-x64-setup.exe.blockmap',
      'SHA256SUMS',
      'latest-mac.yml',
      'latest.yml',
    ]);
  });

  it('are a release when all are there', () => {
    expect(findPartProblems(folder, version)).toEqual([]);
  });

  it.each(partNames(version))('are incomplete without %s', (name) => {
    rmSync(join(folder, name));
    if (name !== 'SHA256SUMS') addChecksums();
    expect(findPartProblems(folder, version)).toEqual([`missing: ${name}`]);
  });

  it.each(partNames(version))('are incomplete with an empty %s', (name) => {
    put(name, '');
    if (name !== 'SHA256SUMS') addChecksums();
    expect(findPartProblems(folder, version)).toContain(`empty: ${name}`);
  });

  const setup = `Doca-${version}-windows-x64-setup.exe`;
  it.each([
    [
      'a file too many',
      () => put('builder-debug.yml', 'x'),
      ['not a part of the release: builder-debug.yml'],
    ],
    [
      'another version in the feed',
      () => change('latest.yml', `version: ${version}`, 'version: 0.0.9'),
      [/0\.0\.9/],
    ],
    [
      'another size',
      () => change('latest.yml', 'size: ', 'size: 1'),
      [/has \d+ bytes, not 1/, /has \d+ bytes, not 1/],
    ],
    ['a feed that is none', () => put('latest.yml', '[]'), [/latest\.yml is no update feed/]],
    [
      'a feed that is no YAML',
      () => put('latest-mac.yml', 'a: ['),
      [/latest-mac\.yml cannot be read/],
    ],
    [
      'bytes changed since the feed was written',
      () => put(setup, `the Bytes of ${setup}`),
      [`latest.yml: ${setup} has another digest`],
    ],
    [
      'a feed that offers something else',
      () => change('latest.yml', `url: ${setup}`, 'url: Other.exe'),
      [`latest.yml does not offer ${setup}`, 'latest.yml offers Other.exe'],
    ],
    [
      'notes in one language',
      () => change('latest.yml', 'Novo.', ''),
      ['latest.yml says nothing of what is new in pt-BR'],
    ],
    [
      'a list that is none',
      () => put(`Doca-${version}-sbom.cdx.json`, '{}'),
      [/is no list of parts/],
    ],
  ] as const)('are none with %s', (_what, breakIt, problems) => {
    breakIt();
    addChecksums();
    const found = findPartProblems(folder, version).join('\n');
    for (const problem of problems) expect(found).toMatch(problem);
  });

  it('are refused when the checksums are of other bytes', () => {
    change('SHA256SUMS', '0', '1');
    expect(findPartProblems(folder, version)).toEqual(['SHA256SUMS is not that of these files']);
  });
});

it('the bundle makes what the builds do not', { timeout: 30_000 }, () => {
  const made = partNames(version).filter(
    (name) => /zip$|md$|json$|SUMS$/.test(name) && !name.includes('macos'),
  );
  for (const name of made) rmSync(join(folder, name));
  const script = join(root, 'scripts/release/bundle.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(made).toHaveLength(5);
  expect(findPartProblems(folder, version)).toEqual([]);
});

describe.runIf(process.platform !== 'win32')('the draft', () => {
  const draft = () => {
    const bin = mkdtempSync(join(tmpdir(), 'doca-gh-'));
    writeFileSync(join(bin, 'gh'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(bin, 'asked')}'\n`);
    chmodSync(join(bin, 'gh'), 0o755);
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'scripts/release/draft.ts'), folder],
      {
        encoding: 'utf8',
        env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      },
    );
    const asked = existsSync(join(bin, 'asked'))
      ? readFileSync(join(bin, 'asked'), 'utf8').trim().split('\n')
      : null;
    rmSync(bin, { recursive: true });
    return { status, stderr, asked };
  };

  it('takes a whole release, as a draft of a tag that exists', () => {
    const { status, asked } = draft();
    expect(status).toBe(0);
    expect(asked).toEqual(
      expect.arrayContaining(['create', `v${version}`, '--draft', '--verify-tag']),
    );
    expect(asked?.slice(-19)).toEqual(partNames(version).map((name) => join(folder, name)));
  });

  it('refuses an incomplete one with the missing files, and makes no request', () => {
    rmSync(join(folder, 'latest-mac.yml'));
    rmSync(join(folder, `Doca-${version}-macos-x64.dmg`));
    const { status, stderr, asked } = draft();
    expect(status).toBe(1);
    expect(stderr).toContain(`missing: Doca-${version}-macos-x64.dmg`);
    expect(stderr).toContain('missing: latest-mac.yml');
    expect(asked).toBeNull();
  });
});
