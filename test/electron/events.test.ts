import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nothingIsInvented } from '../electron-double/contract.ts';

const root = join(import.meta.dirname, '../..');
const types = readFileSync(join(root, 'node_modules/electron/electron.d.ts'), 'utf8');
const sources = readdirSync(join(root, 'src/main/electron'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, 'src/main/electron', name), 'utf8'))
  .join('\n');

/** The members of a class as `electron.d.ts`, which Electron's own build writes, has them. */
function readClass(name: string): string {
  const [, body = ''] = types.split(
    new RegExp(`\\n  (?:class|interface) ${name} (?:extends [\\w.]+ )?\\{\\n`),
  );
  return body.slice(0, body.indexOf('\n  }\n'));
}

const listEvents = (name: string): readonly string[] =>
  [
    ...new Set(
      [...readClass(name).matchAll(/\n {4}on\(event: '([\w-]+)'/g)].map(([, event = '']) => event),
    ),
  ].sort();

/** Events that Doca hears. */
const handled: Readonly<Record<string, string>> = {
  App: `before-quit child-process-gone second-instance select-client-certificate web-contents-created will-quit
    window-all-closed`,
  Session: 'will-download',
  WebContents: `did-navigate-in-page preload-error render-process-gone unresponsive will-attach-webview will-frame-navigate
    will-navigate will-redirect`,
  UtilityProcess: 'error exit message spawn',
  BrowserWindow: 'close maximize move ready-to-show resize session-end unmaximize',
  ClientRequest: 'error login redirect response',
};

/** The other events: Electron's default behaviour, and why that is right. */
const left: Readonly<Record<string, readonly (readonly [events: string, why: string])[]>> = {
  App: [
    ['ready', 'whenReady() is its promise'],
    ['quit will-finish-launching', 'only tells; nothing of Doca depends on it'],
    ['certificate-error', 'refuses the certificate: right for an ERP, a label host and a page'],
    [
      'login',
      "cancels; a proxy's is asked of each request, and a server's password is never given",
    ],
    ['render-process-gone', "the window's own event is heard"],
    [
      'session-created',
      'all sessions are made in two places, without pages but for the default one',
    ],
    [
      'browser-window-blur browser-window-created browser-window-focus did-become-active did-resign-active',
      'only tells; there is one window, made in one place',
    ],
    ['activate', 'macOS: shows the window that is there; without one the program has ended'],
    [
      'open-file open-url new-window-for-tab',
      'ignored: Doca is registered for no file, no scheme and has no tabs',
    ],
    [
      `activity-was-continued continue-activity continue-activity-error update-activity-state will-continue-activity
      app-shim-connected app-shim-version-mismatch`,
      'macOS: Handoff and web apps, which Doca declares none of',
    ],
    ['accessibility-support-changed gpu-info-update', 'only tells'],
  ],
  Session: [
    ['file-system-access-restricted', 'denies; the permission is refused before'],
    [
      `select-hid-device select-serial-port select-usb-device select-webauthn-account select-webauthn-authenticator
      hid-device-added hid-device-removed hid-device-revoked serial-port-added serial-port-removed serial-port-revoked
      usb-device-added usb-device-removed usb-device-revoked`,
      'never comes: the permission of each is refused before, and the policy of permissions forbids asking',
    ],
    [
      'extension-loaded extension-ready extension-unloaded',
      'never comes: nothing loads an extension',
    ],
    [
      `spellcheck-dictionary-download-begin spellcheck-dictionary-download-failure spellcheck-dictionary-download-success
      spellcheck-dictionary-initialized`,
      'never comes: spelling is not checked',
    ],
    ['preconnect', 'only tells; the policy of content lets a page connect nowhere'],
  ],
  WebContents: [
    [
      'certificate-error login select-client-certificate',
      "never comes: a page has Doca's own scheme alone",
    ],
    ['did-fail-load did-fail-provisional-load', 'loadURL() rejects with the same, which is logged'],
    [
      `did-finish-load did-frame-finish-load did-frame-navigate did-navigate did-redirect-navigation did-start-loading
      did-start-navigation did-stop-loading dom-ready frame-created destroyed content-bounds-updated`,
      'only tells; what may be navigated to is decided before',
    ],
    ['will-prevent-unload', 'closes all the same or asks; no page of Doca holds on to anything'],
    ['did-create-window did-attach-webview', 'never comes: both are refused before'],
    ['ipc-message ipc-message-sync', 'nobody listens: requests come by invoke alone'],
    ['context-menu', 'shows none; the fields have the keys of the system'],
    ['before-input-event before-mouse-event input-event', 'passes the key on to the page'],
    ['console-message', 'written to no file: a page could quote what it shows'],
    ['select-bluetooth-device', 'cancels'],
    ['responsive', 'only tells'],
    [
      'devtools-closed devtools-focused devtools-open-url devtools-opened devtools-reload-page devtools-search-query',
      'never comes in the installed program: it has no such tools',
    ],
    [
      `audio-state-changed blur focus cursor-changed did-change-theme-color enter-html-full-screen leave-html-full-screen
      found-in-page media-paused media-started-playing page-favicon-updated page-title-updated paint
      preferred-size-changed update-target-url zoom-changed`,
      'only tells of what a page shows',
    ],
  ],
  UtilityProcess: [['login', 'never comes: no process of Doca asks anything of the network']],
  BrowserWindow: [
    ['query-session-end', 'agrees: Doca holds no shutdown up'],
    [
      'closed hide show focus blur minimize restore moved resized',
      'only tells; asked for when it is needed',
    ],
    [
      'unresponsive responsive page-title-updated',
      "the page's own event is heard, or the title is a fixed one",
    ],
    ['app-command swipe rotate-gesture', 'ignored: going back is the page’s'],
    [
      `always-on-top-changed enter-full-screen leave-full-screen enter-html-full-screen leave-html-full-screen
      new-window-for-tab persisted-state-restored sheet-begin sheet-end system-context-menu will-move will-resize`,
      'only tells, or never comes',
    ],
  ],
  ClientRequest: [
    ['abort close finish', 'only tells what the answer, its body or the error tell as well'],
  ],
};

it('the double has only events of Electron’s types', () => {
  expect(nothingIsInvented).toBe(true);
});

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);

describe.each(Object.keys(handled))('the events of %s', (name) => {
  const heard = splitWords(handled[name] ?? '');

  it('are each handled, or left for a reason', () => {
    const known = [...heard, ...(left[name] ?? []).flatMap(([events]) => splitWords(events))];
    expect(new Set(known).size).toBe(known.length);
    expect(known.toSorted()).toEqual(listEvents(name));
  });

  it.each(heard)('%s is heard', (event) => {
    expect(sources).toMatch(new RegExp(`\\.(?:on|once)\\('${event}'`));
  });
});
