import { lifecycle } from './lifecycle.ts';
import { strict } from './strict.ts';

const switches: string[] = [];

/** What the app adds to Chromium's command line. Electron takes more of it after `ready`; the double does not. */
export const commandLine = strict('app.commandLine', {
  appendSwitch(name: string, value?: string): void {
    if (lifecycle.ready) throw new Error('the Electron double takes switches only before ready');
    switches.push(value === undefined ? `--${name}` : `--${name}=${value}`);
  },
});

/** For the browser that is started later. */
export function appendedSwitches(): readonly string[] {
  return switches;
}
