import { ok, type Result, type SignInPlace } from '../../shared/index.ts';
import { RedirectServer } from './flows/redirect-server.ts';
import type { SignInServices } from './sign-in.ts';
import { SessionVault } from './store/stored-session.ts';
import type { KeptSignIn, SignInLook } from './types.ts';

/** Reads the stored sign-ins and changes nothing. */
export function createSignInLook({ tokenStore, fetch, clock, language }: SignInServices): SignInLook {
  const vault = new SessionVault(tokenStore);
  return {
    async find(erpOrigin): Promise<Result<KeptSignIn | null>> {
      const stored = await vault.read(erpOrigin);
      if (!stored.ok || stored.value === null) return stored.ok ? ok(null) : stored;
      const { issuer, clientId, receivedAtMs, lifetimeMs } = stored.value;
      return ok({ issuer, clientId, tokenEndsAtMs: lifetimeMs === null ? null : receivedAtMs + lifetimeMs });
    },
    async examineProvider(issuer, signal): Promise<Result<void>> {
      // The client of OpenID Connect is loaded with it.
      const { Provider } = await import('./provider/provider.ts');
      const described = await new Provider({ fetch, clock, vault }).describe(issuer, { signal, fresh: true });
      return described.ok ? ok() : described;
    },
    async examineRedirect({ redirectUrl }: Pick<SignInPlace, 'redirectUrl'>): Promise<Result<void>> {
      const opened = await RedirectServer.open(redirectUrl, '', language());
      if (!opened.ok) return opened;
      opened.value.close();
      return ok();
    },
  };
}
