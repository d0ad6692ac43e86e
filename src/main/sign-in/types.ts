export type OpenBrowser = (url: string) => Promise<void>;

/** Doca's registration at the provider. */
export type Program = Pick<SignInClient, 'issuer' | 'clientId'>;

/** The OpenID provider at which the ERP's people sign in, and Doca's registration there. */
export interface SignInClient {
  /** The address of the OpenID provider, as its discovery document names it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Separated by blanks; `openid` is always among them. */
  readonly scopes: string;
  /** The registered loopback address to which the provider redirects the browser. */
  readonly redirectUrl: string;
}
