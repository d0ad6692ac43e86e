import { failed, fault, isLoopbackHttp, ok, type Result } from '../../../shared/index.ts';

/**
 * Reads the ERP's address: https, or http on this computer. Paths are appended to `prefix`, which ends without a slash.
 * The fault never repeats the text, or a password.
 */
export function parseBaseUrl(text: string): Result<{ readonly origin: string; readonly prefix: string }> {
  const url = URL.parse(text.trim());
  if (url === null) return failed(fault('address-malformed'));
  if (url.protocol !== 'https:' && !isLoopbackHttp(url)) return failed(fault('address-not-https'));
  if ([url.username, url.password, url.search, url.hash].some((extra) => extra !== ''))
    return failed(fault('address-with-extras'));
  return ok({ origin: url.origin, prefix: url.origin + url.pathname.replace(/(?<!\/)\/+$/, '') });
}
