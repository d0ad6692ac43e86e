import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from '../../src/main/os/network/addresses.ts';
import { createDownloadPolicy } from '../../src/main/labels/store/download.ts';

describe('addressClass', () => {
  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']],
    [
      'private',
      [
        '10.0.0.0',
        '10.255.255.255',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '198.18.0.1',
        'fc00::1',
        'fdff::1',
        'fec0::1',
      ],
    ],
    ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
    ['cgnat', ['100.64.0.1', '100.127.255.255']],
    [
      'reserved',
      [
        '0.0.0.0',
        '0.1.2.3',
        '::',
        '224.0.0.1',
        '239.255.255.255',
        'ff02::1',
        '192.0.2.1',
        '198.51.100.1',
        '203.0.113.1',
        '240.0.0.1',
        '255.255.255.255',
        '::ffff:8.8.8.8',
        '::ffff:127.0.0.1',
        '::ffff:7f00:1',
        '::8.8.8.8',
        '2002:7f00:1::1',
        '2001::1',
        '2001:db8::1',
        '4000::1',
        '100::1',
      ],
    ],
    [
      'public',
      [
        '1.1.1.1',
        '8.8.8.8',
        '9.255.255.255',
        '11.0.0.0',
        '172.15.255.255',
        '172.32.0.0',
        '192.167.255.255',
        '192.169.0.0',
        '100.63.255.255',
        '100.128.0.0',
        '169.253.255.255',
        '223.255.255.255',
        '2606:4700::1111',
        '2804:14c::1',
      ],
    ],
    ['loopback', ['64:ff9b::127.0.0.1']],
    ['private', ['64:ff9b::a00:1', '64:ff9b::192.168.0.1', '64:ff9b:1::1']],
    ['public', ['64:ff9b::8.8.8.8']],
    [null, ['', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', ':::', '[::1]']],
  ] as const)('%s', (kind, addresses) => {
    for (const address of addresses) expect(classifyAddress(address), address).toBe(kind);
  });

  it('assigns every IPv4 address one class, the same inside NAT64, and none public when mapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const kind = classifyAddress(address);
        expect(kind).not.toBeNull();
        expect(classifyAddress(`64:ff9b::${address}`)).toBe(kind);
        expect(classifyAddress(`::ffff:${address}`)).toBe('reserved');
      }),
    );
  });

  it('assigns every IPv6 address the class of its canonical spelling', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
        expect(classifyAddress(address)).toBe(classifyAddress(canonical));
      }),
    );
  });
});

