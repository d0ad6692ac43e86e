import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { run } from '../../../src/main/command-line/index.ts';
import { findCommandLineDataDir } from '../../../src/main/os/station.ts';
import type { Summary } from '../../../src/main/command-line/output/summary.ts';
import { startLabelProcess } from '../../support/label-process/url.ts';
import { makeTerminal } from '../../support/terminal.ts';

/**
 * One whole job in a fresh process, as a person starts it; its last line is the job's summary with
 * the event loop's delay and peak memory.
 */
const { baseUrl, token, groupingId, accept } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly baseUrl: string;
  readonly token: string;
  readonly groupingId: number;
  /** Questions that are answered in advance, as for `--accept`. */
  readonly accept?: string;
};
const dir = await mkdtemp(join(tmpdir(), 'doca-bench-'));
process.chdir(dir);
let lastWords = '';
const terminal = makeTerminal({
  startLabelProcess,
  home: dir,
  env: { TOKEN: token },
  out: (text) => {
    lastWords = text;
  },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const words = ['dispatch', String(groupingId), '--base-url', baseUrl, '--token-env', 'TOKEN'];
const answers = accept === undefined ? [] : ['--accept', accept];
const exitCode = await run([...words, ...answers, '--json'], terminal);
delay.disable();
const summary = JSON.parse(lastWords) as Summary;
const labels = join(findCommandLineDataDir({}, dir), 'labels');
const written = await Promise.all((await readdir(labels)).map((name) => stat(join(labels, name))));
const lastByteAtMs = Math.max(...written.map(({ mtimeMs }) => mtimeMs));
process.stdout.write(
  `${JSON.stringify({
    ...summary,
    mergeMs: (await stat(summary.pdf ?? '')).mtimeMs - lastByteAtMs,
    exitCode,
    stallP99Ms: delay.percentile(99) / 1e6,
    stallMaxMs: delay.max / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  })}\n`,
);
process.chdir('/');
await rm(dir, { recursive: true });
