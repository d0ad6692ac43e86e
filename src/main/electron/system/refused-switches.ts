import { app, dialog } from 'electron';

/**
 * Switches with which another program on this computer could read the window or the token, or that
 * remove protection from hostile labels and servers. Chromium's own reading of the command line is
 * checked, not `process.argv`: it accepts other prefixes and splits differently.
 */
const refused: readonly string[] = [
  // A connected program sees and operates the window, and through it main. Every user of the
  // computer can reach the port.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  // The same for main, token included. The fuse has made Node ignore them, but a program's fuse can
  // be changed.
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
  // Foreign code and programs in or around Doca's processes.
  'browser-subprocess-path',
  'gpu-launcher',
  'js-flags',
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  // Protection around the page, which draws labels from strangers.
  'allow-file-access-from-files',
  'disable-site-isolation-trials',
  'disable-web-security',
  'single-process',
  // The token goes to the host of the certificate; labels come from the address of the name.
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // Writes requests with their headers, or the keys to decrypt them, into a file.
  'log-net-log',
  'ssl-key-log-file',
];

/**
 * Ends the installed program if it was started with such a switch. Call it first of all: Chromium
 * opens its debugging port only after the main script has run, so it has never been open here, and
 * before its message loop Electron's `exit` ends the process at once. (Both from Electron's
 * sources; the release's smoke test checks it on the installed program.) In both languages, because
 * none has been chosen yet.
 */
export function refuseSwitches(platform: NodeJS.Platform): void {
  if (!app.isPackaged) return;
  // An AppImage is started like this if the system allows no sandbox; there is no installed Doca
  // for Linux otherwise.
  const names = platform === 'linux' ? refused : [...refused, 'no-sandbox'];
  const found = names.filter((name) => app.commandLine.hasSwitch(name)).map((name) => `--${name}`);
  if (found.length === 0) return;
  const list = found.join(' ');
  dialog.showErrorBox(
    'Doca',
    `Por segurança a Doca não abre com ${list}. Tire isso do atalho, ou fale com a TI.\n\n` +
      `For safety Doca does not open with ${list}. Take that out of the shortcut, or speak to your IT.`,
  );
  app.exit(1);
}
