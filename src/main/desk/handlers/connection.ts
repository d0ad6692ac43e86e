import type { ConnectionInfo, connectionRequests } from '#shared/contract/connection.ts';
import type { Handlers } from '#shared/contract/define.ts';
import { fault } from '#shared/faults/faults.ts';
import { parseToken } from '../../credentials/index.ts';
import { isAborted } from '../../os/clock.ts';
import { FaultError, need, refuse, throwFault } from '../../os/errors.ts';
import type { Session, SignInClient } from '../../sign-in/index.ts';
import { type Address, bySession, byToken, findObstacle, testAccess } from '../workspace/access.ts';
import type { DeskParts } from '../parts/parts.ts';

export function makeConnectionHandlers(parts: DeskParts): Handlers<typeof connectionRequests> {
  const { connection, seats, view } = parts;
  return {
    'connection.get': () => view.info(),
    'connection.company': async () => {
      const workspace = await connection.awaitWorkspace();
      return need(await workspace.account.describe());
    },
    /** Closes open groupings if the company has records here. */
    'connection.sayCompany': (said) =>
      changeNow(parts, async () => {
        const at = connection.findReal();
        if (at === null) return;
        connection.refuseWhilePrinting();
        const before = await at.account.confirm();
        const now = need(await at.account.say(said));
        if (before.ok && before.value !== now) await connection.use(at.seat, at.seat.access, false);
      }),
    'training.start': () =>
      changeNow(parts, async () => {
        if (seats.training === null) await connection.train();
      }),
    'training.stop': () =>
      changeNow(parts, async () => {
        if (seats.training === null) return;
        connection.refuseWhilePrinting();
        await connection.leave();
        connection.enterReal();
      }),
    ...makeTokenHandlers(parts),
    ...makeSignInHandlers(parts),
  };
}

function makeTokenHandlers(parts: DeskParts) {
  const { connection, options, saved, seats } = parts;
  return {
    'connection.test': async ({ baseUrl, token: given }) => {
      const { token, ...address } = await saved.readTyped(baseUrl, given, seats.real);
      return testAccess(options, address.baseUrl, byToken(token), given !== null);
    },
    'connection.save': ({ baseUrl, token: given }) =>
      decide(parts, async () => {
        const { token, ...address } = await saved.readTyped(baseUrl, given, seats.real);
        const access = byToken(token);
        const at = connection.findReal();
        const mayGoOn = at?.seat.baseUrl === address.baseUrl && at.jobs.all().length > 0;
        const fits = mayGoOn && (await findObstacle(options, at, access)) === null;
        if (!fits) connection.refuseWhilePrinting();
        if (given !== null) await saved.storeToken(address.erpOrigin, token);
        need(await parts.settings.setBaseUrl(address.baseUrl));
        await connection.use(address, access, fits);
      }),
    'connection.token': ({ token: pasted }) =>
      decide(parts, async () => {
        // Training has a token of its own that never expires.
        if (seats.training !== null) return;
        const at = connection.findWorkspace() ?? refuse('there is no ERP address yet');
        const token = need(parseToken(pasted));
        const access = byToken(token);
        const obstacle = await findObstacle(options, at, access);
        if (obstacle !== null) throw new FaultError(obstacle);
        await saved.storeToken(at.seat.erpOrigin, token);
        await connection.use(at.seat, access, true);
      }),
    'connection.forget': () =>
      decide(parts, async () => {
        connection.refuseWhilePrinting();
        await saved.forget(seats.real);
        await connection.leave();
        // An address that IT has decided stays, without its token.
        seats.real = await saved.readSeat();
        connection.enterReal();
      }),
  } satisfies Partial<Handlers<typeof connectionRequests>>;
}

function makeSignInHandlers(parts: DeskParts) {
  const { browser, connection, options, saved, seats, signIn, view } = parts;
  return {
    /** With the ERP in use, open groupings go on. */
    'connection.signIn': async ({ baseUrl, clientSecret }) => {
      const provider = saved.provider();
      const address = baseUrl === null ? seats.real : saved.addressOf(baseUrl);
      if (provider === null || address === null) refuse('there is no place to sign in');
      const { erpOrigin } = address;
      await browser.run(provider.issuer, async (open, signal) => {
        if (clientSecret !== null) need(await signIn.setClientSecret(provider, clientSecret));
        const own = seats.real?.access.session ?? null;
        const others = await saved.findOthersSession(provider, erpOrigin, own);
        // Another program goes on with its session.
        if (isAborted(signal)) throwFault('cancelled');
        const session = others ?? need(await signIn.start(erpOrigin, provider, open, signal));
        await changeNow(parts, () =>
          takeSession(parts, { address, provider, session, goesOn: baseUrl === null, signal }),
        );
      });
      return view.info();
    },
    'connection.cancelSignIn': () => browser.cancel(),
    'connection.reopenSignIn': () => browser.reopen(),
    'connection.signOut': () =>
      decide(parts, async () => {
        const seat = connection.findReal()?.seat;
        const provider = saved.provider();
        if (seat?.access.by !== 'session' || provider === null) return;
        connection.refuseWhilePrinting();
        need(await signIn.end(seat.erpOrigin, provider, options.openSignInPage));
        // Open groupings are not for the next person.
        await connection.use(seat, bySession(null), false);
      }),
  } satisfies Partial<Handlers<typeof connectionRequests>>;
}

/** A change by a person's act, which a sign-in that still waits for its browser must not undo. */
function decide(parts: DeskParts, change: () => Promise<void>): Promise<ConnectionInfo> {
  parts.browser.cancel();
  return changeNow(parts, change);
}

function changeNow(
  { connection, view }: DeskParts,
  change: () => Promise<void>,
): Promise<ConnectionInfo> {
  return connection.change(async () => {
    await change();
    return view.report();
  });
}

/** A session that the keychain has by now, of a sign-in that may be needless since. */
interface NewSession {
  readonly address: Address;
  readonly provider: SignInClient;
  readonly session: Session;
  /** Open groupings go on with it, or it is refused. */
  readonly goesOn: boolean;
  readonly signal: AbortSignal;
}

/**
 * Uses the session, after training if that runs. A refused one is ended, and nobody is signed in;
 * fault `other-company` if the open groupings that should go on are another company's.
 */
async function takeSession(
  { connection, options, saved, seats, signIn }: DeskParts,
  { address, provider, session, goesOn, signal }: NewSession,
): Promise<void> {
  const access = bySession(session);
  const work = connection.findReal();
  const at = work?.seat.baseUrl === address.baseUrl ? work : null;
  let obstacle = isAborted(signal) ? fault('cancelled') : null;
  if (at !== null) obstacle ??= await findObstacle(options, at, access);
  const closesAll = work !== null && !goesOn && (at === null || obstacle !== null);
  if (closesAll && connection.isPrinting()) obstacle = fault('printing-now');
  if (obstacle !== null && (goesOn || obstacle.kind !== 'other-company')) {
    const ended = await signIn.end(address.erpOrigin, provider, null);
    if (at !== null) seats.noteSignedOut(at.seat.access);
    throw new FaultError(ended.ok ? obstacle : ended.fault);
  }
  await saved.storeSeat(address);
  if (seats.training !== null) seats.real = { ...address, access };
  else await connection.use(address, access, at !== null && obstacle === null);
}
