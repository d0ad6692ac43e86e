import { failed, fault, ok, signInPresets, type Result, type Settings, type SignInPlace } from '../../shared/index.ts';
import { parseBaseUrl } from '../erp/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import { createSignIn, createSignInLook, type OpenBrowser, type Session } from '../sign-in/index.ts';
import type { LoginArguments, LogoutArguments, SetSecretArguments, WhoamiArguments } from './arguments.ts';
import { endedWell, tellFault, type Ending, type SignedIn } from './output/summary.ts';
import { exitCodes, type Terminal } from './output/terminal.ts';
import { text } from './output/text.ts';
import { describeSignIn, resumeSession } from './kept-session.ts';
import { setClientSecret } from './set-secret.ts';
import { readWorkstation, type Workstation } from './workstation/workstation.ts';

/** `login`: signs a person in, in the browser of this computer or with a code for another device. */
export async function runLogin(terminal: Terminal, options: LoginArguments): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  if (!workstation.ok) return tellFault(terminal, workstation.fault);
  const erp = chooseErp(options.baseUrl, workstation.value);
  if (!erp.ok) return tellFault(terminal, erp.fault);
  const place = choosePlace(options, workstation.value, erp.value);
  if (!place.ok) return tellFault(terminal, place.fault);
  const tokenStore = await terminal.openTokenStore();
  // A session in memory would end with this command.
  if (tokenStore.kind === 'memory') return tellFault(terminal, fault('keychain'));
  terminal.useNetwork();
  const signIn = createSignIn(describeSignIn(terminal, tokenStore));
  const session = options.device
    ? await signIn.startWithDeviceCode(
        erp.value,
        place.value,
        ({ url, userCode, expiresInMs }) =>
          terminal.err(`${text.deviceCode(url, userCode, Math.floor(expiresInMs / 60_000))}\n`),
        terminal.signal,
      )
    : await signIn.start(
        erp.value,
        place.value,
        sayAndOpen(terminal, options.browser ? text.browserOpens : text.openInBrowser, options.browser),
        terminal.signal,
      );
  if (!session.ok) return tellFault(terminal, session.fault);
  return tellWho(terminal, tokenStore, erp.value, session.value);
}

/** `logout`: ends the session, here in any case. */
export async function runLogout(terminal: Terminal, options: LogoutArguments): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  if (!workstation.ok) return tellFault(terminal, workstation.fault);
  const erp = chooseErp(options.baseUrl, workstation.value);
  if (!erp.ok) return tellFault(terminal, erp.fault);
  const services = describeSignIn(terminal, await terminal.openTokenStore());
  const kept = await createSignInLook(services).find(erp.value);
  if (!kept.ok) return tellFault(terminal, kept.fault);
  if (kept.value === null) {
    terminal.out(`${text.nobodySignedIn(erp.value)}\n`);
    return endedWell;
  }
  terminal.useNetwork();
  const browser = options.browser ? sayAndOpen(terminal, text.browserSignsOut) : null;
  const ended = await createSignIn(services).end(erp.value, kept.value, browser);
  if (!ended.ok) return tellFault(terminal, ended.fault);
  terminal.out(`${text.signedOut(erp.value)}\n`);
  return endedWell;
}

/** `whoami`: the signed-in person, with a token that is valid at this moment. */
export async function runWhoami(terminal: Terminal, options: WhoamiArguments): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  if (!workstation.ok) return tellFault(terminal, workstation.fault);
  const erp = chooseErp(options.baseUrl, workstation.value);
  if (!erp.ok) return tellFault(terminal, erp.fault);
  const tokenStore = await terminal.openTokenStore();
  terminal.useNetwork();
  const session = await resumeSession(terminal, tokenStore, erp.value);
  if (!session.ok) return tellFault(terminal, session.fault);
  if (session.value === null) {
    terminal.out(`${text.nobodySignedIn(erp.value)}\n`);
    return { ...endedWell, exitCode: exitCodes.notAuthorised, signedIn: null };
  }
  if ((await session.value.token()) === null) return tellFault(terminal, fault('signed-out'));
  return tellWho(terminal, tokenStore, erp.value, session.value);
}

