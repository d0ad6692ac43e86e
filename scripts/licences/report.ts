import type { PackageLicence } from './collect.ts';

/** Returns the notice of the installer: each text once, with the packages that it covers. */
export function notice(packages: readonly PackageLicence[]): string {
  const groups = new Map<string, PackageLicence[]>();
  for (const one of packages) {
    const key = one.text ?? `Licensed under ${one.licence}.`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const sections = [...groups].map(([text, members]) =>
    [...members.map(describePart), '', text].join('\n'),
  );
  const head = [
    'Doca contains the work of others, under these licences.',
    'Electron and Chromium bring their own notices: LICENSE.electron.txt and LICENSES.chromium.html beside the program.',
  ].join('\n');
  return `${[head, ...sections].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}

function describePart({ name, version, licence, within }: PackageLicence): string {
  return `${name} ${version} (${licence})${within === undefined ? '' : `, in ${within}`}`;
}

/** Returns the list for human readers. */
export function table(packages: readonly PackageLicence[]): string {
  return packages
    .map(({ name, version, licence }) => `${`${name} ${version}`.padEnd(44)}${licence}`)
    .join('\n');
}
