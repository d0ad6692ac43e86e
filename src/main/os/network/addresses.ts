import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Returns all addresses of a host name from the operating system; rejects if there are none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export const systemResolveHost: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Returns the classes of all addresses of a URL's host. A name that cannot be resolved counts as
 * public: behind a proxy the workstation often cannot resolve outside names, and without one the
 * connection fails by itself.
 */
export async function classifyHost(
  hostname: string,
  resolveHost: ResolveHost,
): Promise<ReadonlySet<AddressClass>> {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const literal = classifyAddress(name);
  if (literal !== null) return new Set([literal]);
  if (name === 'localhost' || name.endsWith('.localhost')) return new Set(['loopback']);
  const addresses = await resolveHost(name).catch((): readonly string[] => []);
  if (addresses.length === 0) return new Set(['public']);
  return new Set(addresses.map((address) => classifyAddress(address) ?? 'reserved'));
}

/**
 * The kind of network that an IP address belongs to: all but `reserved` are allowed if the ERP is in
 * the same one.
 */
export type AddressClass = 'public' | 'loopback' | 'private' | 'link-local' | 'cgnat' | 'reserved';

type Networks = readonly (readonly [AddressClass, readonly string[]])[];

const ipv4Networks: Networks = [
  ['loopback', ['127.0.0.0/8']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  // Officially for benchmarks; in practice VPN clients answer names with made-up addresses from it.
  ['private', ['198.18.0.0/15']],
  ['link-local', ['169.254.0.0/16']],
  ['cgnat', ['100.64.0.0/10']],
  ['reserved', ['0.0.0.0/8', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24']],
  ['reserved', ['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3']],
];

/** The first match wins. */
const ipv6Networks: Networks = [
  ['loopback', ['::1/128']],
  ['private', ['fc00::/7', 'fec0::/10', '64:ff9b:1::/48']],
  ['link-local', ['fe80::/10']],
  ['reserved', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']],
  // NAT64 carries an IPv4 address, and that one decides.
  ...ipv4Networks.map(([kind, networks]) => [kind, networks.map(toNat64)] as const),
  // The rest is not assigned, or carries an IPv4 address that no honest link has.
  ['public', ['64:ff9b::/96', '2000::/3']],
];

function toNat64(network: string): string {
  const [address = '', prefix] = network.split('/');
  return `64:ff9b::${address}/${96 + Number(prefix)}`;
}

const known = {
  ipv4: ipv4Networks.map((networks) => makeList(networks, 'ipv4')),
  ipv6: ipv6Networks.map((networks) => makeList(networks, 'ipv6')),
};

function makeList([kind, networks]: Networks[number], family: 'ipv4' | 'ipv6') {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return { kind, list };
}

/** Returns the class of an IPv4 or IPv6 address in any spelling; null for anything else. */
export function classifyAddress(address: string): AddressClass | null {
  const [bare = ''] = address.split('%');
  const version = isIP(bare);
  if (version === 0) return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const found = known[family].find(({ list }) => list.check(bare, family));
  return found?.kind ?? (version === 4 ? 'public' : 'reserved');
}
