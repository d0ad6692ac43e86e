import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arch, Platform as BuilderPlatform } from 'electron-builder';
import type { Configuration } from 'electron-builder';
import { describe, expect, it, vi } from 'vitest';
import { readNotes } from '../../src/main/updates/index.ts';
import { buildConfiguration, readBase } from '../../scripts/packaging/config.ts';
import type { BuildRequest } from '../../scripts/packaging/config.ts';
import { releaseObstacles } from '../../scripts/packaging/signing.ts';
import type { Platform } from '../../scripts/packaging/signing.ts';
import { buildTargets } from '../../scripts/packaging/targets.ts';

interface BuilderConfigModule {
  getConfig(root: string, path: string | null, config: Configuration): Promise<Configuration>;
  validateConfiguration(config: Configuration, debug: object): Promise<void>;
}

interface TargetFactory {
  computeArchToTargetNamesMap(
    raw: Map<Arch, string[]>,
    packager: object,
    platform: BuilderPlatform,
  ): Map<Arch, string[]>;
}

interface WindowsToolsets {
  getMakeNsisPath(version: unknown): Promise<unknown>;
  getNsisPluginsPath(version: unknown): Promise<unknown>;
  getSignToolPath(version: unknown, isWindows: boolean): Promise<unknown>;
}

const tools = createRequire(import.meta.url)(
  'app-builder-lib/out/toolsets/windows',
) as WindowsToolsets;

interface MetadataModule {
  readPackageJson(
    path: string,
  ): Promise<{ readonly author?: { readonly name: string }; readonly homepage?: string }>;
}

const builder = createRequire(import.meta.url)(
  'app-builder-lib/out/util/config/config',
) as BuilderConfigModule;
const metadata = createRequire(import.meta.url)(
  'app-builder-lib/out/util/packageMetadata',
) as MetadataModule;
const root = join(import.meta.dirname, '../..');
const common = { DOCA_UPDATE_FEED: 'https://updates.example/doca', DOCA_RELEASE_TAG: 'v1.2.3' };
const azure = {
  ...common,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
  DOCA_AZURE_ENDPOINT: 'https://brs.codesigning.azure.net',
  DOCA_AZURE_ACCOUNT: 'account',
  DOCA_AZURE_PROFILE: 'profile',
};
const token = {
  ...common,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
  DOCA_CERTIFICATE_SHA1: '0123456789abcdef0123456789ABCDEF01234567',
};
const command = {
  ...common,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
  DOCA_SIGN_COMMAND: '["C:/Program Files/Signer/sign.exe", "--profile", "doca"]',
};
const certificate = {
  ...common,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
  WIN_CSC_LINK: 'certificate.pfx',
  WIN_CSC_KEY_PASSWORD: 'secret',
};
const apple = {
  ...common,
  CSC_LINK: 'developer-id.p12',
  CSC_KEY_PASSWORD: 'secret',
  APPLE_API_KEY: 'key.p8',
  APPLE_API_KEY_ID: 'id',
  APPLE_API_ISSUER: 'issuer',
  APPLE_TEAM_ID: 'TEAM123456',
};

const notes = { 'pt-BR': 'O que é novo.', en: 'What is new.' };

/** As electron-builder sees it: read, merged with the file, and valid by its own schema. */
async function effective(
  platform: Platform,
  request: Partial<BuildRequest> = {},
): Promise<Configuration> {
  const config = await builder.getConfig(
    root,
    null,
    buildConfiguration({
      root,
      platform,
      release: true,
      env: platform === 'mac' ? apple : azure,
      version: '1.2.3',
      files: ['package.json', 'out/main/index.js', 'node_modules/zod/index.js'],
      releaseNotes: notes,
      ...request,
    }),
  );
  await builder.validateConfiguration(config, { isEnabled: false });
  return config;
}

