import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yaml from 'js-yaml';
import { inspectAsar } from '../../scripts/packaging/inspect-asar.ts';
import { newVersion } from '../../scripts/rehearsal/versions.ts';

const made = join(process.env['DOCA_REHEARSAL'] ?? '', newVersion);
const root = join(import.meta.dirname, '../..');

/** The keys of a property list, and the values that are texts. */
function readPlist(path: string): ReadonlyMap<string, string> {
  const text = readFileSync(path, 'utf8');
  return new Map(
    [...text.matchAll(/<key>([^<]+)<\/key>\s*(?:<string>([^<]*)<\/string>)?/g)].map(
      ([, key = '', value = '']) => [key, value],
    ),
  );
}

describe.each(['x64', 'arm64'])('the archive for Macs, %s', (arch) => {
  const name = `Doca-${newVersion}-macos-${arch}.zip`;
  let folder = '';
  let contents = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'doca-mac-'));
    contents = join(folder, 'Doca.app/Contents');
    expect(spawnSync('unzip', ['-q', join(made, name), '-d', folder]).status).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contains one app with its identity and its permissions', () => {
    expect(readdirSync(folder)).toEqual(['Doca.app']);
    const plist = readPlist(join(contents, 'Info.plist'));
    expect(Object.fromEntries(plist)).toMatchObject({
      CFBundleIdentifier: 'doca.desk',
      CFBundleName: 'Doca',
      CFBundleExecutable: 'Doca',
      CFBundleShortVersionString: newVersion,
      LSMinimumSystemVersion: '13.0',
      NSLocalNetworkUsageDescription: expect.stringContaining('label printers') as string,
    });
    expect([...plist.keys()].filter((key) => /UsageDescription$/.test(key))).toEqual([
      'NSLocalNetworkUsageDescription',
    ]);
    expect(readdirSync(join(contents, 'Resources'))).toEqual(
      expect.arrayContaining(['app-update.yml', 'icon.icns', 'third-party-licences.txt']),
    );
    const helpers = readdirSync(join(contents, 'Frameworks')).filter((each) =>
      each.endsWith('.app'),
    );
    expect(helpers).toHaveLength(4);
    for (const helper of helpers) {
      const id = readPlist(join(contents, 'Frameworks', helper, 'Contents/Info.plist')).get(
        'CFBundleIdentifier',
      );
      expect(id).toMatch(/^doca\.desk\.helper/);
    }
  });

  it('keeps the links and the executable bits of its framework', () => {
    const framework = join(contents, 'Frameworks/Electron Framework.framework');
    expect(readlinkSync(join(framework, 'Versions/Current'))).toBe('A');
    expect(readlinkSync(join(framework, 'Resources'))).toBe('Versions/Current/Resources');
    expect(lstatSync(join(contents, 'MacOS/Doca')).mode & 0o111).not.toBe(0);
  });

  it('has sound code, for this processor', () => {
    const { files, problems } = inspectAsar(join(contents, 'Resources/app.asar'));
    expect(problems).toEqual([]);
    expect(files.filter(({ path }) => path.endsWith('.node')).map(({ path }) => path)).toEqual([
      `node_modules/keytar/prebuilds/darwin-${arch}/keytar.node`,
    ]);
  });

  it('matches the update feed', () => {
    const feed = yaml.load(readFileSync(join(made, 'latest-mac.yml'), 'utf8')) as {
      readonly version: string;
      readonly files: readonly { readonly url: string; readonly sha512: string }[];
    };
    expect(feed.version).toBe(newVersion);
    const bytes = readFileSync(join(made, name));
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    expect(feed.files).toContainEqual({ url: name, sha512, size: bytes.length });
  });
});

it('a Mac’s app has V8’s entitlements, and no others', () => {
  expect([...readPlist(join(root, 'resources/entitlements.mac.plist')).keys()]).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});
