import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { fault } from '../../shared/index.ts';
import { FaultError } from '../os/errors.ts';
import { readAuthorities } from '../os/network/authorities.ts';

/** Where a floor is, taken apart from what `isFloorAddress` accepts. */
export interface FloorPlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Which host to connect to, and how its certificate is judged; `tls` null: in the clear, on this computer itself. */
export interface Route {
  readonly host: string;
  readonly tls: tls.ConnectionOptions | null;
}

/** Throws fault `address-malformed`. */
export function parsePlace(address: string): FloorPlace {
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
 * TLS to everything but this computer itself. What is in the clear goes to addresses that were looked at, one after the other, not
 * to a name that could mean another place a moment later. Rejects where the name is unknown.
 */
export async function findRoutes({ host }: FloorPlace): Promise<readonly Route[]> {
  const found = await lookup(host, { all: true });
  const isHere = found.length > 0 && found.every(({ address }) => isLoopback(address));
  return isHere ? found.map(({ address }) => ({ host: address, tls: null })) : [{ host, tls: judgeAs(host) }];
}

/** For a server on this computer that refuses what comes in the clear. */
export function secure({ host }: FloorPlace): Route {
  return { host, tls: judgeAs(host) };
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

function judgeAs(host: string): tls.ConnectionOptions {
  return {
    ca: recallAuthorities(),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(host, certificate),
  };
}

let authorities: string[] | null = null;

/** All connections of a run go by the same. */
function recallAuthorities(): string[] {
  authorities ??= readAuthorities();
  return authorities;
}
