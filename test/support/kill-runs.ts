import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCompanyKey } from '../../src/main/journal/station/company-key.ts';
import { DiskLabelStore } from '../../src/main/labels/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { describeCliStart, nameHome } from './cli.ts';
import { startFaultySandbox } from './faulty-erp/index.ts';

export interface KillReport {
  readonly kills: number;
  /** Runs that ended by themselves before their kill. */
  readonly finished: number;
  readonly conclusions: number;
  /** Labels that were downloaded again although their bytes had been on disk. */
  readonly refetched: number;
  readonly samePdf: boolean;
  readonly finalExitCode: number | null;
  /** Files in which the token was found, the journal and label files included. */
  readonly filesWithToken: readonly string[];
}

const token = 'kill-run-token-4f1c9a';

/**
 * Runs the dispatch command over and over, kills it with SIGKILL at random moments, then lets it
 * finish.
 */
export async function killRuns(kills: number, shipments: number): Promise<KillReport> {
  const sandbox = await startFaultySandbox({
    shipments,
    token,
    latencyMs: 15,
    formats: ['pdf', 'png', 'zpl', 'zip'],
  });
  const groupingId = sandbox.firstGroupingId;
  const dir = await mkdtemp(join(tmpdir(), 'doca-kill-'));
  try {
    const run = (name: string, ...more: string[]) =>
      start(dir, [
        ...[
          'dispatch',
          String(groupingId),
          '--base-url',
          sandbox.baseUrl,
          '--token-env',
          'DOCA_TEST_TOKEN',
        ],
        ...['--data', join(dir, name, 'data'), '--out', join(dir, name, 'out'), ...more],
      ]);

    const startedAtMs = performance.now();
    const reference = run('reference', '--conclude', 'no');
    const referenceCode = await reference.ended;
    if (referenceCode !== 0)
      throw new Error(`the run without kills ended with ${String(referenceCode)}`);
    const wholeRunMs = performance.now() - startedAtMs;

    const store = new DiskLabelStore({
      dir: join(dir, 'killed', 'data', 'labels'),
      erpBaseUrl: sandbox.baseUrl,
      fetch: () => Promise.reject(new Error('only looks')),
      clock: systemClock,
      log: silentLog,
      onRequest: () => undefined,
    });
    const shipmentIds = await listShipments(sandbox.baseUrl, groupingId);
    const company = await findCompany(sandbox.baseUrl);
    const downloadsWhenOnDisk = new Map<number, number>();
    const look = async (): Promise<void> => {
      for (const [place, shipmentId] of shipmentIds.entries()) {
        if (downloadsWhenOnDisk.has(place)) continue;
        const found = await store.find({ company, groupingId, shipmentId, ordinal: 0 });
        if (found !== null) downloadsWhenOnDisk.set(place, sandbox.downloads(groupingId, place));
      }
    };

    let finished = 0;
    let answer: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const process = run('killed', ...answer);
      // Most events are early; a finished job has only its start left to be killed in.
      const timer = setTimeout(() => process.kill(), Math.random() * wholeRunMs);
      const code = await process.ended;
      clearTimeout(timer);
      if (code !== null) finished += 1;
      answer = code === 6 ? whatThePackerSaw(sandbox.conclusions(groupingId)) : [];
      await look();
    }
    let finalExitCode = await run('killed', ...answer).ended;
    if (finalExitCode === 6) {
      finalExitCode = await run('killed', ...whatThePackerSaw(sandbox.conclusions(groupingId)))
        .ended;
    }
    const refetched = [...downloadsWhenOnDisk].filter(
      ([place, downloads]) => sandbox.downloads(groupingId, place) > downloads,
    ).length;
    return {
      kills,
      finished,
      conclusions: sandbox.conclusions(groupingId),
      refetched,
      samePdf:
        (await pdfDigest(join(dir, 'reference', 'out'))) ===
        (await pdfDigest(join(dir, 'killed', 'out'))),
      finalExitCode,
      filesWithToken: await filesContaining(dir, token),
    };
  } finally {
    await sandbox.close();
    await rm(dir, { recursive: true, force: true });
  }
}

function whatThePackerSaw(conclusions: number): string[] {
  return ['--conclusion-was', conclusions > 0 ? 'done' : 'not-done'];
}

function start(home: string, args: readonly string[]) {
  const program = describeCliStart();
  const child = spawn(process.execPath, [...program.args, ...args], {
    env: { ...process.env, ...program.env, DOCA_TEST_TOKEN: token, ...nameHome(home) },
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)),
  );
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** Returns the key of the sandbox's company. */
async function findCompany(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/info`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { cpfCnpj: taxId } = (await response.json()) as { cpfCnpj: string };
  return makeCompanyKey(baseUrl, { taxId, legalName: null }) ?? '';
}

async function listShipments(baseUrl: string, groupingId: number): Promise<number[]> {
  const response = await fetch(`${baseUrl}/expedicao/${groupingId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { expedicoes: { id: number }[] };
  return body.expedicoes.map(({ id }) => id);
}

async function pdfDigest(folder: string): Promise<string> {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.pdf'));
  return createHash('sha256')
    .update(await readFile(join(folder, name ?? 'no PDF')))
    .digest('hex');
}

export async function filesContaining(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
