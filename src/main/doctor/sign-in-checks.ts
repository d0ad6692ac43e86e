import type { Fault } from '../../shared/index.ts';
import { makeFinding } from './machine-checks.ts';
import type { DoctorOptions, Finding } from './types.ts';

const timeoutMs = 15_000;

/** Examines whether a person could sign in here: the provider, and the browser's return address. */
export async function checkSignIn({ settings, look }: DoctorOptions['signIn']): Promise<readonly Finding[]> {
  const { signInIssuer: issuer, signInClientId: clientId, signInRedirect: redirectUrl } = settings;
  if (issuer === null) return [makeFinding('skip', 'sign-in-none')];
  const provider = await look.examineProvider(issuer, AbortSignal.timeout(timeoutMs));
  const redirect = await look.examineRedirect({ redirectUrl });
  return [
    provider.ok ? makeFinding('ok', 'sign-in-answers', { issuer }) : describeProvider(issuer, provider.fault),
    ...(clientId === null ? [makeFinding('fail', 'sign-in-no-client')] : []),
    redirect.ok
      ? makeFinding('ok', 'sign-in-port-free', { address: redirectUrl })
      : makeFinding('warn', 'sign-in-port-taken', { address: redirectUrl }),
  ];
}

function describeProvider(issuer: string, { kind, detail }: Fault): Finding {
  return kind === 'sign-in-server'
    ? makeFinding('fail', 'sign-in-unusable', { issuer, detail: detail ?? kind })
    : makeFinding('fail', 'sign-in-unreachable', { issuer, detail: detail ?? kind });
}

export interface SessionCheck {
  readonly findings: readonly Finding[];
  /** The signed-in person's; null if nobody is signed in. */
  readonly token: string | null;
}

/** Examines whether a person is signed in; an expiring token is renewed. */
export async function checkSession({ signIn }: DoctorOptions, host: string): Promise<SessionCheck> {
  const kept = await signIn.look.find(host);
  if (!kept.ok || kept.value === null) return { findings: [], token: null };
  const token = await signIn.readToken(host);
  if (token === null) return { findings: [makeFinding('fail', 'session-over', { host })], token };
  return { findings: [makeFinding('ok', 'session-kept', { host })], token };
}
