import { expect, it } from 'vitest';
import { releaseAccepted } from '../../src/main/command-line/leaving.ts';
import type { Run } from '../../src/main/command-line/services.ts';
import { printOn } from '../support/print-on.ts';
import { openGrouping } from '../../src/main/dispatch/index.ts';
import { need } from '../../src/main/os/errors.ts';
import { startBench, states } from '../dispatch/support/bench.ts';
import { FakePrinter, shipment } from '../dispatch/support/fakes.ts';

it('releases a label that is held for two reasons, if both were accepted', async () => {
  const bench = startBench(1);
  const first = await bench.open();
  await first.labels.collect();
  await printOn(first, new FakePrinter());
  const one = shipment(1);
  bench.erp.list = [{ ...one, sale: one.sale && { ...one.sale, status: 'cancelled' } }];
  const job = need(await openGrouping(bench.services, 72));
  await job.labels.collect();
  const terminal = { err: () => undefined };
  const options = { accept: ['print-cancelled', 'print-again'] };
  releaseAccepted({ terminal, job, options } as unknown as Run);
  expect(states(job)).toEqual(['ready']);
  await job.close();
});
