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
    components: packages.map(
      ({ name, version, licence, within, purl: address = purl(name, version) }) => ({
        ...component(name === 'electron' ? 'framework' : 'library', name, version),
        // The same work can be in two packages.
        'bom-ref': within === undefined ? address : `${within}/${address}`,
        purl: address,
        licenses: [{ expression: licence }],
        ...(within === undefined
          ? {}
          : { properties: [{ name: 'doca:compiled-into', value: within }] }),
      }),
    ),
  };
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
