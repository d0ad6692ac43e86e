import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { createSignIn, type Session } from '../../src/main/sign-in/index.ts';
import { Visitor } from '../support/visitor.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts';
import { openFileKeychain } from './support/file-keychain.ts';
import { erpOrigin, runProgram } from './support/programs.ts';

let provider: OpenIdProvider;
let dir: string;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  dir = mkdtempSync(join(tmpdir(), 'doca-programs-'));
});
afterAll(async () => {
  await provider.close();
  rmSync(dir, { recursive: true, force: true });
});

const at = () => ({
  stationDir: join(dir, 'station'),
  keychain: join(dir, 'keychain'),
  issuer: provider.issuer,
});

/** Opens a program of the same workstation in this process; it shares only the keychain. */
function openProgram() {
  const { stationDir, keychain } = at();
  const tokenStore = openFileKeychain(keychain, () => Promise.resolve());
  return createSignIn({
    tokenStore,
    stationDir,
    fetch,
    clock: systemClock,
    log: silentLog,
    language: () => 'en',
  });
}

async function findPlace() {
  const redirectUrl = `http://127.0.0.1:${await findFreePort()}/doca`;
  return { issuer: provider.issuer, clientId: 'doca', scopes: 'openid', redirectUrl };
}

async function signIn(): Promise<Session> {
  const browser = new Visitor();
  const open = async (url: string): Promise<void> => void (await browser.open(url));
  const session = await openProgram().start(
    erpOrigin,
    await findPlace(),
    open,
    new AbortController().signal,
  );
  if (!session.ok) throw new Error(session.fault.kind);
  return session.value;
}

async function resume(): Promise<Session | null> {
  const session = await openProgram().resume(erpOrigin, await findPlace());
  return session.ok ? session.value : null;
}

test('three processes with a token that the ERP refuses simultaneously: one refresh', async () => {
  const session = await signIn();
  const first = (await session.token())!;
  provider.granted.length = 0;
  // Long enough that all of them come while the first one waits for its answer.
  provider.delayMs = 400;
  const ended = await Promise.all([1, 2, 3].map(() => runProgram(at(), first, null)));
  provider.delayMs = 0;
  expect(ended.map(({ end }) => end?.renewed)).toEqual(
    [1, 2, 3].map(() => ({ ok: true, value: true })),
  );
  expect(new Set(ended.map(({ end }) => end?.token)).size).toBe(1);
  expect(provider.granted).toEqual(['refresh_token']);
  expect(provider.refused).toEqual([]);
});

test('kill -9 at each step of a refresh: signed out only if the answer was on its way, and no token used twice', async () => {
  const session = await signIn();
  const { steps } = await runProgram(at(), (await session.token())!, null);
  const answered = steps.indexOf('after refresh') + 1;
  const kept = steps.indexOf('after head') + 1;
  expect(steps.length).toBeGreaterThanOrEqual(20);
  expect([answered, kept].every((step) => step > 0)).toBe(true);
  const wrong: string[] = [];
  for (let stopAt = 1; stopAt <= steps.length; stopAt += 1) {
    const before = (await resume()) ?? (await signIn());
    const token = (await before.token())!;
    provider.granted.length = 0;
    provider.refused.length = 0;
    const killed = await runProgram(at(), token, stopAt);
    const place = `${stopAt}: ${String(killed.steps.at(-1))}`;
    if (killed.steps.length !== stopAt || killed.end !== null)
      wrong.push(`${place}: not killed there`);
    const next = await resume();
    const renewed = (await next?.renew(token)) ?? null;
    const found = {
      id: next?.id() === before.id(),
      renewed: renewed?.ok === true && renewed.value,
      granted: provider.granted.length,
      refused: provider.refused.length,
    };
    const isLost = stopAt >= answered && stopAt < kept;
    const wanted = { id: true, renewed: !isLost, granted: 1, refused: isLost ? 1 : 0 };
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${place}: ${JSON.stringify(found)}`);
    if (isLost && (await resume()) !== null)
      wrong.push(`${place}: the keychain still has the session`);
  }
  expect(wrong).toEqual([]);
});
