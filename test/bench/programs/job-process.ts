import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openMergedFile } from '../../../src/main/command-line/output/output.ts';
import { openServices } from '../../../src/main/command-line/services.ts';
import { ship } from '../../../src/main/command-line/ship.ts';
import { makeTerminal } from '../../support/terminal.ts';
import { fault, labelPaper } from '../../../src/shared/index.ts';

/** One whole job in a fresh process; its last line is the job's summary with the event loop's delay and peak memory. */
const { baseUrl, token, number } = JSON.parse(process.argv[2] ?? '{}') as {
  baseUrl: string;
  token: string;
  number: number;
};
const dir = await mkdtemp(join(tmpdir(), 'doca-bench-'));
const terminal = makeTerminal({});
const tokens = {
  current: () => Promise.resolve(token),
  renew: () => Promise.resolve(fault('unauthorized')),
  session: null,
};
const services = openServices(terminal, {
  baseUrl,
  tokens,
  dataDir: join(dir, 'data'),
  stationDir: join(dir, 'station'),
  outDir: join(dir, 'out'),
  patienceMs: 0,
  paper: labelPaper,
  readsLabels: false,
  findPrinter: () => Promise.resolve(null),
});
if (!services.ok) throw new Error(services.fault.kind);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const { exitCode, summary } = await ship(terminal, services.value, tokens, openMergedFile(), {
  number,
  conclude: true,
  concludeFirst: false,
  labelsAnyway: false,
  acceptMissing: false,
  acceptChanges: false,
  acceptFewer: false,
  acceptMany: false,
  acceptOther: false,
  acceptCancelled: false,
  printCancelled: false,
  printUnauthorised: false,
  pages: null,
  conclusionWas: null,
  printWas: null,
  printJob: null,
});
delay.disable();
await services.value.close();
process.stdout.write(
  `${JSON.stringify({
    ...summary,
    exitCode,
    stallP99Ms: delay.percentile(99) / 1e6,
    stallMaxMs: delay.max / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  })}\n`,
);
await rm(dir, { recursive: true });
