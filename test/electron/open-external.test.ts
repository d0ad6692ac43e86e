import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { openHttps, openSignInPage } = await import('../../src/main/electron/system/desktop.ts');
const { shell } = await import('../electron-double/system.ts');

const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  shell.openExternal = (url) => {
    opened.push(url);
    return Promise.resolve();
  };
});

describe('opening in the browser', () => {
  it('takes https addresses', async () => {
    await openHttps('https://rastreio.example/?c=AB123456789BR');
    expect(opened).toEqual(['https://rastreio.example/?c=AB123456789BR']);
  });

  it.each([
    'http://rastreio.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    'ms-msdt:/id',
    'https:evil',
    'https://user:secret@example.com/',
    ' javascript:alert(1)',
    '',
    'rastreio.example',
  ])('refuses %j', async (url) => {
    const result = await openHttps(url).then(
      () => 'opened',
      () => 'refused',
    );
    // `https:evil` is another spelling of https://evil/ and opens as such; everything else is
    // refused.
    expect([result, opened]).toEqual(
      url === 'https:evil' ? ['opened', ['https://evil/']] : ['refused', []],
    );
  });

  it.each([
    'https://accounts.example/auth?client_id=doca',
    'http://127.0.0.1:8899/auth',
    'http://localhost:8899/auth',
  ])('takes %j to sign in at', async (url) => {
    await openSignInPage(url);
    expect(opened).toEqual([url]);
  });

  it.each([
    'http://accounts.example/auth',
    'http://127.0.0.1.example/',
    'http://me:secret@localhost/',
    'file:///x',
  ])('refuses %j to sign in at', async (url) => {
    await expect(openSignInPage(url)).rejects.toThrow();
    expect(opened).toEqual([]);
  });
});
