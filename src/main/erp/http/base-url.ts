import { failed, fault, isLoopbackHttp, ok, type Result } from '../../../shared/index.ts';

interface BaseUrl {
  readonly origin: string;
  /** Without a trailing slash: paths are appended directly. */
  readonly prefix: string;
}

/** Reads the ERP's address: https, or http on this computer. The fault never repeats the text, or a password. */
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
