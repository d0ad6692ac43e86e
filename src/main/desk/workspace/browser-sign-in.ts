import type { OpenBrowser } from '../../sign-in/index.ts';

export type BrowserSignIn = ReturnType<typeof createBrowserSignIn>;

/** The sign-in that waits for a person at the browser: at most one. */
export function createBrowserSignIn(openPage: OpenBrowser, changed: () => void) {
  /** `page`: its address, once there is one. */
  let entering: { issuer: string; stop: AbortController; page: string | null } | null = null;

  const cancel = (): void => entering?.stop.abort();

  return {
    issuer: (): string | null => entering?.issuer ?? null,
    /** A second one replaces the first. By `signal` a sign-in is not wanted any more. */
    async run<T>(
      issuer: string,
      signIn: (open: OpenBrowser, signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const begun = { issuer, stop: new AbortController(), page: null as string | null };
      cancel();
      entering = begun;
      changed();
      const open = (page: string): Promise<void> => {
        begun.page = page;
        return openPage(page);
      };
      try {
        return await signIn(open, begun.stop.signal);
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
