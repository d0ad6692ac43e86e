import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const keyringTools = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'];

/**
 * Returns shell lines that start a keyring with these options and password, and wait until it
 * answers.
 */
export const keyringDaemon = (options: string, password: string): string =>
  `printf '${password}' | gnome-keyring-daemon --foreground --components=secrets ${options} >/dev/null 2>&1 & DAEMON=$!
   for i in $(seq 400); do
     dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q true && break
     sleep 0.05
   done`;

/** Runs shell lines in a session bus of their own, with a home of its own; returns their output. */
export async function inKeyringSession(
  lines: string,
  home: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  // The daemon outlives its shell, so it is killed by its own id.
  const body = `${lines}\nstatus=$?\n[ -n "\${DAEMON-}" ] && kill "$DAEMON"\nexit $status`;
  const { stdout } = await promisify(execFile)('dbus-run-session', ['--', 'sh', '-c', body], {
    env: {
      ...env,
      PATH: process.env['PATH'],
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_DATA_HOME: `${home}/data`,
    },
    timeout: 170_000,
  });
  return stdout;
}
