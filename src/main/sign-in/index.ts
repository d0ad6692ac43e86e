import type { KeptSession } from './session/session.ts';
import type { OpenIdSignIn, SignInServices } from './sign-in.ts';

export { createSignInLook } from './look.ts';
export type { OpenBrowser } from './types.ts';
export type { SignInServices };
export type Session = Omit<KeptSession, 'isOver' | 'end' | 'leaveRefresh'>;
export type SignIn = Pick<OpenIdSignIn, keyof OpenIdSignIn>;

/**
 * Sign-in with OpenID Connect, and its sessions. Loaded on first use: it costs nothing if tokens
 * are pasted.
 */
export function createSignIn(services: SignInServices): SignIn {
  let opened: Promise<SignIn> | null = null;
  const open = (): Promise<SignIn> => {
    opened ??= import('./sign-in.ts').then(({ OpenIdSignIn }) => new OpenIdSignIn(services));
    return opened;
  };
  return {
    resume: async (...args) => (await open()).resume(...args),
    start: async (...args) => (await open()).start(...args),
    end: async (...args) => (await open()).end(...args),
    setClientSecret: async (...args) => (await open()).setClientSecret(...args),
  };
}
export type { SignInClient } from './types.ts';
