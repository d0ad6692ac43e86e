import { execFile } from 'node:child_process';

const ping = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.DBus.Peer.Ping',
];

/**
 * False where Linux's Secret Service certainly does not answer. Asked in a process of its own, which can be ended: a
 * call of the keychain library that hangs holds a thread, and with it the end of the whole program. True where it
 * answers, and where there is no way to ask beforehand.
 */
export function secretServiceAnswers(timeoutMs: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile('dbus-send', ping, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error) => {
      resolve(error === null || error.code === 'ENOENT');
    });
  });
}
