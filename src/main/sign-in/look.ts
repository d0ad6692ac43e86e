import { ok, type Result } from '#shared/faults/faults.ts';
import type { SignInClient, Program } from './types.ts';
import { openRedirectServer } from './flows/redirect-server.ts';
import type { SignInServices } from './sign-in.ts';
import { SessionVault } from './store/stored-session.ts';

/** The stored session of an ERP, for callers that know only the ERP. */
interface KeptSignIn extends Program {
  /**
   * The end of its present token; the session goes on with the next one. Null if the provider does
   * not say.
   */
  readonly tokenEndsAtMs: number | null;
}

/** Reads the stored sign-ins; it begins, ends and changes nothing. */
export function createSignInLook({ tokenStore, fetch, clock, language }: SignInServices) {
  const vault = new SessionVault(tokenStore);
  return {
    /** Null if nobody is signed in. Fault: `keychain`. */
    async find(erpOrigin: string): Promise<Result<KeptSignIn | null>> {
      const stored = await vault.read(erpOrigin);
      if (!stored.ok || stored.value === null) return stored.ok ? ok(null) : stored;
      const { issuer, clientId, receivedAtMs, lifetimeMs } = stored.value;
      return ok({
        issuer,
        clientId,
        tokenEndsAtMs: lifetimeMs === null ? null : receivedAtMs + lifetimeMs,
      });
    },
    /**
     * Checks that there is a compatible provider. Faults: `sign-in-server`, those of the network.
     */
    async checkProvider(issuer: string, signal: AbortSignal): Promise<Result<void>> {
      // The client of OpenID Connect is loaded with it.
      const { Provider } = await import('./provider/provider.ts');
      const described = await new Provider({ fetch, clock, vault }).describe(issuer, {
        signal,
        fresh: true,
      });
      return described.ok ? ok() : described;
    },
    /**
     * Checks that the browser could return to this address now. Faults: `sign-in-port`,
     * `sign-in-server`.
     */
    async checkRedirect({ redirectUrl }: Pick<SignInClient, 'redirectUrl'>): Promise<Result<void>> {
      const opened = await openRedirectServer(redirectUrl, '', language());
      if (!opened.ok) return opened;
      opened.value.close();
      return ok();
    },
  };
}
