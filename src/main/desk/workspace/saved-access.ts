import { type Fault, ok } from '#shared/faults/faults.ts';
import { parseToken, type TokenStore } from '../../credentials/index.ts';
import { parseBaseUrl } from '../../erp/index.ts';
import { need, refuse, throwFault } from '../../os/errors.ts';
import type { SettingsStore } from '../../settings/index.ts';
import type { Session, SignIn, SignInClient } from '../../sign-in/index.ts';
import { type Access, type Address, bySession, byToken, type Seat } from './access.ts';

interface SavedAccessServices {
  readonly settings: SettingsStore;
  readonly signIn: SignIn;
  readonly tokenStore: TokenStore;
  /** The ERP's address if IT has decided it: there is no other then. */
  readonly managedUrl: string | null;
  /** For faults that no request caused. */
  readonly notice: (fault: Fault) => void;
}

/** The address in the settings, and the tokens and sessions that the keychain has. */
export class SavedAccess {
  readonly #services: SavedAccessServices;

  constructor(services: SavedAccessServices) {
    this.#services = services;
  }

  /** Returns the ERP of the settings with its stored session or token; null if there is none. */
  async readSeat(): Promise<Seat | null> {
    const baseUrl = this.#services.settings.baseUrl();
    const parsed = baseUrl === null ? null : parseBaseUrl(baseUrl);
    if (baseUrl === null || parsed?.ok !== true) return null;
    const erpOrigin = parsed.value.origin;
    return { baseUrl, erpOrigin, access: await this.#read(erpOrigin) };
  }

  /** Returns the sign-in service of the ERP in the settings; null if its users paste tokens. */
  provider(): SignInClient | null {
    const {
      signInIssuer: issuer,
      signInClientId: clientId,
      signInScopes: scopes,
      signInRedirect: redirectUrl,
    } = this.#services.settings.settings();
    return issuer === null || clientId === null ? null : { issuer, clientId, scopes, redirectUrl };
  }

  /** The typed ERP: tokens are sent, and stored, only for addresses that IT allows. */
  addressOf(typedUrl: string): Address {
    const { managedUrl } = this.#services;
    const baseUrl = typedUrl.trim();
    const { origin: erpOrigin } = need(parseBaseUrl(baseUrl));
    if (managedUrl !== null && baseUrl !== managedUrl) refuse('decided by policy: erpAddress');
    return { baseUrl, erpOrigin };
  }

  /** Returns the typed ERP with the given token, or with the one that is known of it. */
  async readTyped(typedUrl: string, given: string | null, real: Seat | null) {
    const address = this.addressOf(typedUrl);
    const { erpOrigin } = address;
    if (given !== null) return { ...address, token: need(parseToken(given)) };
    const known = real?.erpOrigin === erpOrigin ? real.access.token : null;
    const token = known ?? need(await this.#services.tokenStore.get(erpOrigin));
    return { ...address, token: token ?? throwFault('no-token') };
  }

  /**
   * A pasted token replaces a session. Faults: `keychain`, and `invalid-input` if IT wants people
   * to sign in.
   */
  async storeToken(erpOrigin: string, token: string): Promise<void> {
    const { tokenStore, settings } = this.#services;
    if (this.provider() !== null && !settings.settings().pasteTokens)
      refuse('decided by policy: pasteTokens');
    need(await tokenStore.set(erpOrigin, token));
    await this.#endSession(erpOrigin);
  }

  /** Call it when the keychain has a session of this ERP, which replaces a pasted token. */
  async storeSeat({ baseUrl, erpOrigin }: Address): Promise<void> {
    need(await this.#services.settings.setBaseUrl(baseUrl));
    need(await this.#services.tokenStore.remove(erpOrigin));
  }

  /** Forgets the ERP of the settings. */
  async forget(seat: Seat | null): Promise<void> {
    const { tokenStore, settings } = this.#services;
    if (seat !== null) {
      await this.#endSession(seat.erpOrigin);
      need(await tokenStore.remove(seat.erpOrigin));
    }
    need(await settings.setBaseUrl(null));
  }

  /**
   * Returns a session that another program of this workstation began meanwhile; null if there is
   * none but `own`.
   */
  async findOthersSession(
    provider: SignInClient,
    erpOrigin: string,
    own: Session | null,
  ): Promise<Session | null> {
    const kept = await this.#services.signIn.resume(erpOrigin, provider);
    const session = kept.ok ? kept.value : null;
    if (session === null || session.id() === own?.id()) return null;
    return (await session.token()) === null ? null : session;
  }

  async #read(erpOrigin: string): Promise<Access> {
    const { tokenStore, signIn, notice } = this.#services;
    const provider = this.provider();
    const kept = provider === null ? ok(null) : await signIn.resume(erpOrigin, provider);
    if (!kept.ok) notice(kept.fault);
    if (kept.ok && kept.value !== null) return bySession(kept.value);
    const stored = await tokenStore.get(erpOrigin);
    if (!stored.ok) notice(stored.fault);
    const token = stored.ok ? stored.value : null;
    return token === null && provider !== null ? bySession(null) : byToken(token);
  }

  async #endSession(erpOrigin: string): Promise<void> {
    const provider = this.provider();
    if (provider !== null) need(await this.#services.signIn.end(erpOrigin, provider, null));
  }
}
