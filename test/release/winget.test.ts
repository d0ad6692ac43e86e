import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import yaml from 'js-yaml';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findProductCode, writeWingetManifests } from '../../scripts/release/winget-manifests.ts';
import type { WingetRelease } from '../../scripts/release/winget-manifests.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The rules of winget's manifests, version 1.12, for the used fields: whether required, the format,
 * the length. Stricter in one point: a field that is not here is a mistake. Source: the schemas in
 * the repository of winget's client.
 */
const version = /^[^\\/:*?"<>|\p{Cc}]+$/u;
const common = {
  PackageIdentifier: z
    .string()
    .max(128)
    .regex(/^[^.\s\\/:*?"<>|\p{Cc}]{1,32}(\.[^.\s\\/:*?"<>|\p{Cc}]{1,32}){1,7}$/u),
  PackageVersion: z.string().max(128).regex(version),
  ManifestVersion: z.literal('1.12.0'),
};
const locale = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}-[A-Z]{2}$/);
const address = z
  .string()
  .max(2_048)
  .regex(/^https:\/\/.+$/);
const tags = z
  .array(z.string().min(1).max(40))
  .max(16)
  .refine((all) => new Set(all).size === all.length);
const described = {
  ...common,
  PackageLocale: locale,
  Publisher: z.string().min(2).max(256),
  PublisherSupportUrl: address.optional(),
  PackageUrl: address.optional(),
  PackageName: z.string().min(2).max(256),
  License: z.string().min(3).max(512),
  ShortDescription: z.string().min(3).max(256),
  Tags: tags,
};
const responses = z.enum([
  'packageInUse',
  'packageInUseByApplication',
  'installInProgress',
  'fileInUse',
  'missingDependency',
  'diskFull',
  'insufficientMemory',
  'invalidParameter',
  'noNetwork',
  'contactSupport',
  'rebootRequiredToFinish',
  'rebootRequiredForInstall',
  'rebootInitiated',
  'cancelledByUser',
  'alreadyInstalled',
  'downgrade',
  'blockedByPolicy',
  'systemNotSupported',
  'custom',
]);
const rules = {
  version: z.strictObject({ ...common, DefaultLocale: locale, ManifestType: z.literal('version') }),
  defaultLocale: z.strictObject({ ...described, ManifestType: z.literal('defaultLocale') }),
  locale: z.strictObject({ ...described, ManifestType: z.literal('locale') }),
  installer: z.strictObject({
    ...common,
    Platform: z.tuple([z.literal('Windows.Desktop')]),
    MinimumOSVersion: z.string().regex(/^\d{1,5}(\.\d{1,5}){0,3}$/),
    InstallerType: z.enum([
      'msix',
      'msi',
      'appx',
      'exe',
      'zip',
      'inno',
      'nullsoft',
      'wix',
      'burn',
      'pwa',
      'portable',
    ]),
    InstallModes: z.array(z.enum(['interactive', 'silent', 'silentWithProgress'])).max(3),
    UpgradeBehavior: z.enum(['install', 'uninstallPrevious', 'deny']),
    ExpectedReturnCodes: z
      .array(z.strictObject({ InstallerReturnCode: z.int().min(1), ReturnResponse: responses }))
      .max(128),
    ProductCode: z.string().min(1).max(255),
    AppsAndFeaturesEntries: z.array(
      z.strictObject({
        DisplayName: z.string().min(1).max(256),
        DisplayVersion: z.string().min(1).max(128),
        ProductCode: z.string().min(1).max(255),
      }),
    ),
    Installers: z
      .array(
        z.strictObject({
          Architecture: z.enum(['x86', 'x64', 'arm', 'arm64', 'neutral']),
          InstallerUrl: address,
          InstallerSha256: z.string().regex(/^[A-F0-9]{64}$/),
          Scope: z.enum(['user', 'machine']),
          InstallerSwitches: z.strictObject({ Custom: z.string().min(1).max(2_048) }),
          ElevationRequirement: z
            .enum(['elevationRequired', 'elevationProhibited', 'elevatesSelf'])
            .optional(),
        }),
      )
      .min(1),
    ManifestType: z.literal('installer'),
  }),
};

const release: WingetRelease = {
  version: '1.2.3',
  publisher: 'Exemplo Logística Ltda.',
  appId: 'doca.desk',
  licence: 'MIT',
  homepage: 'https://example.com/doca',
  setups: [
    { arch: 'x64', url: 'https://example.com/x64.exe', sha256: 'ab'.repeat(32) },
    { arch: 'arm64', url: 'https://example.com/arm64.exe', sha256: 'cd'.repeat(32) },
  ],
};
/** The text between the package and `.yaml` names a part. */
const parse = (files: ReadonlyMap<string, string>, part: string): unknown =>
  yaml.load([...files].find(([name]) => name.endsWith(`.Doca${part}.yaml`))![1]);

