import type { Result, SignInPlace } from '../../../shared/index.ts';
import type { OpenBrowser, Session, SignIn } from '../../sign-in/index.ts';

/** The provider, and the registration there. */
export interface Entrance {
  readonly signIn: SignIn;
  readonly place: SignInPlace;
}

interface Entering {
  readonly issuer: string;
  readonly stop: AbortController;
  /** Its page, once there is one. */
  page: string | null;
}

/** The sign-in that waits for a person at the browser: at most one. */
export class BrowserSignIn {
  readonly #openPage: OpenBrowser;
  readonly #changed: () => void;
  #entering: Entering | null = null;

  constructor(openPage: OpenBrowser, changed: () => void) {
    this.#openPage = openPage;
    this.#changed = changed;
  }

  /** Its provider; null while there is none. */
  get issuer(): string | null {
    return this.#entering?.issuer ?? null;
  }

  /** A second one replaces the first. */
  async signIn({ signIn, place }: Entrance, erpOrigin: string): Promise<Result<Session>> {
    const entering: Entering = { issuer: place.issuer, stop: new AbortController(), page: null };
    this.cancel();
    this.#entering = entering;
    this.#changed();
    const openPage = (page: string): Promise<void> => {
      entering.page = page;
      return this.#openPage(page);
    };
    const session = await signIn.start(erpOrigin, place, openPage, entering.stop.signal);
    if (this.#entering === entering) this.#entering = null;
    this.#changed();
    return session;
  }

  cancel(): void {
    this.#entering?.stop.abort();
  }

  /** The browser's window was closed, or did not open. */
  async reopen(): Promise<void> {
    const page = this.#entering?.page ?? null;
    if (page !== null) await this.#openPage(page);
  }
}
