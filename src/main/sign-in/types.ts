import type { Person, Result, SignInPlace } from '../../shared/index.ts';

/** One person's session at one ERP: it gives tokens as long as it lives, and refreshes them by itself. */
export interface Session {
  /**
   * Stays the same through refreshes, and is another one after each sign-in: what was confirmed for a session is
   * confirmed for all of its tokens.
   */
  id(): string;
  person(): Person;
  /** When it is over unless it is refreshed before; null where the provider does not say. */
  endsAtMs(): number | null;
  /** The token of the moment, refreshed ahead of its end. Null once the session is over. */
  token(): Promise<string | null>;
  /**
   * After the ERP refused this token: true where another one is there now, false where the session is over. The fault says
   * why nobody can know it now (the network, the keychain), and the session goes on.
   */
  renew(refused: string, signal?: AbortSignal): Promise<Result<boolean>>;
  /** The tokens in memory, for whoever must keep them out of something. */
  secrets(): readonly string[];
}

/** Opens the system's browser. */
export type OpenBrowser = (url: string) => Promise<void>;

/** Doca as the provider knows it. */
export type Program = Pick<SignInPlace, 'issuer' | 'clientId'>;

/** What a person types at another device, and where (RFC 8628). */
export interface DeviceCode {
  readonly userCode: string;
  readonly url: string;
  readonly expiresInMs: number;
}

/** Signs people in, out and on again. Sessions live in the keychain and are known to nobody else. */
export interface SignIn {
  /** The session that is kept for this ERP, also one that another program of this workstation began; null where none is. */
  resume(erpOrigin: string, program: Program): Promise<Result<Session | null>>;
  /**
   * A new session, with the system's browser (authorization code with PKCE, RFC 8252), kept before it is given. `signal`: the
   * person gave up. Faults: `cancelled`, `sign-in-…`, `network` and its like, `keychain`.
   */
  start(erpOrigin: string, place: SignInPlace, openBrowser: OpenBrowser, signal: AbortSignal): Promise<Result<Session>>;
  /** The same without a browser of this computer; fault `sign-in-unsupported` where the server offers none of that. */
  startWithDeviceCode(
    erpOrigin: string,
    place: SignInPlace,
    show: (code: DeviceCode) => void,
    signal: AbortSignal,
  ): Promise<Result<Session>>;
  /**
   * Ends the session at the server as far as it can be reached, and takes it out of the keychain in any case. `openBrowser`:
   * the server's own page to sign out, so that the next person does not go in as this one; null where there is no browser.
   */
  end(erpOrigin: string, program: Program, openBrowser: OpenBrowser | null): Promise<Result<void>>;
  /** What the server knows this program by, where it must; null forgets it. Fault `keychain`. */
  setClientSecret(program: Program, secret: string | null): Promise<Result<void>>;
}

/** The session that is kept for an ERP, for who knows only the ERP. */
export interface KeptSignIn extends Program {
  /** Of its present token; the session goes on with the next one. Null where the provider does not say. */
  readonly tokenEndsAtMs: number | null;
}

/** What there is to sign in with. Looking begins nothing, and ends nothing. */
export interface SignInLook {
  /** Null where nobody is signed in. Fault: `keychain`. */
  find(erpOrigin: string): Promise<Result<KeptSignIn | null>>;
  /** Whether there is a provider that Doca understands. Faults: `sign-in-server`, those of the network. */
  examineProvider(issuer: string, signal: AbortSignal): Promise<Result<void>>;
  /** Whether the browser could come back to this address now. Faults: `sign-in-port`, `sign-in-server`. */
  examineRedirect(place: Pick<SignInPlace, 'redirectUrl'>): Promise<Result<void>>;
}
