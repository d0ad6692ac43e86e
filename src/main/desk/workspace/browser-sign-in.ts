import type { OpenBrowser, Session, SignIn, SignInClient } from '../../sign-in/index.ts';
import { need } from '../../os/errors.ts';

export type BrowserSignIn = ReturnType<typeof createBrowserSignIn>;

/** The sign-in that waits for a person at the browser: at most one. */
export function createBrowserSignIn(signIn: SignIn, openPage: OpenBrowser, changed: () => void) {
  /** `page`: its address, once there is one. */
  let entering: { issuer: string; stop: AbortController; page: string | null } | null = null;

  const cancel = (): void => entering?.stop.abort();

  return {
    issuer: (): string | null => entering?.issuer ?? null,
    /**
     * A second one replaces the first. `take` gets the session, and the signal by which it is not
     * wanted any more.
     */
    async start<T>(
      provider: SignInClient,
      erpOrigin: string,
      take: (session: Session, signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const { issuer } = provider;
      const begun = { issuer, stop: new AbortController(), page: null as string | null };
      cancel();
      entering = begun;
      changed();
      const open = (page: string): Promise<void> => {
        begun.page = page;
        return openPage(page);
      };
      const { signal } = begun.stop;
      try {
        return await take(need(await signIn.start(erpOrigin, provider, open, signal)), signal);
      } finally {
        if (entering === begun) entering = null;
        changed();
      }
    },
    cancel,
    /** The browser's window was closed, or did not open. */
    async reopen(): Promise<void> {
      const page = entering?.page ?? null;
      if (page !== null) await openPage(page);
    },
  };
}