describe('the configuration for Windows', () => {
  it('makes one installer for each processor, for a packer without rights and for IT', async () => {
    const { win, nsis } = await effective('win');
    expect(win?.target).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }]);
    expect(win?.requestedExecutionLevel).toBe('asInvoker');
    expect(win?.artifactName).toMatch(/\$\{version\}.*\$\{arch\}/);
    expect(nsis).toMatchObject({
      oneClick: false,
      perMachine: false,
      allowElevation: true,
      packElevateHelper: true,
      buildUniversalInstaller: false,
      deleteAppDataOnUninstall: false,
    });
  });

  it('pins the programs that make and sign the installers', async () => {
    expect((await effective('win')).toolsets).toEqual({ nsis: '1.2.1', winCodeSign: '1.1.0' });
  });

  it('still takes the programs that a rehearsal on Debian names', async () => {
    const { toolsets } = await effective('win');
    const nsis = mkdtempSync(join(tmpdir(), 'doca-nsis-'));
    mkdirSync(join(nsis, 'windows/Plugins'), { recursive: true });
    mkdirSync(
      join(
        nsis,
        process.platform === 'win32' ? 'Bin' : process.platform === 'darwin' ? 'mac' : 'linux',
      ),
    );
    const makensis =
      { win32: 'Bin/makensis.exe', darwin: 'mac/makensis' }[process.platform as string] ??
      'linux/makensis';
    writeFileSync(join(nsis, makensis), '');
    vi.stubEnv('ELECTRON_BUILDER_NSIS_DIR', nsis);
    vi.stubEnv('ELECTRON_BUILDER_NSIS_RESOURCES_DIR', nsis);
    vi.stubEnv('USE_SYSTEM_OSSLSIGNCODE', 'true');
    try {
      expect(await tools.getMakeNsisPath(toolsets?.nsis)).toEqual({
        path: join(nsis, makensis),
        env: { NSISDIR: nsis },
      });
      expect(await tools.getNsisPluginsPath(toolsets?.nsis)).toBe(join(nsis, 'windows/Plugins'));
      expect(await tools.getSignToolPath(toolsets?.winCodeSign, false)).toEqual({
        path: 'osslsigncode',
      });
    } finally {
      vi.unstubAllEnvs();
      rmSync(nsis, { recursive: true });
    }
  });

  const signer = { publisherName: 'Example Logistics Ltda', signingHashAlgorithms: ['sha256'] };

  it('signs programs and native modules alike, and has updates check the publisher', async () => {
    const { win, forceCodeSigning } = await effective('win');
    expect(forceCodeSigning).toBe(true);
    expect(win?.signExts).toEqual(expect.arrayContaining(['.exe', '.dll', '.node']));
    expect(win?.verifyUpdateCodeSignature).toBe(true);
    expect(win?.signExecutable).not.toBe(false);
  });

  it.each([
    ['Azure', azure, { ...signer, sign: join(root, 'scripts/packaging/sign-azure.ts') }],
    [
      'a certificate on a token',
      token,
      { ...signer, certificateSha1: token.DOCA_CERTIFICATE_SHA1 },
    ],
    ['a command', command, { ...signer, sign: join(root, 'scripts/packaging/sign-command.ts') }],
    ['a file', certificate, signer],
  ])('signs with %s, as the environment requires', async (_way, env, signtoolOptions) => {
    const { win } = await effective('win', { env: { ...env, DOCA_AZURE_PROFILE: '', ...env } });
    expect(win?.signtoolOptions).toEqual(signtoolOptions);
    // It would install the newest version of the module.
    expect(win?.azureSignOptions).toBeUndefined();
    if ('sign' in signtoolOptions) expect(existsSync(signtoolOptions.sign)).toBe(true);
  });

  it('keeps the command that signs out of the configuration, which electron-builder writes into the log', async () => {
    expect(JSON.stringify(await effective('win', { env: command }))).not.toContain(
      'Signer/sign.exe',
    );
  });

  it('takes the keychain binary of Windows only', async () => {
    const { files } = await effective('win');
    const text = JSON.stringify(files);
    expect(text).toContain('keytar/prebuilds/win32-${arch}/keytar.node');
    expect(text).toContain('@yuuang/ffi-rs-win32-${arch}-msvc/ffi-rs.win32-${arch}-msvc.node');
    expect(text).not.toContain('darwin');
    expect(text).not.toContain('linux');
  });
});

