import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAccepted, shippedPackages } from '../../scripts/licences/collect.ts';
import { appFiles } from '../../scripts/packaging/app-files.ts';
import { holdsWasm, partsInside } from '../../scripts/licences/inside.ts';
import { notice } from '../../scripts/licences/report.ts';

const root = join(import.meta.dirname, '../..');

it('ships only permitted packages, with a current notice (npm run licences)', () => {
  const packages = shippedPackages(root);
  expect(packages.length).toBeGreaterThan(20);
  expect(packages.filter(({ licence }) => !isAccepted(licence))).toEqual([]);
  expect(packages.map(({ name }) => name)).toContain('Roboto Condensed Bold');
  expect(readFileSync(join(root, 'resources/third-party-licences.txt'), 'utf8')).toBe(
    notice(packages),
  );
});

it('knows every packed package', () => {
  const known = new Set(shippedPackages(root).map(({ name, version }) => `${name} ${version}`));
  const manifests = appFiles(root).filter((path) =>
    /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  );
  expect(manifests.length).toBeGreaterThan(5);
  for (const path of manifests) {
    const { name, version } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Readonly<
      Record<string, string>
    >;
    expect(known).toContain(`${name ?? ''} ${version ?? ''}`);
  }
});

it('knows the parts in the WebAssembly of every packed file', () => {
  const withWasm = appFiles(root).filter((path) => holdsWasm(readFileSync(join(root, path))));
  const packages = withWasm.map(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path,
  );
  expect([...new Set(packages)].toSorted()).toEqual(Object.keys(partsInside).toSorted());
  const shipped = shippedPackages(root);
  for (const [name, parts] of Object.entries(partsInside)) {
    const inside = shipped.filter(({ within }) => within === name);
    expect(inside.map((one) => one.name).toSorted()).toEqual(
      parts.map((one) => one.name).toSorted(),
    );
  }
});
