import type { PackageLicence } from '../licences/collect.ts';

/** The parts of the installer as a CycloneDX 1.6 document. */
export function sbom(
  app: { readonly name: string; readonly version: string },
  packages: readonly PackageLicence[],
): Readonly<Record<string, unknown>> {
  const component = (type: string, name: string, version: string) => ({
    type,
    'bom-ref': purl(name, version),
    name,
    version,
    purl: purl(name, version),
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component('application', app.name, app.version) },
    components: packages.map(({ name, version, licence }) => ({
      ...component(name === 'electron' ? 'framework' : 'library', name, version),
      licenses: [{ expression: licence }],
    })),
  };
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
