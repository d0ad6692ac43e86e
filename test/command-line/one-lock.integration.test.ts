import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findStationDir } from '../../src/main/os/station.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';
import { runCli } from '../support/cli.ts';
import { openWorkstation, valueOf } from '../desk/support/harness.ts';
import type { Workstation } from '../desk/support/harness.ts';

let home: string;
let erp: FaultySandbox;
let desktop: Workstation;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'doca-one-lock-'));
  erp = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
  desktop = await openWorkstation(home, new Map(), { stationDir: findStationDir(home) });
  valueOf(await desktop.ask('connection.save', { baseUrl: erp.baseUrl, token: erp.token }));
});
afterEach(async () => {
  await desktop.close();
  await erp.close();
  await rm(home, { recursive: true, force: true });
});

/** The same user's command line, in a process and with data of its own. */
const dispatch = () =>
  runCli({ T: erp.token, HOME: home, DOCA_READ_LABELS: 'false' }, [
    ...['dispatch', String(erp.firstGroupingId), '--base-url', erp.baseUrl, '--token-env', 'T'],
    ...['--data', join(home, 'elsewhere'), '--out', join(home, 'out')],
  ]);

it('a grouping that is open on the desktop is refused to the command line, with data elsewhere too', async () => {
  const groupingId = erp.firstGroupingId;
  valueOf(await desktop.ask('job.open', { groupingId }));
  const refused = await dispatch();
  expect(refused.stderr).toContain('already in use');
  expect(refused.code).toBe(5);
  expect(erp.conclusions(groupingId)).toBe(0);
  valueOf(await desktop.ask('job.leave', { groupingId }));
  expect((await dispatch()).code).toBe(0);
  expect(erp.conclusions(groupingId)).toBe(1);
});

it('and the other way round', async () => {
  const groupingId = erp.firstGroupingId;
  const asked = (): boolean => erp.requests.some(({ path }) => path.endsWith('/etiquetas'));
  const goOn = erp.inject({
    on: 'etiquetas',
    fault: { type: 'status', status: 429, headers: { 'Retry-After': '1' } },
  });
  const dispatched = dispatch();
  await expect.poll(asked).toBe(true);
  expect(await desktop.ask('job.open', { groupingId })).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  goOn();
  expect((await dispatched).code).toBe(0);
  valueOf(await desktop.ask('job.open', { groupingId }));
});
