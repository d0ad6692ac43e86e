import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { describe, expect, it } from 'vitest';
import { buildConfiguration } from '../../scripts/packaging/config.ts';
import type { BuildRequest } from '../../scripts/packaging/config.ts';
import { releaseObstacles } from '../../scripts/packaging/signing.ts';
import type { Platform } from '../../scripts/packaging/signing.ts';

interface BuilderConfigModule {
  getConfig(root: string, path: string | null, config: Configuration): Promise<Configuration>;
  validateConfiguration(config: Configuration, debug: object): Promise<void>;
}

const builder = createRequire(import.meta.url)('app-builder-lib/out/util/config/config') as BuilderConfigModule;
const root = join(import.meta.dirname, '../..');
const common = { DOCA_UPDATE_FEED: 'https://updates.example/doca', DOCA_RELEASE_TAG: 'v1.2.3' };
const azure = {
  ...common,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
  DOCA_AZURE_ENDPOINT: 'https://brs.codesigning.azure.net',
  DOCA_AZURE_ACCOUNT: 'account',
  DOCA_AZURE_PROFILE: 'profile',
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'secret',
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

/** As electron-builder sees it: read, merged with the file, and valid by its own schema. */
async function effective(platform: Platform, request: Partial<BuildRequest> = {}): Promise<Configuration> {
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
      releaseNotes: 'What is new.',
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

  it('signs with Azure, programs and native modules alike, and has updates check the publisher', async () => {
    const { win, forceCodeSigning } = await effective('win');
    expect(forceCodeSigning).toBe(true);
    expect(win?.azureSignOptions).toEqual({
      publisherName: 'Example Logistics Ltda',
      endpoint: 'https://brs.codesigning.azure.net',
      codeSigningAccountName: 'account',
      certificateProfileName: 'profile',
    });
    expect(win?.signtoolOptions).toBeUndefined();
    expect(win?.signExts).toEqual(expect.arrayContaining(['.exe', '.dll', '.node']));
    expect(win?.verifyUpdateCodeSignature).toBe(true);
    expect(win?.signExecutable).not.toBe(false);
  });

  it('signs with a certificate from the environment where there is no Azure', async () => {
    const { win } = await effective('win', { env: certificate });
    expect(win?.signtoolOptions).toEqual({
      publisherName: 'Example Logistics Ltda',
      signingHashAlgorithms: ['sha256'],
    });
    expect(win?.azureSignOptions).toBeUndefined();
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
    for (const what of ['Camera', 'Microphone', 'BluetoothAlways', 'BluetoothPeripheral', 'AudioCapture']) {
      expect(info[`NS${what}UsageDescription`]).toBeNull();
    }
  });
});

describe.each(['win', 'mac'] as const)('every build for %s', (platform) => {
  it.each([true, false])('closes the doors of Electron (release: %s)', async (release) => {
    const { electronFuses, asar, asarUnpack, npmRebuild, disableAsarIntegrity } = await effective(platform, {
      release,
    });
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableCookieEncryption: true,
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

  it('a development build is unsigned, says so in its file names and takes no updates', async () => {
    const config = await effective(platform, { release: false, env: {} });
    expect(config.forceCodeSigning).toBe(false);
    expect(config[platform]?.artifactName).toContain('-unsigned-');
    expect(config.publish ?? null).toBeNull();
    if (platform === 'mac') expect(config.mac?.identity).toBeNull();
    else expect(config.win?.signExecutable).toBe(false);
  });

  it('a release has the feed and its notes', async () => {
    const config = await effective(platform);
    expect(config.publish).toEqual({ provider: 'generic', url: 'https://updates.example/doca', channel: 'latest' });
    expect(config.releaseInfo?.releaseNotes).toBe('What is new.');
  });
});

describe('a release is refused', () => {
  it('takes complete environments', () => {
    expect(releaseObstacles('win', azure, '1.2.3')).toEqual([]);
    expect(releaseObstacles('win', certificate, '1.2.3')).toEqual([]);
    expect(releaseObstacles('mac', apple, '1.2.3')).toEqual([]);
  });

  const signing = [
    ...Object.keys(azure).map((name) => ['win', azure, name] as const),
    ...Object.keys(certificate).map((name) => ['win', certificate, name] as const),
    ...Object.keys(apple).map((name) => ['mac', apple, name] as const),
  ];
  it.each(signing)('for %s when one of them is missing: $2', (platform, env, name) => {
    for (const value of [undefined, '', ' ']) {
      expect(releaseObstacles(platform, { ...env, [name]: value }, '1.2.3').join(' ')).toContain(name);
    }
  });

  it('when the tag is another version, the feed is not https, or signing is switched off', () => {
    expect(releaseObstacles('win', { ...azure, DOCA_RELEASE_TAG: 'v1.2.4' }, '1.2.3')).toHaveLength(1);
    expect(releaseObstacles('win', { ...azure, DOCA_UPDATE_FEED: 'http://updates.example' }, '1.2.3')).toHaveLength(1);
    expect(releaseObstacles('mac', { ...apple, CSC_IDENTITY_AUTO_DISCOVERY: 'false' }, '1.2.3')).toHaveLength(1);
    expect(() =>
      buildConfiguration({
        root,
        platform: 'win',
        release: true,
        env: {},
        version: '1.2.3',
        files: [],
        releaseNotes: null,
      }),
    ).toThrow(/this is no release/);
  });
});
