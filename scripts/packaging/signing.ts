import { join } from 'node:path';
import type { Configuration, WindowsConfiguration } from 'electron-builder';

export type Platform = 'win' | 'mac' | 'linux';
export type Environment = Readonly<Record<string, string | undefined>>;

/** A way of signing for Windows: its required variables, and the one that selects it. */
interface WindowsWay {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Azure takes its credential from the session of `azure/login` or `az login`, or from its own
 * variables. A certificate by its thumbprint has its key on a token or in a cloud HSM, behind the
 * provider that its maker installs. A command signs one file, whose path is appended. A .pfx is for
 * rehearsals and for the certificates of a company's own IT: certificates that every Windows trusts
 * have not been issued as files since June 2023.
 */
const windowsWays: readonly WindowsWay[] = [
  { name: 'Azure', needs: ['DOCA_AZURE_ENDPOINT', 'DOCA_AZURE_ACCOUNT', 'DOCA_AZURE_PROFILE'] },
  { name: 'a certificate on a token or in a cloud HSM', needs: ['DOCA_CERTIFICATE_SHA1'] },
  { name: 'a command', needs: ['DOCA_SIGN_COMMAND'] },
  { name: 'a .pfx file', needs: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'] },
];

const needed: Readonly<Record<Platform, readonly string[]>> = {
  win: ['DOCA_PUBLISHER_NAME'],
  mac: [
    'CSC_LINK',
    'CSC_KEY_PASSWORD',
    'APPLE_API_KEY',
    'APPLE_API_KEY_ID',
    'APPLE_API_ISSUER',
    'APPLE_TEAM_ID',
  ],
  linux: [],
};

/** Every variable that a release of this platform may need, whichever way it is signed. */
export function neededVariables(platform: Platform): readonly string[] {
  const ways = platform === 'win' ? windowsWays.flatMap(({ needs }) => needs) : [];
  return [...needed[platform], ...ways, 'DOCA_UPDATE_FEED', 'DOCA_RELEASE_TAG'];
}

/** Why this environment cannot make a release; empty when it can. */
export function releaseObstacles(
  platform: Platform,
  env: Environment,
  version: string,
): readonly string[] {
  const obstacles: string[] = [];
  const missing = needed[platform].filter((name) => isUnset(env[name]));
  if (missing.length > 0) obstacles.push(`not set: ${missing.join(', ')}`);
  if (platform === 'win') obstacles.push(...wayObstacles(env));
  const feed = env['DOCA_UPDATE_FEED'];
  if (feed === undefined || !isHttps(feed))
    obstacles.push('DOCA_UPDATE_FEED must be the https address of the update feed');
  const tag = env['DOCA_RELEASE_TAG'];
  if (tag !== `v${version}`) {
    obstacles.push(
      `DOCA_RELEASE_TAG must be v${version}, the version of package.json; it is ${tag ?? 'not set'}`,
    );
  }
  if (env['CSC_IDENTITY_AUTO_DISCOVERY'] === 'false')
    obstacles.push('CSC_IDENTITY_AUTO_DISCOVERY=false turns signing off');
  return obstacles;
}

/**
 * One way, whole, and no second one: which certificate signs must not hang on which variable was
 * left over.
 */
function wayObstacles(env: Environment): readonly string[] {
  const [way, ...others] = windowsWays.filter(({ needs }) =>
    needs.some((name) => !isUnset(env[name])),
  );
  if (way === undefined) {
    const ways = windowsWays.map(({ name, needs }) => `${needs.join(', ')} (${name})`);
    return [`nothing to sign with; set ${ways.join(', or ')}`];
  }
  if (others.length > 0)
    return [
      `more than one way to sign is set: ${[way, ...others].map(({ name }) => name).join(', ')}`,
    ];
  const missing = way.needs.filter((name) => isUnset(env[name]));
  if (missing.length > 0) return [`not set: ${missing.join(', ')}, which ${way.name} needs`];
  if (way.name === 'a command' && readSignCommand(env) === null)
    return [
      'DOCA_SIGN_COMMAND must be a JSON list: the program and its arguments, such as ["C:/tools/sign.exe","--fast"]',
    ];
  if (
    way.needs.includes('DOCA_CERTIFICATE_SHA1') &&
    !/^[0-9a-f]{40}$/i.test(env['DOCA_CERTIFICATE_SHA1'] ?? '')
  )
    return [
      'DOCA_CERTIFICATE_SHA1 must be the thumbprint of the certificate: 40 hexadecimal digits, no spaces',
    ];
  return [];
}

/** Returns the signing of a release; call it only if `releaseObstacles` is empty. */
export function releaseSigning(root: string, env: Environment): Configuration {
  return { forceCodeSigning: true, win: signWindows(root, env), mac: { notarize: true } };
}

function signWindows(root: string, env: Environment): WindowsConfiguration {
  const common = {
    publisherName: env['DOCA_PUBLISHER_NAME'] ?? '',
    signingHashAlgorithms: ['sha256' as const],
  };
  const module = (name: string) => ({
    signtoolOptions: { ...common, sign: join(root, 'scripts/packaging', name) },
  });
  if (!isUnset(env['DOCA_AZURE_ENDPOINT'])) return module('sign-azure.ts');
  if (!isUnset(env['DOCA_SIGN_COMMAND'])) return module('sign-command.ts');
  const certificateSha1 = env['DOCA_CERTIFICATE_SHA1'];
  return isUnset(certificateSha1)
    ? { signtoolOptions: common }
    : { signtoolOptions: { ...common, certificateSha1: certificateSha1 ?? '' } };
}

/**
 * Returns the program and arguments of `DOCA_SIGN_COMMAND`; null if it is invalid. It is a list, so
 * that no shell has to split it.
 */
export function readSignCommand(
  env: Environment,
): readonly [program: string, ...args: string[]] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(env['DOCA_SIGN_COMMAND'] ?? '');
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === 'string')) return null;
  const [program, ...args] = parsed;
  return program === undefined || program.trim() === '' ? null : [program, ...args];
}

/**
 * Unsigned, and the file names say so. Apple's processors run nothing without an ad-hoc signature.
 */
export function developmentSigning(base: Configuration): Configuration {
  const unsigned = (name: unknown): string =>
    String(name).replace('${version}', '${version}-unsigned');
  return {
    forceCodeSigning: false,
    electronFuses: { resetAdHocDarwinSignature: true },
    win: {
      signExecutable: false,
      verifyUpdateCodeSignature: false,
      artifactName: unsigned(base.win?.artifactName),
    },
    mac: { identity: null, notarize: false, artifactName: unsigned(base.mac?.artifactName) },
    linux: { artifactName: unsigned(base.linux?.artifactName) },
  };
}

function isUnset(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
