import { signInPresets, type Settings, type SignInPlace } from '../../shared/index.ts';
import { parseBaseUrl } from '../erp/index.ts';
import { need, throwFault } from '../os/errors.ts';
import { createSignIn, createSignInLook, type OpenBrowser, type Session } from '../sign-in/index.ts';
import type { SignInServices } from '../sign-in/index.ts';
import type { ArgumentsOf } from './arguments.ts';
import { endedWell, exitCodes, type Ending } from './output/endings.ts';
import { say, type Terminal } from './output/terminal.ts';
import { resumeSession } from './token-source.ts';
import { describeSignIn, readWorkstation, type Workstation } from './workstation/workstation.ts';

/** `login`: signs a person in, in the browser of this computer or with a code for another device. */
export async function runLogin(terminal: Terminal, options: ArgumentsOf<'login'>): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  const erp = chooseErp(options.baseUrl, workstation);
  const place = choosePlace(options, workstation, erp);
  const services = describeSignIn(terminal, await terminal.openTokenStore());
  // A session in memory would end with this command.
  if (services.tokenStore.kind === 'memory') throwFault('keychain');
  terminal.useNetwork();
  const signIn = createSignIn(services);
  const { signal } = terminal;
  if (options.device) {
    const started = signIn.startWithDeviceCode(
      erp,
      place,
      ({ url, userCode, expiresInMs }) => {
        const minutes = Math.floor(expiresInMs / 60_000);
        say(terminal, `On any device, open ${url} and type the code ${userCode}. It is good for ${minutes} min.`);
      },
      signal,
    );
    return tellWho(terminal, services, erp, need(await started));
  }
  const what = options.noBrowser
    ? 'Open this address in a browser of this computer:'
    : 'The browser opens now for you to sign in. If it does not, use this address on this computer:';
  const started = signIn.start(erp, place, sayAndOpen(terminal, what, !options.noBrowser), signal);
  return tellWho(terminal, services, erp, need(await started));
}

/** `logout`: ends the session, here in any case. */
export async function runLogout(terminal: Terminal, options: ArgumentsOf<'logout'>): Promise<Ending> {
  const erp = chooseErp(options.baseUrl, await readWorkstation(terminal));
  const services = describeSignIn(terminal, await terminal.openTokenStore());
  const kept = need(await createSignInLook(services).find(erp));
  if (kept === null) {
    tellNobody(terminal, erp);
    return endedWell;
  }
  terminal.useNetwork();
  const what = 'The browser now shows the page to sign out of the sign-in service:';
  need(await createSignIn(services).end(erp, kept, options.noBrowser ? null : sayAndOpen(terminal, what)));
  terminal.out(`You are signed out of ${erp}.\n`);
  return endedWell;
}

/** `whoami`: the signed-in person, with a token that is valid at this moment. */
export async function runWhoami(terminal: Terminal, options: ArgumentsOf<'whoami'>): Promise<Ending> {
  const erp = chooseErp(options.baseUrl, await readWorkstation(terminal));
  const services = describeSignIn(terminal, await terminal.openTokenStore());
  terminal.useNetwork();
  const session = await resumeSession(services, erp);
  if (session === null) {
    tellNobody(terminal, erp);
    return { ...endedWell, exitCode: exitCodes.notAuthorised, signedIn: null };
  }
  if ((await session.token()) === null) throwFault('signed-out');
  return tellWho(terminal, services, erp, session);
}

async function tellWho(terminal: Terminal, services: SignInServices, erp: string, session: Session): Promise<Ending> {
  const kept = need(await createSignInLook(services).find(erp));
  const { name, subject } = session.person();
  const issuer = kept?.issuer ?? '';
  const endsAtMs = kept?.tokenEndsAtMs ?? null;
  const until = endsAtMs === null ? null : new Date(endsAtMs);
  terminal.out(`${name} is signed in at ${erp} (by ${issuer}).\n`);
  if (until !== null)
    terminal.out(`The present token is good until ${until.toLocaleString('sv')}; Doca renews it by itself.\n`);
  return { ...endedWell, signedIn: { name, subject, issuer, erp, tokenUntil: until?.toISOString() ?? null } };
}

function tellNobody(terminal: Terminal, erp: string): void {
  terminal.out(`Nobody is signed in at ${erp} on this computer. To sign in: login.\n`);
}

/** Prints the address too: a browser that does not open, or another computer's, needs it. */
function sayAndOpen(terminal: Terminal, what: string, opens = true): OpenBrowser {
  return async (url) => {
    say(terminal, `${what}\n  ${url}`);
    if (opens) await terminal.openBrowser(url);
  };
}

function chooseErp(given: string | null, { policy, baseUrl }: Workstation): string {
  const address = given ?? baseUrl;
  if (address === null) refuse('--base-url is missing');
  const { origin } = need(parseBaseUrl(address));
  const decided = policy.erpAddress === null ? null : parseBaseUrl(policy.erpAddress);
  if (decided?.ok === true && decided.value.origin !== origin) refuse('--base-url: decided by policy');
  return origin;
}

/** Returns the given values, or else those of IT or the desktop, or the known ones for this ERP. */
function choosePlace(
  { issuer, clientId, scopes, redirect }: ArgumentsOf<'login'>,
  { policy, settings }: Workstation,
  erpOrigin: string,
): SignInPlace {
  const choose = <K extends keyof Settings, T>(option: string, value: T | null, key: K): T | Settings[K] => {
    const decided = policy.settings[key];
    if (value !== null && decided !== undefined && decided !== value) refuse(`${option}: decided by policy`);
    return value ?? settings[key];
  };
  const chosen = {
    issuer: choose('--issuer', issuer, 'signInIssuer') ?? findPresetIssuer(erpOrigin),
    clientId: choose('--client-id', clientId, 'signInClientId'),
    scopes: choose('--scopes', scopes, 'signInScopes'),
    redirectUrl: choose('--redirect', redirect, 'signInRedirect'),
  };
  if (chosen.issuer === null) refuse('--issuer is missing');
  if (chosen.clientId === null) refuse('--client-id is missing');
  return { ...chosen, issuer: chosen.issuer, clientId: chosen.clientId };
}

function findPresetIssuer(erpOrigin: string): string | null {
  const preset = Object.values(signInPresets).find(({ baseUrl }) => new URL(baseUrl).origin === erpOrigin);
  return preset?.issuer ?? null;
}

function refuse(detail: string): never {
  throwFault('invalid-input', { detail });
}
