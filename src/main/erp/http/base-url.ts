import { failed, fault, ok, type Result } from '../../../shared/index.ts';

interface BaseUrl {
  readonly origin: string;
  /** Without a trailing slash: a path is put right behind it. */
  readonly prefix: string;
}

/**
 * Reads the ERP's address as somebody typed it. The bearer travels to it, so it has to be https; plain http is taken
 * for this computer only (the sandbox). The fault's detail never repeats the text: it may hold a password.
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const url = URL.parse(text.trim());
  if (url === null) return refuse('the address is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return refuse('the address must begin with https://');
  }
  if (url.username !== '' || url.password !== '') return refuse('the address must not hold a user or password');
  if (url.search !== '' || url.hash !== '') return refuse('the address must not hold a query or fragment');
  return ok({ origin: url.origin, prefix: url.origin + url.pathname.replace(/(?<!\/)\/+$/, '') });
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function refuse(detail: string): Result<never> {
  return failed(fault('invalid-input', { detail }));
}
