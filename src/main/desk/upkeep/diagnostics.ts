import { arch, release } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { failed, ok } from '../../../shared/index.ts';
import type { JobState, Result } from '../../../shared/index.ts';
import { lockedKeys } from '../../policy/index.ts';
import type { DeskContext } from '../context.ts';
import { diskFault } from '../documents/manifest-file.ts';
import { redact } from '../redact.ts';

const jobsCounted = 10_000;
const linesKept = 1_000;

/** Saves what support needs, where the person says: a text that holds no token and nobody's data. */
export async function exportDiagnostics(context: DeskContext): Promise<Result<{ readonly saved: boolean }>> {
  const { options } = context;
  const day = new Date(options.clock.now()).toISOString().slice(0, 10);
  const path = await options.saveDialog({ defaultName: `doca-diagnostics-${day}.json`, extension: 'json' });
  if (path === null) return ok({ saved: false });
  try {
    await writeFile(path, `${JSON.stringify(await diagnostics(context), null, 2)}\n`, { mode: 0o600 });
    return ok({ saved: true });
  } catch (error) {
    return failed(diskFault(error));
  }
}

async function diagnostics(context: DeskContext) {
  const { options, policy, settings, connection, notices } = context;
  const { baseUrl, hasToken, tokenStore, training } = connection.info();
  const lines = await (options.logTail?.() ?? Promise.resolve(context.logLines()));
  const secrets = connection.secrets();
  return {
    doca: options.version,
    platform: `${options.platform} ${arch()} ${release()}`,
    runtime: { ...process.versions },
    writtenAt: new Date(options.clock.now()).toISOString(),
    settings: settings.settings(),
    decidedByPolicy: lockedKeys(policy),
    updates: context.updates.status().kind,
    connection: { host: baseUrl === null ? null : (URL.parse(baseUrl)?.host ?? null), hasToken, tokenStore, training },
    notices: notices.map(({ kind, status }) => ({ kind, status })),
    jobs: countJobs(context),
    log: lines.slice(-linesKept).map((line) => redact(line, secrets)),
  };
}

/** How many groupings are in which state, and how many of their shipments stand where: numbers only. */
function countJobs({ connection }: DeskContext) {
  const workspace = connection.workspace();
  if (!workspace.ok) return null;
  const { journal, erpOrigin } = workspace.value;
  const byState: Partial<Record<JobState, number>> = {};
  const totals = { shipments: 0, ready: 0, printed: 0, failed: 0 };
  for (const job of journal.jobs({ erpOrigin, limit: jobsCounted })) {
    byState[job.state] = (byState[job.state] ?? 0) + 1;
    totals.shipments += job.shipments;
    totals.ready += job.ready;
    totals.printed += job.printed;
    totals.failed += job.failed;
  }
  return { byState, ...totals };
}