describe("winget's manifests", () => {
  const files = writeWingetManifests(release);

  it('keep to the rules of winget', () => {
    expect([...files.keys()]).toEqual([
      'ExemploLogisticaLtda.Doca.yaml',
      'ExemploLogisticaLtda.Doca.installer.yaml',
      'ExemploLogisticaLtda.Doca.locale.pt-BR.yaml',
      'ExemploLogisticaLtda.Doca.locale.en-US.yaml',
    ]);
    rules.version.parse(parse(files, ''));
    rules.installer.parse(parse(files, '.installer'));
    rules.defaultLocale.parse(parse(files, '.locale.pt-BR'));
    rules.locale.parse(parse(files, '.locale.en-US'));
    for (const text of files.values())
      expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/aka\.ms\//);
  });

  it('install each setup for one user, or for all with an administrator', () => {
    const { Installers, ...rest } = rules.installer.parse(parse(files, '.installer'));
    expect(
      Installers.map((one) => [
        one.Architecture,
        one.Scope,
        one.InstallerSwitches.Custom,
        one.ElevationRequirement,
      ]),
    ).toEqual([
      ['x64', 'user', '/currentuser', undefined],
      ['x64', 'machine', '/allusers', 'elevationRequired'],
      ['arm64', 'user', '/currentuser', undefined],
      ['arm64', 'machine', '/allusers', 'elevationRequired'],
    ]);
    expect(rest.InstallerType).toBe('nullsoft');
    expect(rest.AppsAndFeaturesEntries).toEqual([
      { DisplayName: 'Doca 1.2.3', DisplayVersion: '1.2.3', ProductCode: rest.ProductCode },
    ]);
  });

  it('name the uninstall entry that the setup writes', () => {
    const { UUID } = createRequire(import.meta.url)('builder-util-runtime') as {
      readonly UUID: { v5(name: string, namespace: Buffer): string; parse(id: string): Buffer };
    };
    const target = readFileSync(
      join(root, 'node_modules/app-builder-lib/out/targets/nsis/NsisTarget.js'),
      'utf8',
    );
    const namespace = /ELECTRON_BUILDER_NS_UUID = \S+UUID\.parse\("([\da-f-]{36})"\)/.exec(
      target,
    )![1]!;
    for (const appId of ['doca.desk', 'another.app']) {
      expect(findProductCode(appId)).toBe(UUID.v5(appId, UUID.parse(namespace)));
    }
  });

  it('do without addresses that are not there', () => {
    const without = writeWingetManifests({ ...release, homepage: null });
    expect(rules.defaultLocale.parse(parse(without, '.locale.pt-BR'))).not.toHaveProperty(
      'PackageUrl',
    );
  });

  it('are not written if winget would refuse them', () => {
    const [setup] = release.setups;
    expect(() => writeWingetManifests({ ...release, publisher: '...' })).toThrow(/publisher/);
    expect(() =>
      writeWingetManifests({
        ...release,
        setups: [{ ...setup!, url: 'http://example.com/a.exe' }],
      }),
    ).toThrow(/https/);
  });

  it.each([
    [112, 'diskFull'],
    [1618, 'packageInUse'],
    [1633, 'systemNotSupported'],
    [1638, 'downgrade'],
  ])('have the meaning of exit code %i, as the guide for IT does', (code, response) => {
    const { ExpectedReturnCodes } = rules.installer.parse(parse(files, '.installer'));
    expect(ExpectedReturnCodes).toContainEqual({
      InstallerReturnCode: code,
      ReturnResponse: response,
    });
    expect(readFileSync(join(root, 'docs/it-guide.md'), 'utf8')).toMatch(
      new RegExp(`^\\| ${code} `, 'm'),
    );
  });
});

describe('npm run release:winget', () => {
  const current = (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  ).version;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'doca-winget-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(root, 'scripts/release/winget.ts'), ...args],
      { encoding: 'utf8', env: { ...process.env, DOCA_PUBLISHER_NAME: 'Exemplo', ...env } },
    );

  it('takes both signed setups of this version, or none', () => {
    const unsigned = join(folder, 'unsigned');
    mkdirSync(unsigned);
    for (const arch of ['x64', 'arm64']) {
      writeFileSync(join(unsigned, `Doca-${current}-unsigned-windows-${arch}-setup.exe`), arch);
    }
    expect(run([unsigned, 'https://example.com/doca']).stderr).toContain(
      'windows-x64-setup.exe is not in',
    );
    expect(
      run([unsigned, 'https://example.com/doca'], { DOCA_PUBLISHER_NAME: '' }).stderr,
    ).toContain('is missing');
    expect(run([unsigned]).status).not.toBe(0);
    expect(readdirSync(unsigned)).toHaveLength(2);
  });

  it('writes their digests and addresses', () => {
    for (const arch of ['x64', 'arm64'])
      writeFileSync(join(folder, `Doca-${current}-windows-${arch}-setup.exe`), arch);
    const { status, stderr } = run([folder, 'https://example.com/doca/']);
    expect([status, stderr]).toEqual([0, '']);
    const text = readFileSync(join(folder, 'winget/Exemplo.Doca.installer.yaml'), 'utf8');
    const { Installers } = rules.installer.parse(yaml.load(text));
    expect(Installers[0]).toMatchObject({
      InstallerUrl: `https://example.com/doca/Doca-${current}-windows-x64-setup.exe`,
      // `printf x64 | sha256sum`
      InstallerSha256: '5609F728403E197BB255EF50C62AEABB1F93B09F7B7C379903440B65CD4319CB',
    });
  });
});
