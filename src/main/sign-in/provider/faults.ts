import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { fault, type Fault, type FaultKind } from '#shared/faults/faults.ts';
import { FaultError, readErrorCode } from '../../os/errors.ts';

/**
 * Returns the fault for an error of the client library. Its message and data stay out, because they
 * can contain tokens, codes and names: a detail has the step and the error's code only. Any other
 * error is a bug and is rethrown.
 */
export function toSignInFault(error: unknown, step: string): Fault {
  if (error instanceof AuthorizationResponseError)
    return describe('sign-in-refused', step, error.error);
  if (isClientRefused(error)) return describe('sign-in-refused', step, 'invalid_client');
  if (error instanceof ResponseBodyError) {
    // The code, or its verifier, is not the provider's: a foreign code was injected, or it is old.
    return describe(
      error.error === 'invalid_grant' ? 'sign-in-broken' : 'sign-in-refused',
      step,
      error.error,
    );
  }
  return toServerFault(error, step, 'sign-in-broken');
}

/**
 * The same if the provider's address is in question: any error but the network's means that there
 * is no provider.
 */
export function toServerFault(
  error: unknown,
  step: string,
  kind: FaultKind = 'sign-in-server',
): Fault {
  const known = findFault(error, 5);
  if (known !== null) return known;
  if (isLibraryError(error)) return describe(kind, step, readErrorCode(error));
  throw error;
}

/** The provider refuses the refresh token or the authorization code (RFC 6749, 5.2). */
export function isGrantRefused(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant';
}

/** The provider refuses the secret, or this way of sending it. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return true;
  return (
    error instanceof ResponseBodyError && (error.status === 401 || error.error === 'invalid_client')
  );
}

function isLibraryError(error: unknown): boolean {
  // `TypeError` is how the library, and the cryptography below it, report a malformed answer.
  return [
    TypeError,
    ClientError,
    ResponseBodyError,
    WWWAuthenticateChallengeError,
    AuthorizationResponseError,
  ].some((kind) => error instanceof kind);
}

function describe(kind: FaultKind, step: string, code: string | null): Fault {
  const word = code !== null && /^\w{1,60}$/.test(code) ? code : 'no code';
  return fault(kind, { detail: `${step}: ${word}`, reached: 'yes' });
}

function findFault(error: unknown, depth: number): Fault | null {
  if (error instanceof FaultError) return error.fault;
  return error instanceof Error && depth > 0 ? findFault(error.cause, depth - 1) : null;
}
