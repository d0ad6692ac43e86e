import { execFile } from 'node:child_process';
import { isSafeAddress } from '../../../shared/index.ts';

/** Returns the program that opens an address in the system's browser, without a shell. */
function chooseOpener(platform: NodeJS.Platform): readonly [program: string, ...args: string[]] {
  switch (platform) {
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    case 'darwin':
      return ['open'];
    default:
      return ['xdg-open'];
  }
}

/** Some openers end at once, others with the browser that they became. */
const patienceMs = 2_000;

/** Rejects if the opener fails soon. */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (!isSafeAddress(url)) return Promise.reject(new Error('only https and this computer are opened'));
  const [program, ...args] = chooseOpener(platform);
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