describe('the installers’ metadata', () => {
  it('has Doca’s publisher and home page, as the builder reads both', async () => {
    const { author, homepage } = await metadata.readPackageJson(join(root, 'package.json'));
    expect(author?.name).toBe('Doca contributors');
    // Until the publisher sets the address, it is one that cannot exist (RFC 2606).
    expect(homepage).toMatch(/^https:\/\//);
  });
});

describe('the configuration for macOS', () => {
  it('makes a disk image and a zip for each processor, hardened and notarised', async () => {
    const { mac, forceCodeSigning } = await effective('mac');
    expect(mac?.target).toEqual([
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ]);
    expect(mac).toMatchObject({
      hardenedRuntime: true,
      notarize: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
    });
    expect(mac?.identity).toBeUndefined();
    expect(mac?.artifactName).toMatch(/\$\{version\}.*\$\{arch\}/);
    expect(forceCodeSigning).toBe(true);
  });

  it('asks for no camera, microphone or Bluetooth', async () => {
    const { mac } = await effective('mac');
    const info = mac?.extendInfo as Record<string, unknown>;
    for (const what of [
      'Camera',
      'Microphone',
      'BluetoothAlways',
      'BluetoothPeripheral',
      'AudioCapture',
    ]) {
      expect(info[`NS${what}UsageDescription`]).toBeNull();
    }
  });
});

describe.each(['win', 'mac'] as const)('every build for %s', (platform) => {
  it.each([true, false])('closes the doors of Electron (release: %s)', async (release) => {
    const { electronFuses, asar, asarUnpack, npmRebuild, disableAsarIntegrity } = await effective(
      platform,
      {
        release,
      },
    );
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableCookieEncryption: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    });
    expect(asar).not.toBe(false);
    expect(asarUnpack).toEqual(['**/*.node']);
    expect(npmRebuild).toBe(false);
    expect(disableAsarIntegrity).not.toBe(true);
  });

  it('a development build is unsigned, with file names that say so, and takes no updates', async () => {
    const config = await effective(platform, { release: false, env: {} });
    expect(config.forceCodeSigning).toBe(false);
    expect(config[platform]?.artifactName).toContain('-unsigned-');
    expect(config.publish ?? null).toBeNull();
    if (platform === 'mac') expect(config.mac?.identity).toBeNull();
    else expect(config.win?.signExecutable).toBe(false);
  });

  it('a release has the feed and its notes', async () => {
    const config = await effective(platform);
    expect(config.publish).toEqual({
      provider: 'generic',
      url: 'https://updates.example/doca',
      channel: 'latest',
    });
    expect(readNotes(config.releaseInfo?.releaseNotes)).toEqual(notes);
  });
});

