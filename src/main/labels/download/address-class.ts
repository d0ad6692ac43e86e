import { BlockList, isIP } from 'node:net';

/** What kind of network an IP address belongs to. `reserved`: no label host can be there. */
export type AddressClass =
  'public' | 'loopback' | 'private' | 'link-local' | 'cgnat' | 'multicast' | 'unspecified' | 'reserved';

type SpecialClass = Exclude<AddressClass, 'public'>;

/** Ordered: the first class that matches wins, so `::1` is loopback although `::/96` is reserved. */
const ipv4Networks: readonly (readonly [SpecialClass, string, number])[] = [
  ['loopback', '127.0.0.0', 8],
  ['unspecified', '0.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  // Benchmarking by the book; in practice the made-up addresses that VPN clients answer names with.
  ['private', '198.18.0.0', 15],
  ['link-local', '169.254.0.0', 16],
  ['cgnat', '100.64.0.0', 10],
  ['multicast', '224.0.0.0', 4],
  ['reserved', '192.0.0.0', 24],
  ['reserved', '192.0.2.0', 24],
  ['reserved', '192.88.99.0', 24],
  ['reserved', '198.51.100.0', 24],
  ['reserved', '203.0.113.0', 24],
  ['reserved', '240.0.0.0', 4],
];

const ipv6Networks: readonly (readonly [SpecialClass, string, number])[] = [
  ['loopback', '::1', 128],
  ['unspecified', '::', 128],
  ['private', 'fc00::', 7],
  ['private', 'fec0::', 10],
  ['private', '64:ff9b:1::', 48],
  ['link-local', 'fe80::', 10],
  ['multicast', 'ff00::', 8],
  // IPv4 in disguise: mapped, compatible, 6to4 and Teredo. Nobody links to these in good faith.
  ['reserved', '::ffff:0:0', 96],
  ['reserved', '::', 96],
  ['reserved', '2002::', 16],
  ['reserved', '2001::', 23],
  ['reserved', '2001:db8::', 32],
  ['reserved', '3fff::', 20],
  // NAT64 carries an IPv4 address, and that one decides.
  ...ipv4Networks.map(([kind, network, prefix]) => [kind, `64:ff9b::${network}`, 96 + prefix] as const),
];

/** Where public IPv6 addresses live; the rest is not handed out. */
const publicIpv6 = blockList([
  ['2000::', 3],
  ['64:ff9b::', 96],
]);

const ipv4Lists = ipv4Networks.map(([kind, network, prefix]) => ({ kind, list: blockList([[network, prefix]]) }));
const ipv6Lists = ipv6Networks.map(([kind, network, prefix]) => ({ kind, list: blockList([[network, prefix]]) }));

function blockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

/** The class of an IPv4 or IPv6 address in any spelling; null for what is not an address. */
export function classifyAddress(address: string): AddressClass | null {
  const [bare = ''] = address.split('%');
  switch (isIP(bare)) {
    case 4:
      return ipv4Lists.find(({ list }) => list.check(bare, 'ipv4'))?.kind ?? 'public';
    case 6:
      return (
        ipv6Lists.find(({ list }) => list.check(bare, 'ipv6'))?.kind ??
        (publicIpv6.check(bare, 'ipv6') ? 'public' : 'reserved')
      );
    default:
      return null;
  }
}
