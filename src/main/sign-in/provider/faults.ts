import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { fault, type Fault } from '../../../shared/index.ts';
import { FaultError, readErrorCode } from '../../os/errors.ts';

/**
 * What the client library threw, as a fault. Its own words and what it was given stay out, because they can hold tokens,
 * codes and names: a detail has the step and the error's code only. Any other error is a bug and is thrown on.
 */
export function toSignInFault(error: unknown, step: string): Fault {
  const told = findFault(error, 5);
  if (told !== null) return told;
  if (error instanceof AuthorizationResponseError) return describe('sign-in-refused', step, error.error);
  if (isClientRefused(error)) return describe('sign-in-refused', step, 'invalid_client');
  if (error instanceof ResponseBodyError) {
    // The code, or the verifier that came with it, is not the provider's: somebody else's code was slipped in, or it is old.
    return describe(error.error === 'invalid_grant' ? 'sign-in-broken' : 'sign-in-refused', step, error.error);
  }
  if (isLibraryError(error)) return describe('sign-in-broken', step, readErrorCode(error));
  throw error;
}

/** The same where the address of the provider is in question: whatever is not the network's says that there is none. */
export function toServerFault(error: unknown, step: string): Fault {
  const told = findFault(error, 5);
  if (told !== null) return told;
  if (isLibraryError(error)) return describe('sign-in-server', step, readErrorCode(error));
  throw error;
}

/** The provider does not take the refresh token, the device code or the authorization code (RFC 6749, 5.2). */
export function isGrantRefused(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant';
}

/** The provider does not take the secret, or not this way. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return true;
  return error instanceof ResponseBodyError && (error.status === 401 || error.error === 'invalid_client');
}

function isLibraryError(error: unknown): boolean {
  // `TypeError` is how the library, and the cryptography below it, say that an answer is of a wrong shape.
  return [TypeError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError, AuthorizationResponseError].some(
    (kind) => error instanceof kind,
  );
}

function describe(kind: Fault['kind'], step: string, code: string | null): Fault {
  const word = code !== null && /^\w{1,60}$/.test(code) ? code : 'no code';
  return fault(kind, { detail: `${step}: ${word}`, reached: 'yes' });
}

function findFault(error: unknown, depth: number): Fault | null {
  if (error instanceof FaultError) return error.fault;
  return error instanceof Error && depth > 0 ? findFault(error.cause, depth - 1) : null;
}
