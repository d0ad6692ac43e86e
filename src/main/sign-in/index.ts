import type { SignInServices } from './sign-in.ts';
import type { SignIn } from './types.ts';

export { createSignInLook } from './look.ts';
export type * from './types.ts';
export type { SignInServices };

/** Sign-in with OpenID Connect, and its sessions. Loaded on first use: it costs nothing if tokens are pasted. */
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
