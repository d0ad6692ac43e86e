import { ok, type Result } from '#shared/faults/faults.ts';
import { openRedirectServer } from './flows/redirect-server.ts';
import type { SignInServices } from './sign-in.ts';
import { SessionVault } from './store/stored-session.ts';

/** Reads the stored sign-ins; it begins, ends and changes nothing. */
export function createSignInLook({ tokenStore, fetch, language }: SignInServices) {
  const vault = new SessionVault(tokenStore);
  return {
    /**
     * Returns the stored session of an ERP, for callers that know only the ERP; null if nobody is
     * signed in. `tokenEndsAtMs`: the end of its present token; the session goes on with the next
     * one. Null if the provider does not say. Fault: `keychain`.
     */
    async find(erpOrigin: string) {
      const stored = await vault.read(erpOrigin);
      if (!stored.ok || stored.value === null) return stored.ok ? ok(null) : stored;
      const { issuer, clientId, receivedAtMs, lifetimeMs } = stored.value;
      const tokenEndsAtMs = lifetimeMs === null ? null : receivedAtMs + lifetimeMs;
      return ok({ issuer, clientId, tokenEndsAtMs });
    },
    /**
     * Checks that there is a compatible provider. Faults: `sign-in-server`, those of the network.
     */
    async checkProvider(issuer: string, signal: AbortSignal) {
      // The client of OpenID Connect is loaded with it.
      const { Provider } = await import('./provider/provider.ts');
      const provider = new Provider({ fetch, vault });
      return provider.describe(issuer, { signal, fresh: true });
    },
    /**
     * Checks that the browser could return to this address now. Faults: `sign-in-port`,
     * `sign-in-server`.
     */
    async checkRedirect(redirectUrl: string): Promise<Result<void>> {
      const opened = await openRedirectServer(redirectUrl, '', language());
      if (!opened.ok) return opened;
      opened.value.close();
      return ok();
    },
  };
}
