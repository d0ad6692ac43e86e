import { isLoopbackHttp } from '#shared/domain/sign-in.ts';
import { fail, ok } from '#shared/faults/faults.ts';

/**
 * Reads an address: https, or http on this computer; `prefix` has no slash behind. The fault never
 * repeats it.
 */
export function parseBaseUrl(text: string) {
  const url = URL.parse(text.trim());
  if (url === null) return fail('address-malformed');
  if (url.protocol !== 'https:' && !isLoopbackHttp(url)) return fail('address-not-https');
  if ([url.username, url.password, url.search, url.hash].some((extra) => extra !== ''))
    return fail('address-with-extras');
  return ok({ origin: url.origin, prefix: url.origin + url.pathname.replace(/(?<!\/)\/+$/, '') });
}
