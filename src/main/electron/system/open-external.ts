import { shell } from 'electron';

/** Opens an https address in the browser; anything else (files, other schemes, credentials) throws. */
export async function openHttps(url: string): Promise<void> {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    throw new Error('only https addresses open in the browser');
  }
  await shell.openExternal(parsed.href);
}
