import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { fault } from '#shared/faults/faults.ts';
import { FaultError } from '../os/errors.ts';
import { readAuthorities } from '../os/network/authorities.ts';

/** The parts of an address that `isFloorAddress` accepts. */
export type FloorAddress = Readonly<ReturnType<typeof parseAddress>>;

/**
 * A host to connect to, and the check of its certificate; `tls` null: unencrypted, on this computer
 * itself.
 */
export interface Route {
  readonly host: string;
  readonly tls: tls.ConnectionOptions | null;
}

/** Throws fault `address-malformed`. */
export function parseAddress(address: string) {
  try {
    const url = new URL(address);
    return {
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? 5432 : Number(url.port),
      user: decodeURIComponent(url.username),
      database: decodeURIComponent(url.pathname.slice(1)),
    };
  } catch (error) {
    throw new FaultError(fault('address-malformed'), error);
  }
}

/**
 * TLS to every host but this computer itself. Unencrypted connections go to checked addresses, one
 * after the other, not to a name that could resolve differently a moment later. Rejects for an
 * unknown name.
 */
export async function findRoutes({ host }: FloorAddress): Promise<readonly Route[]> {
  const found = await lookup(host, { all: true });
  const isHere = found.length > 0 && found.every(({ address }) => isLoopback(address));
  return isHere
    ? found.map(({ address }) => ({ host: address, tls: null }))
    : [{ host, tls: judgeAs(host) }];
}

function isLoopback(address: string) {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** All connections of a run use the same. */
let authorities: string[] | null = null;

export function judgeAs(host: string): tls.ConnectionOptions {
  authorities ??= readAuthorities();
  return {
    ca: authorities,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(host, certificate),
  };
}