describe('the download policy', () => {
  const names: Record<string, readonly string[]> = {
    'public.example': ['1.1.1.1', '2606:4700::1111'],
    'private.example': ['10.0.0.5'],
    'mixed.example': ['1.1.1.1', '10.0.0.5'],
    'loop.example': ['127.0.0.1'],
    'odd.example': ['not an address'],
  };

  async function verdict(erpBaseUrl: string, url: string, from?: string): Promise<boolean> {
    const policy = createDownloadPolicy({
      erpBaseUrl,
      now: () => 0,
      resolveHost: (name) =>
        names[name] === undefined
          ? Promise.reject(new Error('ENOTFOUND'))
          : Promise.resolve(names[name]),
    });
    const result = await policy(url, from === undefined ? undefined : new URL(from));
    const refusal =
      from !== undefined || URL.canParse(url) ? 'label-host-refused' : 'label-link-broken';
    if (!result.ok) expect(result.fault.kind).toBe(refusal);
    return result.ok;
  }

  const erpPublic = 'https://public.example/public-api/v3';
  const erpPrivate = 'https://192.168.0.10/public-api/v3';
  const erpLoopback = 'http://127.0.0.1:8080/public-api/v3';
  const erpLocalhost = 'http://localhost:8080/public-api/v3';

  it.each([
    //                              public  private loopback localhost
    ['https://public.example/a', true, true, true, true],
    ['https://public.example:8443/a', true, true, true, true],
    ['https://public.example./a', true, true, true, true],
    ['https://8.8.8.8/a', true, true, true, true],
    ['http://public.example/a', false, false, false, false],
    ['http://8.8.8.8/a', false, false, false, false],
    ['https://private.example/a', false, true, false, false],
    ['https://mixed.example/a', false, true, false, false],
    ['https://10.9.9.9/a', false, true, false, false],
    ['https://[fd12::1]/a', false, true, false, false],
    ['http://192.168.0.10/a', false, false, false, false],
    ['https://127.0.0.1/a', false, false, true, true],
    ['http://127.0.0.1:9999/a', false, false, true, true],
    ['http://localhost:9999/a', false, false, true, true],
    ['http://labels.localhost/a', false, false, true, true],
    ['http://loop.example/a', false, false, true, true],
    ['http://[::1]:9999/a', false, false, true, true],
    ['http://2130706433/a', false, false, true, true],
    ['https://169.254.169.254/a', false, false, false, false],
    ['https://100.64.0.1/a', false, false, false, false],
    ['https://224.0.0.1/a', false, false, false, false],
    ['https://0.0.0.0/a', false, false, false, false],
    ['https://[::ffff:127.0.0.1]/a', false, false, false, false],
    ['https://255.255.255.255/a', false, false, false, false],
    ['https://odd.example/a', false, false, false, false],
    ['https://unknown.example/a', true, true, true, true],
    ['http://unknown.example/a', false, false, false, false],
    ['https://u@public.example/a', false, false, false, false],
    ['https://:p@public.example/a', false, false, false, false],
    ['file:///a', false, false, false, false],
    ['blob:https://public.example/a', false, false, false, false],
    ['//public.example/a', false, false, false, false],
    ['', false, false, false, false],
  ] as const)('%s', async (url, ...expected) => {
    const erps = [erpPublic, erpPrivate, erpLoopback, erpLocalhost];
    expect(await Promise.all(erps.map((erp) => verdict(erp, url)))).toEqual(expected);
  });

  it('refuses the way down from https to http, also on loopback', async () => {
    expect(await verdict(erpLoopback, 'http://127.0.0.1/a', 'https://127.0.0.1/b')).toBe(false);
    expect(await verdict(erpLoopback, 'http://127.0.0.1/a', 'http://127.0.0.1/b')).toBe(true);
    expect(await verdict(erpLoopback, 'https://127.0.0.1/a', 'http://127.0.0.1/b')).toBe(true);
  });

  it('lets only public addresses through if the ERP is public', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.ipV4(),
          fc.ipV6().map((address) => `[${address}]`),
        ),
        async (host) => {
          const allowed = await verdict(erpPublic, `https://${host}/a`);
          expect(allowed).toBe(classifyAddress(host.replace(/^\[|\]$/g, '')) === 'public');
          expect(await verdict(erpPublic, `http://${host}/a`)).toBe(false);
        },
      ),
    );
  });

  it('lets no ERP open networks without label hosts', async () => {
    for (const host of ['0.0.0.0', '224.0.0.1', '240.0.0.1', '[::ffff:10.0.0.1]']) {
      expect(await verdict(`https://${host}/public-api/v3`, `https://${host}/a`)).toBe(false);
    }
  });

  it('answers any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.webUrl()), async (text) => {
        expect(typeof (await verdict(erpPublic, text))).toBe('boolean');
      }),
    );
  });

  it('asks the name service once for many labels of a host, and again after a while', async () => {
    let asked = 0;
    let now = 0;
    const policy = createDownloadPolicy({
      erpBaseUrl: erpPublic,
      now: () => now,
      resolveHost: () => {
        asked += 1;
        return Promise.resolve(['1.1.1.1']);
      },
    });
    for (let i = 0; i < 10; i += 1) await policy(`https://labels.example/${i}`);
    expect(asked).toBe(1);
    now = 60_000;
    await policy('https://labels.example/x');
    expect(asked).toBe(2);
  });
});
