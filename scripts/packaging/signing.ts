import type { Configuration } from 'electron-builder';

export type Platform = 'win' | 'mac' | 'linux';
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a release of each platform needs from the environment; each inner list is one complete way. */
const needed: Readonly<Record<Platform, readonly (readonly string[])[]>> = {
  win: [
    [
      'DOCA_PUBLISHER_NAME',
      'DOCA_AZURE_ENDPOINT',
      'DOCA_AZURE_ACCOUNT',
      'DOCA_AZURE_PROFILE',
      'AZURE_TENANT_ID',
      'AZURE_CLIENT_ID',
      'AZURE_CLIENT_SECRET',
    ],
    ['DOCA_PUBLISHER_NAME', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  ],
  mac: [['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER', 'APPLE_TEAM_ID']],
  linux: [[]],
};

/** Why this environment cannot make a release; empty when it can. */
export function releaseObstacles(platform: Platform, env: Environment, version: string): readonly string[] {
  const obstacles: string[] = [];
  const ways = needed[platform].map((names) => names.filter((name) => isUnset(env[name])));
  if (ways.every((missing) => missing.length > 0)) {
    obstacles.push(`the signing secrets are missing: ${ways.map((missing) => missing.join(', ')).join(' — or: ')}`);
  }
  const feed = env['DOCA_UPDATE_FEED'];
  if (feed === undefined || !isHttps(feed))
    obstacles.push('DOCA_UPDATE_FEED must be the https address of the update feed');
  const tag = env['DOCA_RELEASE_TAG'];
  if (tag !== `v${version}`) {
    obstacles.push(`DOCA_RELEASE_TAG must be v${version}, the version of package.json; it is ${tag ?? 'not set'}`);
  }
  if (env['CSC_IDENTITY_AUTO_DISCOVERY'] === 'false')
    obstacles.push('CSC_IDENTITY_AUTO_DISCOVERY=false turns signing off');
  return obstacles;
}

/** How a release is signed; `releaseObstacles` has found none. */
export function releaseSigning(env: Environment): Configuration {
  const publisherName = env['DOCA_PUBLISHER_NAME'] ?? '';
  const azure = {
    endpoint: env['DOCA_AZURE_ENDPOINT'] ?? '',
    codeSigningAccountName: env['DOCA_AZURE_ACCOUNT'] ?? '',
    certificateProfileName: env['DOCA_AZURE_PROFILE'] ?? '',
  };
  return {
    forceCodeSigning: true,
    win:
      azure.endpoint === ''
        ? { signtoolOptions: { publisherName, signingHashAlgorithms: ['sha256'] } }
        : { azureSignOptions: { publisherName, ...azure } },
    mac: { notarize: true },
  };
}

/** No signature, and no pretending: the file names say so. Apple's processors run nothing without an ad-hoc signature. */
export function developmentSigning(base: Configuration): Configuration {
  const unsigned = (name: unknown): string => String(name).replace('${version}', '${version}-unsigned');
  return {
    forceCodeSigning: false,
    electronFuses: { resetAdHocDarwinSignature: true },
    win: { signExecutable: false, verifyUpdateCodeSignature: false, artifactName: unsigned(base.win?.artifactName) },
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
