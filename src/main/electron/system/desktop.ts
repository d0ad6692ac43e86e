import { extname, join } from 'node:path';
import { app, dialog, powerMonitor, powerSaveBlocker, shell } from 'electron';
import { isSafeAddress } from '#shared/domain/sign-in.ts';
import type { Log } from '../../os/log.ts';

/** Of each question that the program asks without its window's page. */
export const questionBox = { title: 'Doca', defaultId: 0, noLink: true } as const;

/**
 * Opens an https address in the browser; anything else (files, other schemes, credentials) throws.
 */
export async function openHttps(url: string): Promise<void> {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '')
    throw new Error('only https addresses open in the browser');
  await shell.openExternal(parsed.href);
}

/** Opens a provider's sign-in page: https, or on this computer, as in training. */
export async function openSignInPage(url: string): Promise<void> {
  if (!isSafeAddress(url)) throw new Error('only https and this computer are opened to sign in');
  await shell.openExternal(new URL(url).href);
}

export async function saveDialog(defaultName: string): Promise<string | null> {
  const extension = extname(defaultName).slice(1);
  const answer = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), defaultName),
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  });
  return answer.canceled || answer.filePath === '' ? null : answer.filePath;
}

/**
 * Keeps the machine awake while jobs run; screens may lock. Call the returned function after each
 * change.
 */
export function keepAwakeWhile(runningJobs: () => number, log: Log): () => void {
  let blocker: number | null = null;
  powerMonitor.on('suspend', () => log.info('power.suspend', { runningJobs: runningJobs() }));
  powerMonitor.on('resume', () => log.info('power.resume', { runningJobs: runningJobs() }));
  return () => {
    const wanted = runningJobs() > 0;
    if (wanted && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!wanted && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
