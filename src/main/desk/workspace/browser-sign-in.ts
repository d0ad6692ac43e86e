import type { SignInClient } from '../../../shared/index.ts';
import { need } from '../../os/errors.ts';
import type { OpenBrowser, Session, SignIn } from '../../sign-in/index.ts';

/** The sign-in that waits for a person at the browser: at most one. */
export class BrowserSignIn {
  readonly #signIn: SignIn;
  readonly #openPage: OpenBrowser;
  readonly #changed: () => void;
  /** `page`: its address, once there is one. */
  #entering: {
    readonly issuer: string;
    readonly stop: AbortController;
    page: string | null;
  } | null = null;

  constructor(signIn: SignIn, openPage: OpenBrowser, changed: () => void) {
    this.#signIn = signIn;
    this.#openPage = openPage;
    this.#changed = changed;
  }

  get issuer(): string | null {
    return this.#entering?.issuer ?? null;
  }

  /** A second one replaces the first. */
  async start(provider: SignInClient, erpOrigin: string): Promise<Session> {
    const entering = {
      issuer: provider.issuer,
      stop: new AbortController(),
      page: null as string | null,
    };
    this.cancel();
    this.#entering = entering;
    this.#changed();
    const openPage = (page: string): Promise<void> => {
      entering.page = page;
      return this.#openPage(page);
    };
    const session = await this.#signIn.start(erpOrigin, provider, openPage, entering.stop.signal);
    if (this.#entering === entering) this.#entering = null;
    this.#changed();
    return need(session);
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