export async function runSetSecret(terminal: Terminal, { args }: SetSecretArguments): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  if (!workstation.ok) return tellFault(terminal, workstation.fault);
  const { settings } = workstation.value;
  const signIn = describeSignIn(terminal, await terminal.openTokenStore());
  return setClientSecret(terminal, { args, settings, lines: terminal.stdin, signIn });
}

async function tellWho(
  terminal: Terminal,
  tokenStore: TokenStore,
  erpOrigin: string,
  session: Session,
): Promise<Ending> {
  const kept = await createSignInLook(describeSignIn(terminal, tokenStore)).find(erpOrigin);
  if (!kept.ok) return tellFault(terminal, kept.fault);
  const { name, subject } = session.person();
  const endsAtMs = kept.value?.tokenEndsAtMs ?? null;
  const issuer = kept.value?.issuer ?? '';
  const until = endsAtMs === null ? null : new Date(endsAtMs);
  terminal.out(`${text.signedInAs(name, erpOrigin, issuer)}\n`);
  if (until !== null) terminal.out(`${text.tokenUntil(until.toLocaleString('sv'))}\n`);
  const signedIn: SignedIn = { name, subject, issuer, erp: erpOrigin, tokenUntil: until?.toISOString() ?? null };
  return { ...endedWell, signedIn };
}

/** Prints the address too: a browser that does not open, or another computer's, needs it. */
function sayAndOpen(terminal: Terminal, what: string, opens = true): OpenBrowser {
  return async (url) => {
    terminal.err(`${what}\n  ${url}\n`);
    if (opens) await terminal.openBrowser(url);
  };
}

/** Returns the origin of the given ERP, or else of this workstation's. */
function chooseErp(given: string | null, { policy, baseUrl }: Workstation): Result<string> {
  const address = given ?? baseUrl;
  if (address === null) return failed(fault('invalid-input', { detail: '--base-url is missing' }));
  const parsed = parseBaseUrl(address);
  if (!parsed.ok) return parsed;
  const decided = policy.erpAddress === null ? null : parseBaseUrl(policy.erpAddress);
  if (decided?.ok === true && decided.value.origin !== parsed.value.origin) return refuseDecided('--base-url');
  return ok(parsed.value.origin);
}

/** Returns the given values, or else those of IT or the desktop, or the known ones for this ERP. */
function choosePlace(
  given: Pick<LoginArguments, 'issuer' | 'clientId' | 'scopes' | 'redirect'>,
  { policy, settings }: Workstation,
  erpOrigin: string,
): Result<SignInPlace> {
  const named = {
    signInIssuer: ['--issuer', given.issuer],
    signInClientId: ['--client-id', given.clientId],
    signInScopes: ['--scopes', given.scopes],
    signInRedirect: ['--redirect', given.redirect],
  } as const;
  for (const [key, [option, value]] of Object.entries(named)) {
    const decided = policy.settings[key as keyof typeof named];
    if (value !== null && decided !== undefined && decided !== value) return refuseDecided(option);
  }
  const choose = <K extends keyof typeof named>(key: K): string | Settings[K] => named[key][1] ?? settings[key];
  const issuer = choose('signInIssuer') ?? findPresetIssuer(erpOrigin);
  if (issuer === null) return failed(fault('invalid-input', { detail: '--issuer is missing' }));
  const clientId = choose('signInClientId');
  if (clientId === null) return failed(fault('invalid-input', { detail: '--client-id is missing' }));
  return ok({ issuer, clientId, scopes: choose('signInScopes'), redirectUrl: choose('signInRedirect') });
}

function findPresetIssuer(erpOrigin: string): string | null {
  const preset = Object.values(signInPresets).find(({ baseUrl }) => new URL(baseUrl).origin === erpOrigin);
  return preset?.issuer ?? null;
}

function refuseDecided(option: string): Result<never> {
  return failed(fault('invalid-input', { detail: `${option}: decided by policy` }));
}
