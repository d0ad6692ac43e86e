import { createHash } from 'node:crypto';
import yaml from 'js-yaml';
import type { Arch } from './parts.ts';

/** The data of one release for winget. */
export interface WingetRelease {
  readonly version: string;
  /** As in the certificate of the setups. */
  readonly publisher: string;
  /** electron-builder's `appId`; the uninstall entry's key follows from it. */
  readonly appId: string;
  readonly licence: string;
  /** The project's home page; null if it has none. */
  readonly homepage: string | null;
  readonly setups: readonly Setup[];
}

export interface Setup {
  readonly arch: Arch;
  /** The public https address of the file. */
  readonly url: string;
  readonly sha256: string;
}

type Manifest = Readonly<Record<string, unknown>>;

/** The version of winget's manifest schema that these files keep to. */
const manifestVersion = '1.12.0';

/**
 * The exit codes of a setup that refuses, and winget's word for each. docs/it-guide.md has the same
 * table.
 */
const refusals = [
  { InstallerReturnCode: 112, ReturnResponse: 'diskFull' },
  { InstallerReturnCode: 1618, ReturnResponse: 'packageInUse' },
  { InstallerReturnCode: 1633, ReturnResponse: 'systemNotSupported' },
  { InstallerReturnCode: 1638, ReturnResponse: 'downgrade' },
];

const texts = {
  'pt-BR': {
    ShortDescription:
      'Mesa de expedição: busca, imprime e confere as etiquetas de um agrupamento do ERP e o conclui.',
    Tags: ['expedicao', 'etiquetas', 'logistica', 'zpl'],
  },
  'en-US': {
    ShortDescription:
      "Dispatch desk: gets, prints and checks the labels of an ERP's dispatch grouping and concludes it.",
    Tags: ['labels', 'shipping', 'warehouse', 'zpl'],
  },
} as const;

/**
 * Returns the files of one release for a winget source, by name. Throws if winget would refuse
 * them.
 */
export function writeWingetManifests(release: WingetRelease): ReadonlyMap<string, string> {
  const { version, publisher, licence, homepage } = release;
  // Signs of any alphabet would be allowed; the community's source wants plain ones.
  const name = publisher
    .normalize('NFD')
    .replace(/[^A-Za-z\d]/g, '')
    .slice(0, 32);
  if (name === '') throw new Error('the publisher has no plain letter or digit in its name');
  const id = `${name}.Doca`;
  const common = { PackageIdentifier: id, PackageVersion: version };
  const links =
    homepage === null ? {} : { PublisherSupportUrl: `${homepage}/issues`, PackageUrl: homepage };
  const describe = (locale: keyof typeof texts): Manifest => ({
    ...common,
    PackageLocale: locale,
    Publisher: publisher,
    ...links,
    PackageName: 'Doca',
    License: licence,
    ...texts[locale],
  });
  return new Map([
    [`${id}.yaml`, writeYaml('version', { ...common, DefaultLocale: 'pt-BR' })],
    [`${id}.installer.yaml`, writeYaml('installer', { ...common, ...describeInstallers(release) })],
    [`${id}.locale.pt-BR.yaml`, writeYaml('defaultLocale', describe('pt-BR'))],
    [`${id}.locale.en-US.yaml`, writeYaml('locale', describe('en-US'))],
  ]);
}

function describeInstallers({ version, appId, setups }: WingetRelease): Manifest {
  const productCode = findProductCode(appId);
  return {
    Platform: ['Windows.Desktop'],
    // The requirement of Electron's program itself: any Windows 10, or newer.
    MinimumOSVersion: '10.0.0.0',
    InstallerType: 'nullsoft',
    InstallModes: ['interactive', 'silent'],
    UpgradeBehavior: 'install',
    ExpectedReturnCodes: refusals,
    ProductCode: productCode,
    AppsAndFeaturesEntries: [
      { DisplayName: `Doca ${version}`, DisplayVersion: version, ProductCode: productCode },
    ],
    Installers: setups.flatMap(({ arch, url, sha256 }) => {
      const file = {
        Architecture: arch,
        InstallerUrl: checkAddress(url),
        InstallerSha256: sha256.toUpperCase(),
      };
      return [
        { ...file, Scope: 'user', InstallerSwitches: { Custom: '/currentuser' } },
        {
          ...file,
          Scope: 'machine',
          InstallerSwitches: { Custom: '/allusers' },
          // The setup without a window cannot ask for an administrator.
          ElevationRequirement: 'elevationRequired',
        },
      ];
    }),
  };
}

function checkAddress(url: string): string {
  if (URL.parse(url)?.protocol !== 'https:') throw new Error(`winget fetches over https: ${url}`);
  return url;
}

/** electron-builder's own namespace for the keys of its uninstall entries (NsisTarget.js). */
const builderNamespace = '50e065bc-3134-11e6-9bab-38c9862bdaf3';

/**
 * The key of the uninstall entry, as electron-builder's setups write it: a UUID of version 5 (RFC
 * 9562) of the app's id.
 */
export function findProductCode(appId: string): string {
  const namespace = Buffer.from(builderNamespace.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(appId).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function writeYaml(
  type: 'version' | 'installer' | 'defaultLocale' | 'locale',
  manifest: Manifest,
): string {
  const schema = `https://aka.ms/winget-manifest.${type}.${manifestVersion}.schema.json`;
  const whole = { ...manifest, ManifestType: type, ManifestVersion: manifestVersion };
  return `# yaml-language-server: $schema=${schema}\n\n${yaml.dump(whole, { lineWidth: -1, noRefs: true })}`;
}