describe('a release is refused', () => {
  it('takes complete environments', () => {
    expect(releaseObstacles('win', azure, '1.2.3')).toEqual([]);
    expect(releaseObstacles('win', token, '1.2.3')).toEqual([]);
    expect(releaseObstacles('win', command, '1.2.3')).toEqual([]);
    expect(releaseObstacles('win', certificate, '1.2.3')).toEqual([]);
    expect(releaseObstacles('mac', apple, '1.2.3')).toEqual([]);
  });

  const signing = [
    ...Object.keys(azure).map((name) => ['win', azure, name] as const),
    ...Object.keys(token).map((name) => ['win', token, name] as const),
    ...Object.keys(command).map((name) => ['win', command, name] as const),
    ...Object.keys(certificate).map((name) => ['win', certificate, name] as const),
    ...Object.keys(apple).map((name) => ['mac', apple, name] as const),
  ];
  it.each(signing)('for %s when one of them is missing: $2', (platform, env, name) => {
    for (const value of [undefined, '', ' ']) {
      expect(releaseObstacles(platform, { ...env, [name]: value }, '1.2.3').join(' ')).toContain(
        name,
      );
    }
  });

  it('when two ways of signing are set: which certificate it is must not hang on a variable left over', () => {
    expect(releaseObstacles('win', { ...certificate, ...token }, '1.2.3').join()).toContain(
      'more than one way',
    );
    expect(
      releaseObstacles('win', { ...azure, WIN_CSC_LINK: 'old.pfx' }, '1.2.3').join(),
    ).toContain('more than one way');
  });

  it.each([
    'sign.exe --fast',
    '[]',
    '[""]',
    '["sign.exe", 7]',
    '{"program":"sign.exe"}',
    '"sign.exe"',
  ])('when the command that signs is no list of a program and its arguments: %s', (text) => {
    expect(
      releaseObstacles('win', { ...command, DOCA_SIGN_COMMAND: text }, '1.2.3').join(),
    ).toContain('JSON list');
  });

  it.each(['0123', `${token.DOCA_CERTIFICATE_SHA1}0`, '01 23 45', 'CN=Example'])(
    'when the certificate is not named by its thumbprint: %s',
    (text) => {
      expect(
        releaseObstacles('win', { ...token, DOCA_CERTIFICATE_SHA1: text }, '1.2.3').join(),
      ).toContain('thumbprint');
    },
  );

  it.each([
    ['CHANGELOG.pt-BR.md', { ...notes, 'pt-BR': null }],
    ['CHANGELOG.md', { ...notes, en: null }],
  ])('when %s has no section for it', async (name, releaseNotes) => {
    await expect(effective('mac', { releaseNotes })).rejects.toThrow(
      `${name}: no section for 1.2.3`,
    );
    expect(await effective('mac', { releaseNotes, release: false })).toBeDefined();
  });

  it('when the tag is another version, the feed is not https, or signing is switched off', () => {
    expect(releaseObstacles('win', { ...azure, DOCA_RELEASE_TAG: 'v1.2.4' }, '1.2.3')).toHaveLength(
      1,
    );
    expect(
      releaseObstacles('win', { ...azure, DOCA_UPDATE_FEED: 'http://updates.example' }, '1.2.3'),
    ).toHaveLength(1);
    expect(
      releaseObstacles('mac', { ...apple, CSC_IDENTITY_AUTO_DISCOVERY: 'false' }, '1.2.3'),
    ).toHaveLength(1);
    expect(() =>
      buildConfiguration({
        root,
        platform: 'win',
        release: true,
        env: {},
        version: '1.2.3',
        files: [],
        releaseNotes: notes,
      }),
    ).toThrow(/this is no release/);
  });
});

describe('the installers for each processor', () => {
  const factory = createRequire(import.meta.url)(
    'app-builder-lib/out/targets/targetFactory',
  ) as TargetFactory;
  const base = readBase(root);
  // As electron-builder decides it when it starts to pack.
  const made = (
    platform: 'win' | 'mac',
    archs: readonly ('x64' | 'arm64')[],
    dir = false,
  ): Record<string, string[]> => {
    const system = platform === 'win' ? BuilderPlatform.WINDOWS : BuilderPlatform.MAC;
    const asked =
      buildTargets({ base, platform, dir, archs }).get(system) ?? new Map<Arch, string[]>();
    const packager = { platformSpecificBuildOptions: base[platform] };
    return Object.fromEntries(
      [...factory.computeArchToTargetNamesMap(asked, packager, system)].map(([arch, names]) => [
        Arch[arch],
        names,
      ]),
    );
  };

  it('are the file’s if none were requested', () => {
    expect(made('win', [])).toEqual({ x64: ['nsis'], arm64: ['nsis'] });
    expect(made('mac', [])).toEqual({ x64: ['dmg', 'zip'], arm64: ['dmg', 'zip'] });
  });

  it('are exactly the requested ones', () => {
    expect(made('win', ['arm64'])).toEqual({ arm64: ['nsis'] });
    expect(made('mac', ['x64'])).toEqual({ x64: ['dmg', 'zip'] });
    expect(made('win', ['x64', 'arm64'])).toEqual({ x64: ['nsis'], arm64: ['nsis'] });
    expect(made('win', ['arm64'], true)).toEqual({ arm64: ['dir'] });
    expect(made('win', [], true)).toEqual({ [process.arch]: ['dir'] });
  });
});
