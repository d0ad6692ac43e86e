import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { registerAppScheme, serveRenderer } =
  await import('../../src/main/electron/window/app-protocol.ts');
const { serve } = await import('../electron-double/protocol.ts');
const { appDouble } = await import('../electron-double/app.ts');

const folder = mkdtempSync(join(tmpdir(), 'doca-protocol-'));
const secret = 'not for the page';

async function get(url: string, method = 'GET'): Promise<Response> {
  const response = await serve(url, method, {});
  if (response === null) throw new Error('no protocol handler was asked');
  return response;
}

beforeAll(async () => {
  const root = join(folder, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Doca</title>');
  writeFileSync(join(root, 'assets', 'a b@1.js'), 'export {};');
  writeFileSync(join(root, 'assets', 'worker.mjs'), 'export {};');
  writeFileSync(join(root, 'assets', 'strange.xyz'), '?');
  writeFileSync(join(folder, 'secret.txt'), secret);
  symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'));
  registerAppScheme();
  appDouble.becomeReady();
  await serveRenderer(root);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the app:// protocol', () => {
  it('serves the page with exactly this policy', async () => {
    const response = await get('app://doca/');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Doca</title>');
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
  });

  it.each([
    ['app://doca/index.html?x#/desk', 'text/html; charset=utf-8'],
    ['app://doca/assets/a%20b@1.js', 'text/javascript; charset=utf-8'],
    ['app://doca/assets/worker.mjs', 'text/javascript; charset=utf-8'],
    ['app://doca/assets/strange.xyz', 'application/octet-stream'],
  ])('serves %s as %s', async (url, type) => {
    const response = await get(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });

  it.each([
    'app://doca/../secret.txt',
    'app://doca/%2e%2e/secret.txt',
    'app://doca/..%2fsecret.txt',
    'app://doca/..%5csecret.txt',
    'app://doca/assets/..%2f..%2fsecret.txt',
    'app://doca/%2fetc%2fpasswd',
    'app://doca//etc/passwd',
    'app://doca/index.html%00.txt',
    'app://doca/%ff',
    'app://doca/%',
    'app://doca/link.txt',
    'app://doca/assets',
    'app://doca/__proto__',
    'app://other/index.html',
  ])('has no file at %s', async (url) => {
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([404, '']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('never leaves its folder, for any path', async () => {
    const pieces = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      'assets',
      'secret.txt',
      'index.html',
      'ä',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
        const response = await get(`app://doca/${parts.join('')}`);
        expect(await response.text()).not.toContain(secret);
      }),
    );
  });

  it('takes no other methods', async () => {
    expect((await get('app://doca/', 'POST')).status).toBe(405);
    const head = await get('app://doca/', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
