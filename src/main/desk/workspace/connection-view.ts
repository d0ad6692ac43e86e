import type { ConnectionInfo, SignInInfo } from '#shared/contract/connection.ts';
import type { TokenStore } from '../../credentials/index.ts';
import type { BrowserSignIn } from './browser-sign-in.ts';
import type { Connection } from './connection.ts';
import type { SavedAccess } from './saved-access.ts';
import type { Seats } from './seats.ts';

interface ConnectionViewServices {
  readonly connection: Connection;
  readonly seats: Seats;
  readonly saved: SavedAccess;
  readonly browser: BrowserSignIn;
  readonly tokenStore: TokenStore;
  readonly changed: (info: ConnectionInfo) => void;
}

/** The connection as the window shows it. */
export class ConnectionView {
  readonly #services: ConnectionViewServices;
  /** The session's end that the window was told last. */
  #toldEndMs: number | null = null;

  constructor(services: ConnectionViewServices) {
    this.#services = services;
  }

  info(): ConnectionInfo {
    const { connection, seats, tokenStore } = this.#services;
    const workspace = connection.findWorkspace();
    return {
      baseUrl: seats.current()?.baseUrl ?? null,
      hasToken: seats.hasAccess(),
      signIn: this.#signInInfo(),
      tokenStore: tokenStore.kind,
      training: seats.training !== null,
      trainingGroupings: workspace?.practice?.groupings ?? [],
      workspaceId: workspace?.id ?? null,
    };
  }

  report(): ConnectionInfo {
    const info = this.info();
    this.#toldEndMs = info.signIn?.endsAtMs ?? null;
    this.#services.changed(info);
    return info;
  }

  /**
   * Refreshes the session of the ERP in use if due. Notifies the window if its end has moved, by a
   * request's refresh too, or if it is over.
   */
  async keepSession(): Promise<void> {
    const { seats } = this.#services;
    const access = seats.real?.access;
    const session = access?.session ?? null;
    if (access === undefined || session === null) return;
    if ((await session.token()) === null) seats.noteSignedOut(access);
    else if (session.endsAtMs() !== this.#toldEndMs) this.report();
  }

  #signInInfo(): SignInInfo | null {
    const { seats, saved, browser } = this.#services;
    const issuer = browser.issuer();
    if (issuer !== null) return { issuer, person: null, endsAtMs: null, underWay: true };
    const provider = saved.provider();
    const { token = null, session = null } = seats.real?.access ?? {};
    if (seats.training !== null || provider === null || token !== null) return null;
    const person = session?.person() ?? null;
    const endsAtMs = session?.endsAtMs() ?? null;
    return { issuer: provider.issuer, person, endsAtMs, underWay: false };
  }
}
