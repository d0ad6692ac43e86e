import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bySession, readCredentials } from '../../../src/main/desk/workspace/access.ts';
import { createBrowserSignIn } from '../../../src/main/desk/workspace/browser-sign-in.ts';
import type { Session } from '../../../src/main/sign-in/index.ts';
import { ok } from '../../../src/shared/faults/faults.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import { findFreePort } from '../../support/free-port.ts';
import { Visitor } from '../../support/visitor.ts';
import { openWorkstation, valueOf } from '../support/harness.ts';

/** A station whose person is at the page of the sign-in, until `finish`. */
async function startAtPage() {
  const home = await mkdtemp(join(tmpdir(), 'doca-late-'));
  const pages: string[] = [];
  let isWaiting = false;
  const station = await openWorkstation(home, new Map(), {
    openSignInPage: async (url) => {
      pages.push(url);
      if (!isWaiting) await new Visitor().open(url);
    },
  });
  const erp = await startFaultySandbox({ shipments: 3, formats: ['pdf'], signIn: true });
  onTestFinished(async () => {
    await station.close();
    await erp.close();
    await rm(home, { recursive: true, force: true });
  });
  const { issuer, clientId } = erp.signIn!;
  const signInRedirect = `http://127.0.0.1:${await findFreePort()}/doca`;
  const change = { signInIssuer: issuer, signInClientId: clientId, signInRedirect };
  valueOf(await station.ask('settings.change', { change }));
  const { baseUrl } = erp;
  valueOf(await station.ask('connection.signIn', { baseUrl, clientSecret: null }));
  valueOf(await station.ask('connection.signOut'));
  isWaiting = true;
  pages.length = 0;
  const entering = station.ask('connection.signIn', { baseUrl: null, clientSecret: null });
  await expect.poll(() => pages.length).toBe(1);
  const finish = async () => {
    // A sign-in that is over does not listen any more.
    await new Visitor().open(pages[0]!).catch(() => undefined);
    return entering;
  };
  return { station, erp, finish };
}

test('a late answer of the browser brings back nothing that was forgotten meanwhile', async () => {
  const { station, finish } = await startAtPage();
  expect(valueOf(await station.ask('connection.forget')).baseUrl).toBeNull();
  expect(await finish()).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
  const now = valueOf(await station.ask('connection.get'));
  expect(now).toMatchObject({ baseUrl: null, hasToken: false, signIn: { person: null } });
});

test('a sign-in that only looks into the keychain is undone by what is done meanwhile', async () => {
  const { station, erp, finish } = await startAtPage();
  valueOf(await station.ask('connection.cancelSignIn'));
  await finish();
  const { baseUrl, token } = erp;
  const entering = station.ask('connection.signIn', { baseUrl, clientSecret: null });
  valueOf(await station.ask('connection.save', { baseUrl, token }));
  expect(await entering).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
  expect(valueOf(await station.ask('connection.get'))).toMatchObject({ signIn: null });
}, 5_000);

test('a token that was pasted meanwhile stays in use', async () => {
  const { station, erp, finish } = await startAtPage();
  const { baseUrl, token } = erp;
  valueOf(await station.ask('connection.save', { baseUrl, token }));
  await finish();
  expect(valueOf(await station.ask('connection.get'))).toMatchObject({
    hasToken: true,
    signIn: null,
  });
});

test('a late answer of the browser does not end training, and counts after it', async () => {
  const { station, finish } = await startAtPage();
  const { trainingGroupings } = valueOf(await station.ask('training.start'));
  const groupingId = trainingGroupings[0]!;
  valueOf(await station.ask('job.open', { groupingId }));
  valueOf(await finish());
  expect(valueOf(await station.ask('connection.get')).training).toBe(true);
  valueOf(await station.ask('job.open', { groupingId }));
  const after = valueOf(await station.ask('training.stop'));
  expect(after).toMatchObject({ training: false, hasToken: true });
  expect(after.signIn?.person).not.toBeNull();
});

test('a sign-in that throws is not under way any more', async () => {
  const notUsed = () => Promise.reject(new Error('not used'));
  const browser = createBrowserSignIn(notUsed, () => undefined);
  await expect(browser.run('https://id.test', notUsed)).rejects.toThrow('not used');
  expect(browser.issuer()).toBeNull();
});

test('the end of a session does not strike out the next one', async () => {
  const refusing = Promise.withResolvers<null>();
  const makeSession = (id: string): Session => ({
    id: () => id,
    person: () => ({ subject: id, name: id }),
    endsAtMs: () => null,
    token: () => Promise.resolve(id),
    renew: () => refusing.promise.then(() => ok(false)),
    secrets: () => [],
  });
  const before = bySession(makeSession('ana'));
  let access = before;
  const struck: unknown[] = [];
  const { renew } = readCredentials(
    () => access,
    (over) => struck.push(over),
  );
  const renewing = renew('ana');
  access = bySession(makeSession('bia'));
  refusing.resolve(null);
  expect(await renewing).toMatchObject({ ok: false, fault: { kind: 'signed-out' } });
  expect(struck).toEqual([before]);
});
