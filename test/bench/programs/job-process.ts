import { rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseDispatch } from '../../../src/main/command-line/arguments.ts';
import { openMergedFile } from '../../../src/main/command-line/print-target.ts';
import { ship } from '../../../src/main/command-line/ship.ts';
import { makeTerminal } from '../../support/terminal.ts';
import { openBenchServices } from './services.ts';

/**
 * One whole job in a fresh process; its last line is the job's summary with the event loop's delay
 * and peak memory.
 */
const { baseUrl, token, number } = JSON.parse(process.argv[2] ?? '{}') as {
  baseUrl: string;
  token: string;
  number: number;
};
const terminal = makeTerminal({});
const { services, tokens, dir } = await openBenchServices(terminal, { baseUrl, token }, false);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const options = parseDispatch([String(number), '--base-url', baseUrl]);
const { exitCode, summary } = await ship({
  terminal,
  services,
  tokens,
  output: openMergedFile(),
  options,
});
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
