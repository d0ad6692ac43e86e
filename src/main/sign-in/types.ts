import type { Person, Result, SignInPlace } from '../../shared/index.ts';

/** One person's session at one ERP: it returns tokens as long as it lives, and refreshes them by itself. */
export interface Session {
  /**
   * Constant through refreshes, and new after each sign-in: a confirmation for a session holds for all of its tokens.
   */
  id(): string;
  person(): Person;
  /** Its end unless it is refreshed before; null if the provider does not say. */
  endsAtMs(): number | null;
  /** The present token, refreshed ahead of its end. Null once the session is over. */
  token(): Promise<string | null>;
  /**
   * Called after the ERP refused this token: true if another one is there now, false if the session is over. A fault
   * says why that is not known now (the network, the keychain), and the session goes on.
   */
  renew(refused: string, signal?: AbortSignal): Promise<Result<boolean>>;
  /** The tokens in memory, for filters that must remove them from something. */
  secrets(): readonly string[];
}

/** Opens the system's browser. */
export type OpenBrowser = (url: string) => Promise<void>;

/** Doca's registration at the provider. */
export type Program = Pick<SignInPlace, 'issuer' | 'clientId'>;

/** A code to type at another device, and its address (RFC 8628). */
export interface DeviceCode {
  readonly userCode: string;
  readonly url: string;
  readonly expiresInMs: number;
}

/** Signs people in and out, and refreshes their sessions. Sessions live in the keychain alone. */
export interface SignIn {
  /**
   * Returns the stored session for this ERP, even one that another program of this workstation began; null if there is
   * none.
   */
  resume(erpOrigin: string, program: Program): Promise<Result<Session | null>>;
  /**
   * Begins a new session with the system's browser (authorization code with PKCE, RFC 8252), stored before it is
   * returned. `signal`: the person gave up. Faults: `cancelled`, `sign-in-…`, `network` and similar, `keychain`.
   */
  start(erpOrigin: string, place: SignInPlace, openBrowser: OpenBrowser, signal: AbortSignal): Promise<Result<Session>>;
  /** The same without a browser of this computer; fault `sign-in-unsupported` if the server does not offer it. */
  startWithDeviceCode(
    erpOrigin: string,
    place: SignInPlace,
    show: (code: DeviceCode) => void,
    signal: AbortSignal,
  ): Promise<Result<Session>>;
  /**
   * Ends the session at the server if it can be reached, and removes it from the keychain in any case. `openBrowser`:
   * opens the server's own sign-out page, so that the next person does not continue as this one; null without a
   * browser.
   */
  end(erpOrigin: string, program: Program, openBrowser: OpenBrowser | null): Promise<Result<void>>;
  /** Stores this program's client secret, if it has one; null removes it. Fault `keychain`. */
  setClientSecret(program: Program, secret: string | null): Promise<Result<void>>;
}

/** The stored session of an ERP, for callers that know only the ERP. */
export interface KeptSignIn extends Program {
  /** The end of its present token; the session goes on with the next one. Null if the provider does not say. */
  readonly tokenEndsAtMs: number | null;
}

/** The present sign-ins. Looking begins nothing, and ends nothing. */
export interface SignInLook {
  /** Null if nobody is signed in. Fault: `keychain`. */
  find(erpOrigin: string): Promise<Result<KeptSignIn | null>>;
  /** Checks that there is a compatible provider. Faults: `sign-in-server`, those of the network. */
  examineProvider(issuer: string, signal: AbortSignal): Promise<Result<void>>;
  /** Checks that the browser could return to this address now. Faults: `sign-in-port`, `sign-in-server`. */
  examineRedirect(place: Pick<SignInPlace, 'redirectUrl'>): Promise<Result<void>>;
}
