import type { SignInServices } from './sign-in.ts';
import type { SignIn } from './types.ts';

export { createSignInLook } from './look.ts';
export type * from './types.ts';
export type { SignInServices };

/** Signing in with OpenID Connect, and the sessions that come of it. Loaded when first used: where tokens are pasted it costs nothing. */
export function createSignIn(services: SignInServices): SignIn {
  let opened: Promise<SignIn> | null = null;
  const open = (): Promise<SignIn> => {
    opened ??= import('./sign-in.ts').then(({ OpenIdSignIn }) => new OpenIdSignIn(services));
    return opened;
  };
  return {
    resume: async (...args) => (await open()).resume(...args),
    start: async (...args) => (await open()).start(...args),
    startWithDeviceCode: async (...args) => (await open()).startWithDeviceCode(...args),
    end: async (...args) => (await open()).end(...args),
    setClientSecret: async (...args) => (await open()).setClientSecret(...args),
  };
}
