import { arch, release } from 'node:os';
import type { JobState } from '#shared/domain/job.ts';
import { listDumps } from '../../os/dumps.ts';
import { listLocked } from '../../policy/index.ts';
import { saveAs } from '../documents/files.ts';
import type { DeskParts } from '../parts/parts.ts';

/** CPF and CNPJ as `formatTaxId` writes them, for finding them in a text. */
const writtenTaxIds = {
  cpf: /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g,
  cnpj: /\b[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}\b/gi,
} as const;

const jobsCounted = 10_000;
const linesKept = 1_000;

type DiagnosticsSources = Pick<
  DeskParts,
  'options' | 'policy' | 'settings' | 'connection' | 'seats' | 'view' | 'updates' | 'notices'
>;

/**
 * Saves a file for support at a place that the person chooses: without tokens and personal data.
 */
export function exportDiagnostics(sources: DiagnosticsSources) {
  return saveAs(sources.options, 'doca-diagnostics', 'json', async (file) => {
    await file.writeFile(`${JSON.stringify(await collectDiagnostics(sources), null, 2)}\n`);
  });
}

async function collectDiagnostics(sources: DiagnosticsSources) {
  const { options, policy, settings, seats, notices } = sources;
  const { baseUrl, hasToken, tokenStore, training } = sources.view.info();
  const lines = await options.logTail();
  const secrets = [...seats.secrets(), ...options.proxies.secrets()];
  return {
    doca: options.version,
    platform: `${options.platform} ${arch()} ${release()}`,
    runtime: { ...process.versions },
    writtenAt: new Date(options.clock.now()).toISOString(),
    settings: settings.settings(),
    decidedByPolicy: listLocked(policy),
    updates: sources.updates.status().kind,
    connection: {
      host: baseUrl === null ? null : (URL.parse(baseUrl)?.host ?? null),
      hasToken,
      tokenStore,
      training,
    },
    notices: notices.map(({ kind, status }) => ({ kind, status })),
    jobs: await countJobs(sources),
    // Only their dates and sizes: a dump is memory, which may contain a token.
    crashes: listDumps(options.dataDir).map(({ atMs, bytes }) => ({
      at: new Date(atMs).toISOString(),
      bytes,
    })),
    log: lines.slice(-linesKept).map((line) => redact(line, secrets)),
  };
}

/** Counts groupings and shipments by state: numbers only. */
async function countJobs({ connection }: DiagnosticsSources) {
  const readJobs = connection.onCompany(
    ({ journal }, company) => journal.past.jobs({ company, limit: jobsCounted }),
    null,
  );
  // The file is wanted most when something fails.
  const jobs = await readJobs(undefined).catch(() => null);
  if (jobs === null) return null;
  const byState: Partial<Record<JobState, number>> = {};
  const totals = { shipments: 0, ready: 0, printed: 0, failed: 0 };
  for (const job of jobs) {
    byState[job.state] = (byState[job.state] ?? 0) + 1;
    totals.shipments += job.shipments;
    totals.ready += job.ready;
    totals.printed += job.printed;
    totals.failed += job.failed;
  }
  return { byState, ...totals };
}

const patterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/\bhttps?:\/\/[^\s"'<>]+/gi, '[address]'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]'],
  [writtenTaxIds.cpf, '[cpf]'],
  [writtenTaxIds.cnpj, '[cnpj]'],
];

/** JSON Web Tokens, as OpenID Connect issues them, and text joined to them. */
function hideWebToken(run: string): string {
  const at = /(?<!\w)eyJ/.exec(run)?.index ?? -1;
  return at >= 0 && run.includes('.', at) ? `${run.slice(0, at)}[token]` : run;
}

/**
 * The last filter for a line that leaves the machine: log lines contain none of this by rule
 * either.
 */
export function redact(line: string, secrets: readonly string[]): string {
  let text = line;
  for (const secret of secrets) if (secret.length > 0) text = text.replaceAll(secret, '[token]');
  text = text.replaceAll(/(?<![\w.-])[\w.-]+/g, hideWebToken);
  for (const [pattern, instead] of patterns) text = text.replaceAll(pattern, instead);
  return text;
}
