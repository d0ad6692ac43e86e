/**
 * The key of one company changes at a desk that prints by itself: nothing is on paper twice, and
 * the ERP is asked to conclude once. The ERP is the training ERP over HTTP. As the real one, it
 * answers a missing permission with an empty 403. People sign in at an OpenID provider, and the
 * printer is on a TCP port.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { groupingIdOf } from '../../../src/training-erp/index.ts';
import { findFreePort } from '../../support/free-port.ts';
import type { SimulatedPrinter } from '../../support/network-printer.ts';
import { see } from '../../support/seen.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { Visitor } from '../../support/visitor.ts';
import { connectedWorkstation, valueOf } from '../support/harness.ts';
import { at, change, networkTiming, printerShelf, restarted } from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

const shelf = printerShelf();
let station: Connected;
let printer: SimulatedPrinter;
afterEach(async () => {
  await station.close();
  await shelf.close();
});

const refuse = (times?: number): (() => void) =>
  station.sandbox.inject({
    on: 'info',
    fault: { type: 'status', status: 403 },
    ...(times !== undefined && { times }),
  });

async function connect(token: string, baseUrl = station.sandbox.baseUrl): Promise<void> {
  station.sandbox.changeToken(token);
  valueOf(await station.ask('connection.save', { baseUrl, token }));
}

async function start(signIn?: true): Promise<void> {
  station = await connectedWorkstation(
    { shipments: 2, formats: ['zpl'], ...(signIn && { signIn }) },
    { networkTiming, openSignInPage: async (url) => void (await new Visitor().open(url)) },
  );
  printer = await shelf.add();
  const networkPrinters = [at('Zebra', printer)];
  await change(station, { networkPrinters, printer: 'Zebra', autoPrint: true });
}

/** Opens it as a packer does, who waits until nothing is under way. */
async function open(groupingId = station.groupingId) {
  valueOf(await station.ask('job.open', { groupingId }));
  return station.until(groupingId, ({ state }) => !/loaded|collecting|printing/.test(state));
}

async function conclude() {
  const { groupingId } = station;
  const seen = await see(station.ask, groupingId);
  return station.ask('job.conclude', { groupingId, beforeLabels: false, seen });
}

/** Printed by itself, and concluded. */
async function ship(): Promise<void> {
  valueOf(await station.ask('job.open', { groupingId: station.groupingId }));
  await station.until(station.groupingId, ({ state }) => state === 'printed');
  valueOf(await conclude());
  valueOf(await station.ask('job.leave', { groupingId: station.groupingId }));
  expect(printer.paper).toHaveLength(2);
}

const companies = (): string => join(station.home, 'station', 'companies.json');
const notices = (): readonly unknown[] =>
  station.events.filter(({ channel }) => channel === 'app.notice').map(({ payload }) => payload);

async function expectNothingTwice(): Promise<void> {
  expect(await conclude()).toMatchObject({ ok: false });
  expect(printer.paper).toHaveLength(2);
  expect(station.sandbox.conclusions(station.groupingId)).toBe(1);
}

/** What changes the key, after a grouping was shipped. */
const ways: Readonly<Record<string, () => Promise<void>>> = {
  'one passing 403 with a new token': async () => {
    await ship();
    refuse(2);
    await connect('next');
  },
  'a permission that is granted later': async () => {
    const grant = refuse();
    await connect('first');
    await ship();
    grant();
    await connect('next');
  },
  'a shift change where the ERP answers 403': async () => {
    await ship();
    const { issuer, clientId } = station.sandbox.signIn!;
    const signInRedirect = `http://127.0.0.1:${await findFreePort()}/doca`;
    await change(station, { signInIssuer: issuer, signInClientId: clientId, signInRedirect });
    refuse();
    station.sandbox.signIn!.person = 'bia';
    const { baseUrl } = station.sandbox;
    valueOf(await station.ask('connection.signIn', { baseUrl, clientSecret: null }));
  },
  'a cut file, and the next token': async () => {
    refuse();
    await connect('first');
    await ship();
    writeFileSync(companies(), readFileSync(companies(), 'utf8').slice(0, 99));
    await connect('next');
  },
};

describe.each(Object.entries(ways))('%s', (_, changeKey) => {
  it('is a question about what was done, and prints nothing else by itself', async () => {
    await start(true);
    await changeKey();
    const job = await open();
    expect(job.state).toBe('conclusion-unknown');
    expect(job.printVerdict?.perhaps).toHaveLength(2);
    await expectNothingTwice();
    const isSure = !valueOf(await station.ask('connection.company')).isUnnamed;
    await open(groupingIdOf(1));
    const isTold = () => JSON.stringify(notices()).includes('company-unsure');
    if (isSure) await expect.poll(() => printer.paper.length).toBeGreaterThan(2);
    else await expect.poll(isTold).toBe(true);
    if (!isSure) expect(printer.paper).toHaveLength(2);
  });
});

it('a named company is the same at another address', async () => {
  await start();
  await ship();
  const { port } = new URL(station.sandbox.baseUrl);
  const way = await startTcpProxy(Number(port));
  const other = station.sandbox.baseUrl.replace(port, String(way.port));
  await connect(station.sandbox.token, other);
  expect((await open()).state).toBe('concluded');
  await expectNothingTwice();
  await way.close();
});

it('an account is the same though the file is cut, missing, or not to be read for a moment', async () => {
  await start();
  refuse();
  await connect('first');
  await ship();
  const text = readFileSync(companies(), 'utf8');
  for (const harm of [
    () => rmSync(companies()),
    () => writeFileSync(companies(), text.slice(0, 99)),
    () => writeFileSync(companies(), ''),
  ]) {
    harm();
    station = await restarted(station);
    expect((await open()).state).toBe('concluded');
  }
  // A folder is no more readable to Windows than to others.
  const aside = `${companies()}.aside`;
  cpSync(companies(), aside);
  rmSync(companies());
  mkdirSync(companies());
  station = await restarted(station);
  expect(await station.ask('job.open', { groupingId: station.groupingId })).toMatchObject({
    fault: { kind: 'disk' },
  });
  rmSync(companies(), { recursive: true });
  cpSync(aside, companies());
  expect((await open()).state).toBe('concluded');
  await expectNothingTwice();
});
