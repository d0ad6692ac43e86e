import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { appScheme, isAppUrl } from './app-origin.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Sent with every answer of the app:// protocol. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** Of the files that a build of the window can hold. */
const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Before `ready`: makes app:// an origin like https, with a CSP and modules. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves the built renderer alone, by a list of its files: no spelling of a path can lead out of
 * the folder.
 */
export async function serveRenderer(root: string): Promise<void> {
  const files = await listFiles(root);
  protocol.handle(appScheme, (request) => answer(request, files));
}

async function answer(request: Request, files: ReadonlyMap<string, string>): Promise<Response> {
  if (!isAppUrl(request.url)) return refuse(404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const path = files.get(decodePath(new URL(request.url).pathname));
  if (path === undefined) return refuse(404);
  const body = request.method === 'HEAD' ? null : await readFile(path);
  const type = mimeTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return new Response(body, { headers: { ...securityHeaders, 'content-type': type } });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: securityHeaders });
}

/** Returns the path in the form of file names; a malformed encoding matches no file. */
function decodePath(pathname: string): string {
  if (pathname === '/') return '/index.html';
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}

/** Maps paths of addresses to files. Links are not followed. */
async function listFiles(root: string, prefix = '/'): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isFile()) files.set(prefix + entry.name, path);
    if (entry.isDirectory())
      for (const one of await listFiles(path, `${prefix}${entry.name}/`)) files.set(...one);
  }
  return files;
}
