import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { hasHeadlessChromium } from '../../scripts/chromium.ts';

/** Debian's package of each command that tests need. */
export const packageOf: Readonly<Record<string, string>> = {
  cancel: 'cups',
  chromium: 'chromium',
  cupsd: 'cups',
  cupsdisable: 'cups',
  cupsenable: 'cups',
  'dbus-run-session': 'dbus',
  'dbus-send': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  gs: 'ghostscript',
  lp: 'cups',
  lpadmin: 'cups',
  lpstat: 'cups',
  mutool: 'mupdf-tools',
  openssl: 'openssl',
  pdfinfo: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pg_dump: 'postgresql',
  postgres: 'postgresql',
  psql: 'postgresql',
  qpdf: 'qpdf',
};

/** True where a command of this name can be started; a browser of packages is as good as Debian's. */
export function hasTool(name: string): boolean {
  return name === 'chromium' ? hasHeadlessChromium : spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/**
 * `describe` for tests that need commands of the machine. Where one is missing they are skipped with the reason in
 * their name, as the reporter reads it; with CI=true it makes that a failure.
 */
export function describeWithTools(tools: readonly string[], name: string, body: () => void): void {
  describeWith(
    tools.filter((tool) => !hasTool(tool)),
    name,
    body,
  );
}

/** The same, with what is missing known already. */
export function describeWith(missing: readonly string[], name: string, body: () => void): void {
  if (missing.length === 0) describe(name, body);
  else describe.skip(`${name} (needs ${missing.join(', ')})`, body);
}
