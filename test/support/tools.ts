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
  git: 'git',
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

/** Whether a command of this name can be started; a browser from packages counts as Debian's. */
export function hasTool(name: string): boolean {
  return name === 'chromium'
    ? hasHeadlessChromium
    : spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/**
 * `describe` for tests that need commands of the machine. If one is missing, the tests are skipped
 * with the reason in their name, which the reporter reads; with CI=true it fails the run.
 */
export function describeWithTools(tools: readonly string[], name: string, body: () => void): void {
  describeWith(
    tools.filter((tool) => !hasTool(tool)),
    name,
    body,
  );
}

/** The same for tools already known to be missing. */
export function describeWith(missing: readonly string[], name: string, body: () => void): void {
  if (missing.length === 0) describe(name, body);
  else describe.skip(`${name} (needs ${missing.join(', ')})`, body);
}
