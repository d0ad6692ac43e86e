import { failed, fault, isLoopbackHttp, ok, type Result } from '../../../shared/index.ts';

interface BaseUrl {
  readonly origin: string;
  /** Without a trailing slash: a path is put right behind it. */
  readonly prefix: string;
}

/**
 * Reads the ERP's address as somebody typed it. The bearer travels to it, so it has to be https; plain http is taken
 * for this computer only (the sandbox). The fault never repeats the text: it may hold a password.
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
