import { app, dialog } from 'electron';

/**
 * What would let another program on this computer read the window or the token, or would take down what keeps hostile
 * labels and servers out. Asked of Chromium's own reading of the command line, because that counts, not `process.argv`:
 * it knows other prefixes and cuts differently.
 */
const refused: readonly string[] = [
  // Whoever connects sees and operates the window, and through it main. The port is open to every user of the computer.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  // The same for main, token included. The fuse has made Node deaf to them; a program whose fuse was changed is not.
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
  // Code and programs of somebody else's in or around Doca's processes.
  'browser-subprocess-path',
  'gpu-launcher',
  'js-flags',
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  // The walls around the page, which draws labels from strangers.
  'allow-file-access-from-files',
  'disable-site-isolation-trials',
  'disable-web-security',
  'single-process',
  // The token goes to whom the certificate names; labels come from where the name leads.
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // Writes requests with their headers, or the keys to read them with, into a file.
  'log-net-log',
  'ssl-key-log-file',
];

/**
 * Ends the installed program where it was started with such a switch. To be called first of all: Chromium opens its
 * debugging port only after the main script has run, so here it has not been open for a moment, and before its message
 * loop Electron's `exit` ends the process at once. (Both read in Electron's sources; the release's smoke test looks at it
 * on the installed program.) Nobody has chosen a language yet, so it speaks both.
 */
export function refuseSwitches(platform: NodeJS.Platform): void {
  if (!app.isPackaged) return;
  // An AppImage is started so where the system allows no sandbox; there is no installed Doca for Linux otherwise.
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
