import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { guardCertificates, lockDownPages, lockDownPermissions } =
  await import('../../src/main/electron/window/lockdown.ts');
const { appDouble } = await import('../electron-double/app.ts');
const { session, sessionBehind } = await import('../electron-double/session.ts');
const { preventable, StrictEmitter } = await import('../electron-double/strict.ts');

/** A page as `web-contents-created` emits it, webviews and later windows included. */
class Page extends StrictEmitter {
  opened: ((details: object) => { action: string }) | null = null;

  constructor() {
    super('webContents', [
      'will-attach-webview',
      'will-navigate',
      'will-redirect',
      'will-frame-navigate',
    ]);
    appDouble.emit('web-contents-created', {}, this);
  }

  setWindowOpenHandler(handler: (details: object) => { action: string }): void {
    this.opened = handler;
  }

  prevents(event: string, details: object): boolean {
    const sent = preventable(details);
    this.emit(event, sent);
    return sent.defaultPrevented;
  }
}

beforeAll(() => {
  guardCertificates(['erp.example']);
  lockDownPages();
  appDouble.becomeReady();
  lockDownPermissions();
});

const elsewhere = [
  'https://example.com/',
  'http://127.0.0.1:8080/',
  'file:///etc/passwd',
  'data:text/html,x',
  'app://other/',
];

describe('every page', () => {
  it.each(elsewhere)('may not go to %s, by itself or by a redirect', (url) => {
    const page = new Page();
    expect(page.prevents('will-navigate', { url })).toBe(true);
    expect(page.prevents('will-redirect', { url })).toBe(true);
    expect(page.prevents('will-frame-navigate', { url, isMainFrame: true })).toBe(true);
  });

  it('may load itself again', () => {
    const url = 'app://doca/index.html';
    expect(new Page().prevents('will-navigate', { url })).toBe(false);
    expect(new Page().prevents('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });

  it('has no frames, not even of its own origin', () => {
    expect(
      new Page().prevents('will-frame-navigate', { url: 'app://doca/', isMainFrame: false }),
    ).toBe(true);
  });

  it('opens no windows and attaches no webviews', () => {
    const page = new Page();
    expect(page.opened?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    expect(page.opened?.({ url: 'app://doca/' })).toEqual({ action: 'deny' });
    expect(page.prevents('will-attach-webview', {})).toBe(true);
  });
});

describe('certificates of the computer', () => {
  const certificates = [
    { subjectName: 'EMPRESA LTDA:12345678000190' },
    { subjectName: 'MARIA DA SILVA:12345678909' },
  ];

  it.each([
    ['https://erp.example/public-api/v3/info', certificates[0]],
    ['erp.example:443', certificates[0]],
    ['https://labels.example/1.pdf', undefined],
    ['https://erp.example.evil.example/', undefined],
    ['https://evil.example/?erp.example', undefined],
    ['', undefined],
  ])('go to a host that IT has named, and to no other: %s', (url, given) => {
    const answers: unknown[] = [];
    const event = preventable({});
    // Without the listener, or without its answer, Electron sends the first one
    // (`App::SelectClientCertificate`).
    appDouble.emit('select-client-certificate', event, null, url, certificates, (one?: unknown) =>
      answers.push(one),
    );
    expect([event.defaultPrevented, answers]).toEqual([true, [given]]);
  });
});

it('a page downloads nothing', () => {
  const event = preventable({});
  sessionBehind(session.defaultSession).emit('will-download', event, {}, null);
  expect(event.defaultPrevented).toBe(true);
});

describe('permissions', () => {
  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'clipboard-sanitized-write',
    'fullscreen',
    'openExternal',
    'hid',
    'usb',
    'serial',
  ])('%s is denied, on request and on a check', (permission) => {
    const pages = sessionBehind(session.defaultSession);
    const answers: boolean[] = [];
    pages.request?.(null, permission, (granted) => answers.push(granted), {});
    expect([
      answers,
      pages.check?.(null, permission, 'app://doca', {}),
      pages.device?.({}),
    ]).toEqual([[false], false, false]);
  });
});
