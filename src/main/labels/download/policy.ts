import { lookup } from 'node:dns/promises';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { classifyAddress } from './address-class.ts';
import type { AddressClass } from './address-class.ts';

/** All addresses of a host name, as the operating system sees them; rejects where there is none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export const systemResolveHost: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Where labels may come from: https anywhere public, http on loopback only, and neither private nor loopback addresses
 * unless the ERP itself is in that class of network. The name is resolved before the connection, not by it, so a host
 * that answers differently each time it is asked is not caught: the ERP that lists such a link would have to be hostile.
 */
export interface DownloadPolicy {
  /** The parsed address, or `label-host-refused`. `from` is the address that redirected here. */
  check(address: string, from?: URL): Promise<Result<URL>>;
}

/** Classes that are fine where the ERP is there too. All others but `public` never are. */
const classesOfSites: ReadonlySet<AddressClass> = new Set(['loopback', 'private', 'link-local', 'cgnat']);

/** A job asks for one host hundreds of times; names do not move that fast. */
const resolvedForMs = 30_000;

export function createDownloadPolicy(options: {
  readonly erpBaseUrl: string;
  readonly resolveHost: ResolveHost;
  readonly now: () => number;
}): DownloadPolicy {
  const erpHost = new URL(options.erpBaseUrl).hostname;
  const resolved = new Map<
    string,
    { readonly untilMs: number; readonly classes: Promise<ReadonlySet<AddressClass>> }
  >();

  function classesOf(hostname: string): Promise<ReadonlySet<AddressClass>> {
    const known = resolved.get(hostname);
    if (known !== undefined && known.untilMs > options.now()) return known.classes;
    const classes = classesOfHost(hostname, options.resolveHost);
    resolved.set(hostname, { untilMs: options.now() + resolvedForMs, classes });
    return classes;
  }

  async function check(address: string, from?: URL): Promise<Result<URL>> {
    const url = URL.parse(address, from?.href);
    if (url === null) return refused('not a web address');
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused(`scheme ${url.protocol}`);
    if (url.username !== '' || url.password !== '') return refused(`credentials in the address of ${url.hostname}`);
    if (from?.protocol === 'https:' && url.protocol === 'http:') return refused(`downgrade to http at ${url.hostname}`);

    const classes = await classesOf(url.hostname);
    if (url.protocol === 'http:' && ![...classes].every((one) => one === 'loopback')) {
      return refused(`http at ${url.hostname}`);
    }
    const special = [...classes].filter((one) => one !== 'public');
    if (special.length === 0) return ok(url);
    const erpClasses = await classesOf(erpHost);
    const strange = special.find((one) => !classesOfSites.has(one) || !erpClasses.has(one));
    return strange === undefined ? ok(url) : refused(`${strange} address of ${url.hostname}`);
  }

  return { check };
}

/**
 * Classes of every address a URL's host stands for. A name that cannot be resolved counts as public: behind a proxy the
 * workstation often cannot resolve outside names, and without one the connection fails by itself.
 */
async function classesOfHost(hostname: string, resolveHost: ResolveHost): Promise<ReadonlySet<AddressClass>> {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const literal = classifyAddress(name);
  if (literal !== null) return new Set([literal]);
  if (name === 'localhost' || name.endsWith('.localhost')) return new Set(['loopback']);
  const addresses = await resolveHost(name).catch((): readonly string[] => []);
  if (addresses.length === 0) return new Set(['public']);
  return new Set(addresses.map((address) => classifyAddress(address) ?? 'reserved'));
}

function refused(detail: string): Result<URL> {
  return failed(fault('label-host-refused', { detail }));
}
