import { expect, it } from 'vitest';
import { releaseAccepted, reportLeaving } from '../../src/main/command-line/leaving.ts';
import type { Run } from '../../src/main/command-line/services.ts';
import { printOn } from '../support/print-on.ts';
import { openGrouping } from '../../src/main/dispatch/index.ts';
import { need } from '../../src/main/os/errors.ts';
import { startBench, states } from '../dispatch/support/bench.ts';
import { FakePrinter, shipment } from '../dispatch/support/fakes.ts';
import { entry, label, shipment as soldShipment, snapshot } from '../desk/support/snapshots.ts';
import type { Terminal } from '../../src/main/command-line/output/terminal.ts';

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

// Its label was printed by the user's word: `--accept print-cancelled`.
it.each(['ready', 'concluded'] as const)(
  'names in a grouping that is %s what no word lets go',
  (state) => {
    const said: string[] = [];
    const terminal = { err: (text: string) => said.push(text) } as unknown as Terminal;
    const sale = { id: 1, number: 1, date: null, status: 'cancelled' } as const;
    const printed = label({ timesPrinted: 1 });
    const { recipient } = soldShipment(2);
    const unnamed = recipient && { ...recipient, name: null };
    const rows = [
      entry(1, { shipment: soldShipment(1, { sale }), label: printed }),
      entry(2, {
        shipment: soldShipment(2, { invoice: null, recipient: unnamed }),
        label: printed,
      }),
    ];
    reportLeaving(terminal, snapshot(rows, { state }));
    expect(said.join('')).not.toContain('DO NOT SHIP');
    expect(said.join('')).toContain('#2: ');
  },
);
