import { execFile } from 'node:child_process';
import { isSafeAddress } from '#shared/domain/sign-in.ts';

/**
 * The programs that open an address in the system's browser, without a shell; `xdg-open` on all
 * other systems.
 */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

/** Some openers end at once, others with the browser that they became. */
const patienceMs = 2_000;

/** Rejects if the opener fails soon. */
export function openInBrowser(
  url: string,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (!isSafeAddress(url))
    return Promise.reject(new Error('only https and this computer are opened'));
  const [program = 'xdg-open', ...args] = openers[platform] ?? [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, patienceMs);
    const child = execFile(program, [...args, url], { windowsHide: true }, (error) => {
      clearTimeout(timer);
      // Its message contains the whole address.
      if (error === null) resolve();
      else reject(new Error(`${program} ended with ${String(error.code)}`));
    });
    // The browser stays when the command ends.
    child.unref();
  });
}
