import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath, headlessChromiumPath } from './chromium.ts';
import { electronBinary } from './electron-binary.ts';

/** The command that starts a built program and shows its window. */
export interface Desktop {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns the program in `folder`, which has a package.json, on Electron; null if Electron is not
 * installed.
 */
export function findElectron(folder: string): Desktop | null {
  const command = electronBinary();
  return command === null ? null : { command, args: [folder], env: {} };
}

/**
 * Returns a main bundle on the Electron double, in a visible Chromium; the lines of a refusal if
 * there is no Chromium.
 */
export function findChromium(main: string): Desktop | readonly string[] {
  const { DISPLAY, WAYLAND_DISPLAY, ELECTRON_DOUBLE_VISIBLE = '1' } = process.env;
  const visible = ELECTRON_DOUBLE_VISIBLE === '1';
  if (!existsSync(visible ? chromiumPath : headlessChromiumPath)) {
    return [
      `There is no Chromium at ${chromiumPath}. Install it, or set DOCA_CHROMIUM to where it is.`,
    ];
  }
  if (
    visible &&
    process.platform === 'linux' &&
    DISPLAY === undefined &&
    WAYLAND_DISPLAY === undefined
  ) {
    return [
      'This session has no display to open a browser on (neither DISPLAY nor WAYLAND_DISPLAY is set).',
      'Start it from a desktop, or under a virtual display:  xvfb-run npm run start:chromium',
    ];
  }
  return {
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../test/electron-double/run.ts'),
      main,
    ],
    env: { ELECTRON_DOUBLE_VISIBLE },
  };
}

/** Prints why it cannot run, and returns the exit code for it. */
export function refuse(lines: readonly string[]): number {
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}
