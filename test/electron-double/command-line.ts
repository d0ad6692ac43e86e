import { lifecycle } from './lifecycle.ts';
import { strict } from './strict.ts';

const switches: string[] = [];

/**
 * The app's additions to Chromium's command line. Electron accepts more of them after `ready`; the
 * double does not.
 */
export const commandLine = strict('app.commandLine', {
  appendSwitch(name: string, value?: string): void {
    if (lifecycle.ready) throw new Error('the Electron double takes switches only before ready');
    switches.push(value === undefined ? `--${name}` : `--${name}=${value}`);
  },
});

/** For the browser, which starts later. */
export function appendedSwitches(): readonly string[] {
  return switches;
}
