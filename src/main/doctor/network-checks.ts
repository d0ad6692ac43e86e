import { askCompany, createErpClient, parseBaseUrl } from '../erp/index.ts';
import type { ErpClient } from '../erp/index.ts';
import { makeFinding } from './machine-checks.ts';
import { checkSession } from './sign-in-checks.ts';
import type { DoctorOptions, Finding } from './types.ts';
import { readErrorCode } from '../os/errors.ts';

const timeoutMs = 15_000;
const slowMs = 3_000;
const clockWarnSeconds = 60;
const clockFailSeconds = 300;

/** Examines the ERP: one request without a token shows whether it is there, and its time. */
export async function checkErp(options: DoctorOptions): Promise<readonly Finding[]> {
  if (options.baseUrl === null) return [makeFinding('fail', 'erp-no-address')];
  const address = parseBaseUrl(options.baseUrl);
  if (!address.ok) return [makeFinding('fail', 'erp-bad-address', { detail: address.fault.detail ?? '' })];
  const { origin, prefix } = address.value;
  const knocked = await knock(options, `${prefix}/info`);
  if ('failure' in knocked) return [makeFinding('fail', 'erp-unreachable', { host: origin, detail: knocked.failure })];
  const values = { host: origin, ms: knocked.ms };
  const reach =
    knocked.ms > slowMs ? makeFinding('warn', 'erp-slow', values) : makeFinding('ok', 'erp-answers', values);
  const session = await checkSession(options, origin);
  const token = options.token ?? session.token ?? (await readStored(options, origin));
  const known = [reach, knocked.clock, ...session.findings];
  if (session.findings.length === 0) known.push(...tellNobody(options, origin, token));
  if (token === null) return known;
  const erp = createErpClient({
    baseUrl: options.baseUrl,
    token: () => Promise.resolve(token),
    fetch: options.fetch,
    clock: options.clock,
    timeoutMs,
  });
  return [...known, await checkToken(erp), ...(await checkLabelHosts(options, erp))];
}

/** Nobody is signed in: if people can sign in, a pasted token is enough for now. */
function tellNobody({ signIn }: DoctorOptions, host: string, token: string | null): readonly Finding[] {
  if (signIn.settings.signInIssuer !== null) {
    return [makeFinding(token === null ? 'fail' : 'warn', 'session-none', { host })];
  }
  return token === null ? [makeFinding('fail', 'token-missing', { host })] : [];
}

async function readStored(options: DoctorOptions, origin: string): Promise<string | null> {
  const stored = await options.tokenStore.get(origin);
  return stored.ok ? stored.value : null;
}

async function checkToken(erp: ErpClient): Promise<Finding> {
  const company = await askCompany(erp, AbortSignal.timeout(2 * timeoutMs));
  if (company.ok) return makeFinding('ok', 'token-good');
  switch (company.fault.kind) {
    case 'unauthorized':
      return makeFinding('fail', 'token-refused');
    case 'forbidden':
      return makeFinding('fail', 'token-powerless');
    default:
      return makeFinding('warn', 'token-untested', { detail: company.fault.kind });
  }
}

async function checkLabelHosts(options: DoctorOptions, erp: ErpClient): Promise<readonly Finding[]> {
  const hosts = [...new Set([...options.labelHosts, ...(await findHosts(options.groupingId, erp))])];
  if (hosts.length === 0) return [makeFinding('skip', 'label-host-unknown')];
  return Promise.all(
    hosts.map(async (host) => {
      const knocked = await knock(options, host);
      return 'failure' in knocked
        ? makeFinding('fail', 'label-host-unreachable', { host, detail: knocked.failure })
        : makeFinding('ok', 'label-host-answers', { host, ms: knocked.ms });
    }),
  );
}

async function findHosts(groupingId: number | undefined, erp: ErpClient): Promise<readonly string[]> {
  if (groupingId === undefined) return [];
  const signal = AbortSignal.timeout(2 * timeoutMs);
  const grouping = await erp.grouping(groupingId, signal);
  const shipment = grouping.ok ? grouping.value.shipments[0] : undefined;
  const urls = shipment === undefined ? null : await erp.labelUrls(groupingId, shipment.id, signal);
  return urls?.ok === true ? urls.value.flatMap((url) => URL.parse(url)?.origin ?? []) : [];
}

type Knock = { readonly ms: number; readonly clock: Finding } | { readonly failure: string };

/** Any answer will do, even 401 and 404: it shows a server and its time. */
async function knock({ fetch, clock }: DoctorOptions, url: string): Promise<Knock> {
  const startedMs = clock.now();
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const answeredMs = clock.now();
    await response.body?.cancel();
    return {
      ms: answeredMs - startedMs,
      clock: checkClock(response.headers.get('date'), (startedMs + answeredMs) / 2),
    };
  } catch (error) {
    return { failure: readReason(error) };
  }
}

/** With a wrong clock certificates and tokens look invalid. */
function checkClock(dateHeader: string | null, nowMs: number): Finding {
  const theirsMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(theirsMs)) return makeFinding('skip', 'clock-unknown');
  const seconds = Math.round(Math.abs(nowMs - theirsMs) / 1_000);
  if (seconds <= clockWarnSeconds) return makeFinding('ok', 'clock-right', { seconds });
  return makeFinding(seconds > clockFailSeconds ? 'fail' : 'warn', 'clock-off', { seconds });
}

/** Returns the innermost error's code, such as ENOTFOUND or CERT_HAS_EXPIRED; its class if it has none. */
function readReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return readReason(error.cause);
  return readErrorCode(error) ?? error.name;
}
