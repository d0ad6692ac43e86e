import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseDispatch } from '../../../src/main/command-line/arguments.ts';
import { openMergedFile } from '../../../src/main/command-line/print-target.ts';
import { openServices } from '../../../src/main/command-line/services.ts';
import { ship } from '../../../src/main/command-line/ship.ts';
import { makeTerminal } from '../../support/terminal.ts';

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
  renew: () => Promise.reject(new Error('the token is refused')),
  session: null,
};
const services = openServices(terminal, {
  baseUrl,
  tokens,
  dataDir: join(dir, 'data'),
  stationDir: join(dir, 'station'),
  outDir: join(dir, 'out'),
  patienceMs: 0,
  readsLabels: false,
  findPrinter: () => Promise.resolve(null),
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const options = parseDispatch([String(number), '--base-url', baseUrl]);
const { exitCode, summary } = await ship({ terminal, services, tokens, output: openMergedFile(), options });
delay.disable();
await services.close();
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
