import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../../src/main/os/fetch.ts';
import type { LabelStore } from '../../src/main/labels/index.ts';
import { slot, storeWorld, zplLabel } from './store-world.ts';
import type { Host, StoreWorld } from './store-world.ts';

let world: StoreWorld;
let host: Host;
/** The redirect of each path; any other path is a label. */
let routes: Record<string, string>;
let sent: string[];
let store: LabelStore;

beforeEach(async () => {
  world = await storeWorld();
  routes = {};
  sent = [];
  host = await world.host((request, response) => {
    const target = routes[request.url ?? ''];
    if (target !== undefined) response.writeHead(302, { location: target }).end('moved');
    else response.end(zplLabel);
  });
  // The outside world: every public host is the local server.
  const outside: Fetch = (url, init) => {
    sent.push(url);
    return fetch(url.replace(/^https:\/\/[a-z]+\.example/, host.url), init);
  };
  store = world.open({
    fetch: outside,
    erpBaseUrl: 'https://erp.example/public-api/v3',
    resolveHost: (name) =>
      Promise.resolve(name === 'intranet.example' ? ['1.1.1.1', '192.168.0.4'] : ['1.1.1.1']),
  });
});
afterEach(() => world.close());

async function kindOf(url: string): Promise<string> {
  const result = await store.download(slot(1), url);
  return result.ok ? 'ok' : `${result.fault.kind}: ${result.fault.detail ?? ''}`;
}

describe('redirects', () => {
  it('are followed to other public hosts and along relative paths', async () => {
    routes = { '/a': 'https://cdn.example/b', '/b': 'c?x=1', '/c?x=1': '//other.example/d' };
    expect(await kindOf('https://labels.example/a')).toBe('ok');
    expect(sent).toEqual([
      'https://labels.example/a',
      'https://cdn.example/b',
      'https://cdn.example/c?x=1',
      'https://other.example/d',
    ]);
  });

  it.each([
    ['http://labels.example/a', 'label-host-refused: downgrade to http at labels.example'],
    ['http://127.0.0.1:8080/a', 'label-host-refused: downgrade to http at 127.0.0.1'],
    ['https://127.0.0.1/a', 'label-host-refused: loopback address of 127.0.0.1'],
    ['https://localhost/a', 'label-host-refused: loopback address of localhost'],
    ['https://0x7f.1/a', 'label-host-refused: loopback address of 127.0.0.1'],
    ['https://[::1]/a', 'label-host-refused: loopback address of [::1]'],
    ['https://10.1.2.3/a', 'label-host-refused: private address of 10.1.2.3'],
    ['https://169.254.169.254/latest', 'label-host-refused: link-local address of 169.254.169.254'],
    ['https://[fd00::1]/a', 'label-host-refused: private address of [fd00::1]'],
    ['https://[::ffff:10.0.0.1]/a', 'label-host-refused: reserved address of [::ffff:a00:1]'],
    ['https://intranet.example/a', 'label-host-refused: private address of intranet.example'],
    [
      'https://user:secret@cdn.example/a',
      'label-host-refused: credentials in the address of cdn.example',
    ],
    ['file:///etc/passwd', 'label-host-refused: scheme file:'],
    ['data:text/plain,^XA^XZ', 'label-host-refused: scheme data:'],
    ['javascript:alert(1)', 'label-host-refused: scheme javascript:'],
    ['ftp://cdn.example/a', 'label-host-refused: scheme ftp:'],
    ['https://', 'label-host-refused: not a web address'],
  ])('to %s are refused before anything is sent there', async (target, said) => {
    routes = { '/a': target };
    expect(await kindOf('https://labels.example/a')).toBe(said);
    expect(sent).toEqual(['https://labels.example/a']);
    // The same address given by the ERP itself fares no better.
    if (!said.includes('downgrade')) {
      const broken = said.replace(
        'host-refused: not a web address',
        'link-broken: not a web address',
      );
      expect(await kindOf(target)).toBe(broken);
      expect(sent).toHaveLength(1);
    }
  });

  it('to themselves and in circles are label-redirects', async () => {
    routes = { '/a': '/a', '/b': '/c', '/c': 'https://labels.example/b#again' };
    expect(await kindOf('https://labels.example/a')).toMatch(/^label-redirects: more than 5/);
    expect(await kindOf('https://labels.example/b')).toMatch(/^label-redirects: more than 5/);
    expect(sent).toHaveLength(12);
  });

  it('are followed five times and not six', async () => {
    routes = { '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5', '/5': '/6' };
    expect(await kindOf('https://labels.example/1')).toBe('ok');
    routes['/6'] = '/7';
    const result = await store.download(slot(2), 'https://labels.example/1');
    expect(result).toMatchObject({ ok: false, fault: { kind: 'label-redirects' } });
    expect(sent).toHaveLength(6 + 6);
  });

  it('to nowhere are label-redirects', async () => {
    const nowhere = await world.host((_, response) => response.writeHead(307).end());
    const result = await world.open().download(slot(1), nowhere.url);
    expect(result).toMatchObject({ ok: false, fault: { kind: 'label-redirects', status: 307 } });
  });
});
