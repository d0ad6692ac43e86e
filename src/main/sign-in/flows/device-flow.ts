import {
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  ResponseBodyError,
} from 'openid-client';
import { cleanText, failed, fault, isSafeAddress, ok } from '../../../shared/index.ts';
import type { Fault, Result, SignInPlace } from '../../../shared/index.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { withOpenId } from './browser-flow.ts';
import type { Provider } from '../provider/provider.ts';
import type { TokenAnswer } from '../provider/tokens.ts';
import type { DeviceCode } from '../types.ts';

/** The device flow (RFC 8628): a person signs in on another device, with a code. */
export async function signInWithDeviceCode(
  provider: Provider,
  place: SignInPlace,
  show: (code: DeviceCode) => void,
  signal: AbortSignal,
): Promise<Result<TokenAnswer>> {
  const server = await provider.describe(place.issuer, { signal, fresh: true });
  if (!server.ok) return server;
  if (server.value.device_authorization_endpoint === undefined)
    return failed(fault('sign-in-unsupported'));
  const begun = await provider.ask(place, { signal, step: 'device code' }, (config) =>
    initiateDeviceAuthorization(config, { scope: withOpenId(place.scopes) }),
  );
  if (!begun.ok) return begun;
  const code = readCode(begun.value);
  if (!code.ok) return code;
  show(code.value);
  const timeUp = AbortSignal.timeout(code.value.expiresInMs);
  const over = AbortSignal.any([signal, timeUp]);
  const readError = (error: unknown): Fault | null => {
    if (signal.aborted) return fault('cancelled');
    const isLate =
      timeUp.aborted || (error instanceof ResponseBodyError && error.error === 'expired_token');
    return isLate ? fault('sign-in-timeout') : null;
  };
  const asked = provider.ask(place, { signal: over, step: 'device', readError }, (config) => {
    const interval = Math.min(
      Math.max(begun.value.interval ?? usualPauseS, shortestPauseS),
      longestPauseS,
    );
    return pollDeviceAuthorizationGrant(config, { ...begun.value, interval }, undefined, {
      signal: over,
    });
  });
  // The library checks the signal only between its pauses.
  return leaveOnAbort(asked, over, () =>
    failed(readError(over.reason) ?? fault('sign-in-timeout')),
  );
}

/** Between two requests: only plausible values of the provider count (RFC 8628, 3.2 and 3.5). */
const usualPauseS = 5;
const shortestPauseS = 1;
const longestPauseS = 60;

/** Texts and links for people are checked first. */
function readCode(answer: {
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
}): Result<DeviceCode> {
  const userCode = cleanText(answer.user_code).trim();
  if (userCode === '' || userCode.length > 60 || !isSafeAddress(answer.verification_uri))
    return failed(fault('sign-in-server', { detail: 'device code: unusable' }));
  // A timer takes whole milliseconds, and no more than 24 days of them.
  const expiresInMs = Math.round(Math.min(answer.expires_in, 86_400) * 1000);
  return ok({ userCode, url: new URL(answer.verification_uri).href, expiresInMs });
}
