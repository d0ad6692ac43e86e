import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/main/os/clock.ts';
import { abortAfter, limitTime } from '../../src/main/os/timeout.ts';
import { clientFor } from '../erp/support/client.ts';
import { standStill, startServerBeside } from '../support/standstill.ts';

const stillMs = 1_500;
const limitMs = 900;

it('gives answers the rest of their time after a standstill, and counts nothing of it', async () => {
  const baseUrl = await startServerBeside('{"id":1,"situacao":1,"expedicoes":[]}', stillMs + 200);
  const client = clientFor(baseUrl, { timeoutMs: limitMs }).as('work');
  const asked = client.grouping(1);
  const read = fetch(baseUrl, { signal: abortAfter(limitMs) }).then((answer) => answer.text());
  const limited = limitTime(fetch(baseUrl), limitMs, () => null);
  await pause(30);
  const startMs = systemClock.awake();
  standStill(stillMs);
  const passedMs = systemClock.awake() - startMs;
  expect(await asked).toMatchObject({ ok: true });
  expect(await read).toContain('expedicoes');
  expect(await limited).not.toBeNull();
  // The stopwatch of durations stood still too.
  expect(passedMs).toBe(0);
});
