import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ok } from '#shared/faults/faults.ts';
import { defaultDownloadLimits, downloadFile } from '../../src/main/labels/store/download.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { Outage } from '../../src/main/os/network/outage.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { abortAfter, limitTime } from '../../src/main/os/timeout.ts';
import { clientFor } from '../erp/support/client.ts';
import { standStill, startServerBeside } from '../support/standstill.ts';

const stillMs = 1_500;
const limitMs = 900;

it('a program that stands still again and again comes to an end of its waits', async () => {
  let ended = false;
  const wait = systemClock.sleep(10).then(() => (ended = true));
  for (let turn = 0; turn < 4; turn += 1) {
    standStill(600);
    await new Promise((resolve) => void setTimeout(resolve, 0));
  }
  expect(ended).toBe(true);
  await wait;
});

it('has time left for another attempt when the host of a label went away meanwhile', async () => {
  let attempts = 0;
  const services = {
    fetch: async () => {
      attempts += 1;
      if (attempts > 1) return new Response('%PDF');
      await pause(30);
      standStill(stillMs);
      throw new TypeError('fetch failed');
    },
    clock: systemClock,
    policy: (address: string) => Promise.resolve(ok(new URL(address))),
    limits: { ...defaultDownloadLimits, totalTimeoutMs: limitMs, backoffMs: 50 },
    outage: new Outage(0),
    onRequest: () => undefined,
    log: silentLog,
    random: () => 0,
  };
  const receive = async (body: AsyncIterable<Uint8Array>) => {
    let bytes = 0;
    for await (const piece of body) bytes += piece.length;
    return ok(bytes);
  };
  const { signal } = new AbortController();
  const got = await downloadFile(services, 'https://labels.test/1', receive, signal);
  expect([got, attempts]).toEqual([ok(4), 2]);
});

it('gives answers the rest of their time after a standstill, and counts nothing of it', async () => {
  // Long ones: on a busy machine much of the rest is lost.
  const answersMs = 3_000;
  const sleepMs = 3_500;
  const { baseUrl, heard } = await startServerBeside(
    '{"id":1,"situacao":1,"expedicoes":[]}',
    sleepMs + 200,
  );
  const client = clientFor(baseUrl, { timeoutMs: answersMs }).as('work');
  const asked = client.grouping(1);
  const read = fetch(baseUrl, { signal: abortAfter(answersMs) }).then((answer) => answer.text());
  const limited = limitTime(fetch(baseUrl), answersMs, () => null);
  await expect.poll(heard, { interval: 5 }).toBe(3);
  const startMs = systemClock.awake();
  standStill(sleepMs);
  const passedMs = systemClock.awake() - startMs;
  expect(await asked).toMatchObject({ ok: true });
  expect(await read).toContain('expedicoes');
  expect(await limited).not.toBeNull();
  // The stopwatch of durations stood still too.
  expect(passedMs).toBe(0);
});
