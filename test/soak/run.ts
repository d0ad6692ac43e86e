/**
 * The fault campaign: random jobs of the real command line on a hostile ERP, checked by the books
 * of its server and its printer. `npm run soak -- --hours 1`; CONTRIBUTING.md has the details.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cupsTools, startCups } from '../support/cups.ts';
import { hasTool } from '../support/tools.ts';
import { breaks, isBreak } from './harm/breaks.ts';
import { Campaign, isClean } from './campaign.ts';
import { findDiskWay } from './harm/disk.ts';
import { playJob } from './job.ts';
import type { Tools } from './types.ts';

/** The part of its time in which label files are changed at random. */
const filesShare = 0.1;

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '0.05' },
    seed: { type: 'string' },
    first: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
    workers: { type: 'string', default: '2' },
    break: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
/** Returns whether each changed file was a label or a refusal, and reports it. */
function changeFiles(ms: number, seed: number): boolean {
  const program = join(import.meta.dirname, 'file-mutations.ts');
  const args = [program, '--seconds', String(Math.ceil(ms / 1000)), '--seed', String(seed)];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

const broken = values.break ?? null;
if (broken !== null && !isBreak(broken))
  throw new Error(`--break takes one of ${Object.keys(breaks).join(', ')}`);

const tmp = mkdtempSync(join(tmpdir(), 'doca-soak-'));
const cups = cupsTools.every(hasTool) ? await startCups() : null;
const tools: Tools = {
  tmp,
  compileCache:
    process.env['NODE_COMPILE_CACHE'] ??
    join(import.meta.dirname, '../../node_modules/.cache/node'),
  cups,
  onlyPaper: broken !== null && breaks[broken].shows === 'labels',
  first: (broken === null ? null : breaks[broken].first) ?? values.only,
  diskWay: findDiskWay(tmp),
  broken,
};
process.stdout.write(
  `full disks by ${tools.diskWay}; paper ${cups === null ? 'is left out, because there is no CUPS here' : 'by CUPS and a printer that counts'}\n`,
);
try {
  if (values.seed === undefined) {
    const ms = Number(values.hours) * 3_600_000;
    // A removed guard has no effect on reading files.
    const isReading = broken !== null || changeFiles(ms * filesShare, Number(values.first));
    const campaign = new Campaign(tools, {
      ms: ms * (1 - filesShare),
      firstSeed: Number(values.first),
      workers: Math.max(1, Math.min(2, Number(values.workers))),
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => campaign.stop());
    process.exitCode = (await campaign.run()) && isReading ? 0 : 1;
  } else {
    const report = await playJob(Number(values.seed), tools);
    process.stdout.write(
      `${JSON.stringify({ ...report, log: undefined }, null, 2)}\n${report.log.join('\n')}\n`,
    );
    process.exitCode = isClean(report.figures) ? 0 : 1;
  }
} finally {
  await cups?.close();
  rmSync(tmp, { recursive: true, force: true });
}
