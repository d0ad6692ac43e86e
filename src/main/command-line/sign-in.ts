import type { Settings } from '#shared/contract/settings.ts';
import { signInPresets } from '#shared/domain/sign-in.ts';
import {
  createSignIn,
  type OpenBrowser,
  type Session,
  type SignInClient,
  type SignInServices,
} from '../sign-in/index.ts';
import { parseBaseUrl } from '../erp/index.ts';
import { need, refuse, throwFault } from '../os/errors.ts';
import type { ArgumentsOf } from './arguments.ts';
import { endedWell, exitCodes, type Ending } from './output/endings.ts';
import { say, type Terminal } from './output/terminal.ts';
import { findKept, resumeSession } from './token-source.ts';
import { describeSignIn, readWorkstation, type Workstation } from './workstation/workstation.ts';

/** `login`: signs a person in, in the browser of this computer. */
export async function runLogin(terminal: Terminal, options: ArgumentsOf<'login'>): Promise<Ending> {
  const { workstation, erp, services } = await openErp(terminal, options.baseUrl);
  const provider = chooseProvider(options, workstation, erp);
  // A session in memory would end with this command.
  if (services.tokenStore.kind === 'memory') throwFault('keychain');
  terminal.useNetwork();
  const what = options.noBrowser
    ? 'Open this address in a browser of this computer:'
    : 'The browser opens for you to sign in. If it does not, use this address on this computer:';
  const openBrowser = sayAndOpen(terminal, what, !options.noBrowser);
  const session = need(
    await createSignIn(services).start(erp, provider, openBrowser, terminal.signal),
  );
  return reportPerson(terminal, services, erp, session);
}

/** `logout`: ends the session, here in any case. */
export async function runLogout(
  terminal: Terminal,
  options: ArgumentsOf<'logout'>,
): Promise<Ending> {
  const { erp, services } = await openErp(terminal, options.baseUrl);
  const kept = await findKept(services, erp);
  if (kept === null) return reportNobody(terminal, erp);
  terminal.useNetwork();
  const what = 'The browser now shows the page to sign out of the sign-in service:';
  need(
    await createSignIn(services).end(
      erp,
      kept,
      options.noBrowser ? null : sayAndOpen(terminal, what),
    ),
  );
  terminal.out(`You are signed out of ${erp}.\n`);
  return endedWell;
}

/** `whoami`: the signed-in person, with a token that is valid at this moment. */
export async function runWhoami(
  terminal: Terminal,
  options: ArgumentsOf<'whoami'>,
): Promise<Ending> {
  const { erp, services } = await openErp(terminal, options.baseUrl);
  terminal.useNetwork();
  const session = await resumeSession(services, erp);
  if (session === null)
    return {
      ...reportNobody(terminal, erp),
      exitCode: exitCodes.notAuthorised,
      answers: { signedIn: null },
    };
  if ((await session.token()) === null) throwFault('signed-out');
  return reportPerson(terminal, services, erp, session);
}

async function reportPerson(
  terminal: Terminal,
  services: SignInServices,
  erp: string,
  session: Session,
): Promise<Ending> {
  const kept = await findKept(services, erp);
  const { name, subject } = session.person();
  const issuer = kept?.issuer ?? '';
  const endsAtMs = kept?.tokenEndsAtMs ?? null;
  const until = endsAtMs === null ? null : new Date(endsAtMs);
  terminal.out(`${name} is signed in at ${erp} (by ${issuer}).\n`);
  if (until !== null)
    terminal.out(
      `The present token is good until ${until.toLocaleString('sv')}; Doca renews it by itself.\n`,
    );
  return {
    ...endedWell,
    // As ISO 8601; the session goes on with the next token. Null if the provider does not say.
    answers: {
      signedIn: { name, subject, issuer, erp, tokenUntil: until?.toISOString() ?? null },
    },
  };
}

function reportNobody(terminal: Terminal, erp: string): Ending {
  terminal.out(`Nobody is signed in at ${erp} on this computer. To sign in: login.\n`);
  return endedWell;
}

/** Prints the address too: a browser that does not open, or another computer's, needs it. */
function sayAndOpen(terminal: Terminal, what: string, opens = true): OpenBrowser {
  return async (url) => {
    say(terminal, `${what}\n  ${url}`);
    if (opens) await terminal.openBrowser(url);
  };
}

/** Opens the sign-in at the given ERP, or else at this workstation's. */
async function openErp(terminal: Terminal, given: string | null) {
  const workstation = await readWorkstation(terminal);
  const { erpAddress } = workstation.policy;
  const address = given ?? workstation.baseUrl ?? refuse('--base-url is missing');
  const { origin: erp } = need(parseBaseUrl(address));
  const decided = erpAddress === undefined ? null : parseBaseUrl(erpAddress);
  if (decided?.ok === true && decided.value.origin !== erp) refuse('--base-url: decided by policy');
  return { workstation, erp, services: describeSignIn(terminal, await terminal.openTokenStore()) };
}

/** Returns the given values, or else those of IT or the desktop, or the known ones for this ERP. */
function chooseProvider(
  { issuer, clientId, scopes, redirect }: ArgumentsOf<'login'>,
  { policy, settings }: Workstation,
  erpOrigin: string,
): SignInClient {
  const choose = <K extends keyof Settings, T>(
    option: string,
    value: T | null,
    key: K,
  ): T | Settings[K] => {
    const decided = policy.settings[key];
    if (value !== null && decided !== undefined && decided !== value)
      refuse(`${option}: decided by policy`);
    return value ?? settings[key];
  };
  const preset = Object.values(signInPresets).find(
    ({ baseUrl }) => new URL(baseUrl).origin === erpOrigin,
  );
  return {
    issuer:
      choose('--issuer', issuer, 'signInIssuer') ?? preset?.issuer ?? refuse('--issuer is missing'),
    clientId: choose('--client-id', clientId, 'signInClientId') ?? refuse('--client-id is missing'),
    scopes: choose('--scopes', scopes, 'signInScopes'),
    redirectUrl: choose('--redirect', redirect, 'signInRedirect'),
  };
}
