import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';
import { isLoopbackHttp, isSafeAddress } from '#shared/domain/sign-in.ts';
import { fail, failed, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { Fetch } from '../../os/fetch.ts';
import { ServerClock } from '../../os/network/server-clock.ts';
import { isClientRefused, toServerFault, toSignInFault } from './faults.ts';
import { makeProviderFetch } from './provider-fetch.ts';
import type { SessionVault } from '../store/stored-session.ts';
import type { Program } from '../types.ts';

const usualLimitMs = 20_000;

/**
 * For providers on this computer: nothing goes over a network. Marked as deprecated only to stand
 * out.
 */
// oxlint-disable-next-line typescript/no-deprecated
const allowHttp: (config: Configuration) => void = allowInsecureRequests;

interface ProviderServices {
  readonly fetch: Fetch;
  readonly vault: SessionVault;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** For its answer, in time awake. */
  readonly limitMs?: number;
  /** Reads the provider's description anew, and its clock with it. */
  readonly fresh?: boolean;
  /**
   * `signed`: ID tokens are checked by signature and time. `refresh`: their time no longer matters.
   */
  readonly idTokens?: 'signed' | 'refresh';
  /** The step's name in the detail of a fault. */
  readonly step: string;
  /** Returns the fault of an error with a special meaning here; null for any other. */
  readonly readError?: (error: unknown) => Fault | null;
}

/**
 * Requests to OpenID providers, through the certified client library. One for all sign-ins of a
 * process.
 */
export class Provider {
  readonly #services: ProviderServices;
  /** Descriptions by issuer, until a request there fails. */
  readonly #known = new Map<string, ServerMetadata>();
  /** The accepted one of several ways to send the secret. */
  readonly #accepted = new Map<string, number>();
  readonly #secrets = new Map<string, string | null>();
  /** By issuer. */
  readonly #clocks = new Map<string, ServerClock>();

  constructor(services: ProviderServices) {
    this.#services = services;
  }

  /**
   * Returns the provider's description (OpenID Connect Discovery 1.0). Faults: `sign-in-server`,
   * the network's.
   */
  async describe(
    issuer: string,
    options: Pick<AskOptions, 'signal' | 'fresh'>,
  ): Promise<Result<ServerMetadata>> {
    const known = this.#known.get(issuer);
    if (known !== undefined && options.fresh !== true) return ok(known);
    const url = URL.parse(issuer);
    if (url === null || !isSafeAddress(issuer) || url.search !== '' || url.hash !== '')
      return fail('sign-in-server', { detail: 'issuer is neither https nor this computer' });
    try {
      const config = await discovery(url, 'doca', undefined, undefined, {
        [customFetch]: this.#makeFetch(issuer, { ...options, limitMs: usualLimitMs }, false),
        ...(isLoopbackHttp(url) ? { execute: [allowHttp] } : {}),
      });
      const server = config.serverMetadata();
      const missing = findMissing(server);
      if (missing !== null) return fail('sign-in-server', { detail: `discovery: ${missing}` });
      this.#known.set(issuer, server);
      return ok(server);
    } catch (error) {
      return failed(toServerFault(error, 'discovery'));
    }
  }

  /**
   * Adds this program's secret if it has one: in the body if the provider accepts that, and by HTTP
   * Basic if it accepts only that, or refuses the other. Faults: `sign-in-…`, `keychain`, those of
   * the network.
   */
  async ask<T>(
    program: Program,
    options: AskOptions,
    work: (config: Configuration) => Promise<T>,
  ): Promise<Result<T>> {
    const key = JSON.stringify([program.issuer, program.clientId]);
    const secret = await this.#readSecret(key, program);
    if (!secret.ok) return secret;
    const server = await this.describe(program.issuer, options);
    if (!server.ok) return server;
    const ways = listWays(server.value, secret.value);
    const accepted = Math.min(this.#accepted.get(key) ?? 0, ways.length - 1);
    for (let way = accepted; ; way += 1) {
      try {
        const value = await work(
          this.#configure(server.value, program, ways[way] ?? None(), options),
        );
        this.#accepted.set(key, way);
        return ok(value);
      } catch (error) {
        const isRefused = isClientRefused(error);
        if (isRefused && way + 1 < ways.length) continue;
        // Some providers count a code as used once the secret was refused: the next sign-in begins
        // with the other way.
        if (isRefused) this.#accepted.delete(key);
        else this.#accepted.set(key, way);
        // The next one reads the description again: endpoints may have moved.
        this.#known.delete(program.issuer);
        return failed(options.readError?.(error) ?? toSignInFault(error, options.step));
      }
    }
  }

  /** A keychain that fails later does not prevent a revocation. */
  async #readSecret(key: string, program: Program): Promise<Result<string | null>> {
    const read = await this.#services.vault.readSecret(program);
    if (read.ok) this.#secrets.set(key, read.value);
    const known = this.#secrets.get(key);
    return read.ok || known === undefined ? read : ok(known);
  }

  #configure(
    server: ServerMetadata,
    { issuer, clientId }: Program,
    auth: ClientAuth,
    options: AskOptions,
  ): Configuration {
    const { idTokens = 'signed' } = options;
    const times = {
      [clockSkew]: this.#findSkewS(issuer),
      // An ID token of a refresh has nothing new, and a wrong clock must not cost the tokens that
      // came with it.
      ...(idTokens === 'refresh' ? { [clockTolerance]: Number.MAX_SAFE_INTEGER } : {}),
    };
    const config = new Configuration(server, clientId, times, auth);
    config[customFetch] = this.#makeFetch(issuer, options, true);
    const url = URL.parse(issuer);
    if (url !== null && isLoopbackHttp(url)) allowHttp(config);
    if (idTokens === 'signed') enableNonRepudiationChecks(config);
    return config;
  }

  #makeFetch(
    issuer: string,
    { signal, limitMs = usualLimitMs }: Pick<AskOptions, 'signal' | 'limitMs'>,
    pagesAreGateways: boolean,
  ) {
    const { fetch } = this.#services;
    const server = this.#clocks.get(issuer) ?? new ServerClock();
    this.#clocks.set(issuer, server);
    return makeProviderFetch({
      fetch: server.listenTo(fetch),
      limitMs,
      signal,
      pagesAreGateways,
    });
  }

  /**
   * Returns the seconds by which the provider is ahead of this computer's clock; 0 if it does not
   * state its time.
   */
  #findSkewS(issuer: string): number {
    const nowMs = Date.now();
    return Math.round(((this.#clocks.get(issuer)?.now() ?? nowMs) - nowMs) / 1000);
  }
}

/**
 * Returns the missing endpoint that every sign-in needs, at an address for secrets; null if all are
 * there.
 */
function findMissing(server: ServerMetadata): string | null {
  const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  return needed.find((name) => !isSafeAddress(server[name])) ?? null;
}

/** RFC 8414, section 2: a provider that says nothing accepts HTTP Basic. */
function listWays(server: ServerMetadata, secret: string | null): readonly ClientAuth[] {
  if (secret === null) return [None()];
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const ways = [
    ...(methods.includes('client_secret_post') ? [ClientSecretPost(secret)] : []),
    ...(methods.includes('client_secret_basic') ? [ClientSecretBasic(secret)] : []),
  ];
  return ways.length > 0 ? ways : [ClientSecretPost(secret)];
}
