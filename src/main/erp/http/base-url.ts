import { failed, fault, isLoopbackHttp, ok, type Result } from '../../../shared/index.ts';

interface BaseUrl {
  readonly origin: string;
  /** Without a trailing slash: paths are appended directly. */
  readonly prefix: string;
}

/**
 * Reads the ERP's address as typed. It receives the bearer, so it must be https; plain http only for this computer (the
 * sandbox). The fault never repeats the text, which may contain a password.
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const url = URL.parse(text.trim());
  if (url === null) return failed(fault('address-malformed'));
  if (url.protocol !== 'https:' && !isLoopbackHttp(url)) {
    return failed(fault('address-not-https'));
  }
  if ([url.username, url.password, url.search, url.hash].some((extra) => extra !== '')) {
    return failed(fault('address-with-extras'));
  }
  return ok({ origin: url.origin, prefix: url.origin + url.pathname.replace(/(?<!\/)\/+$/, '') });
}
