import { faultText } from '#shared/faults/fault-text.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { readFloorPassword } from '../credentials/index.ts';
import { askCompany, createErpClient, parseBaseUrl, type ErpClient } from '../erp/index.ts';
import { inspectFloor } from '../floor/index.ts';
import { nameOf, readErrorCode } from '../os/errors.ts';
import { silentLog } from '../os/log.ts';
import { createSignIn, createSignInLook } from '../sign-in/index.ts';
import { fail, pass, readDetail, skip, warn } from './machine-checks.ts';
import type { DoctorOptions, Finding } from './types.ts';
import { abortAfter } from '../os/timeout.ts';

const timeoutMs = 15_000;
const slowMs = 3_000;
const clockWarnSeconds = 60;
const clockFailSeconds = 300;
/** Several requests pass before one station shows another's action. */
const floorSlowMs = 100;

export type FloorCheck = Pick<DoctorOptions, 'settings' | 'tokenStore' | 'clock' | 'language'>;

/** Examines the server that stations share, and Doca's rights there. */
export async function checkFloor({
  settings,
  tokenStore,
  clock,
  language,
}: FloorCheck): Promise<readonly Finding[]> {
  const { floorAddress: address } = settings;
  if (address === null) return [skip('floor-none')];
  const { host } = new URL(address);
  const stored = await readFloorPassword(tokenStore, address);
  const password = stored.ok ? stored.value : null;
  const signal = abortAfter(timeoutMs);
  const seen = await inspectFloor({ address, password, signal, clock });
  if (!seen.ok) {
    const { kind } = seen.fault;
    if (kind === 'floor-refused' && password === null) return [fail('floor-no-password', { host })];
    const words = faultText(kind, language);
    return [fail('floor-unusable', { host, ...words, ...readDetail(seen.fault) })];
  }
  const { serverVersion: version, tls, clockOffMs } = seen.value;
  const ms = Math.round(seen.value.latencyMs);
  return [
    ms > floorSlowMs
      ? warn('floor-slow', { host, ms })
      : pass('floor-answers', { host, ms, version }),
    pass(tls ? 'floor-encrypted' : 'floor-plain'),
    pass('floor-usable'),
    checkClock(host, clockOffMs, Infinity),
  ];
}

/** Examines whether a person could sign in here: the provider, and the browser's return address. */
export async function checkSignIn(options: DoctorOptions): Promise<readonly Finding[]> {
  const { signInIssuer: issuer, signInClientId, signInRedirect: address } = options.settings;
  if (issuer === null) return [skip('sign-in-none')];
  const signIn = createSignInLook(chooseSignInServices(options));
  const provider = await signIn.checkProvider(issuer, abortAfter(timeoutMs));
  const redirect = await signIn.checkRedirect(address);
  return [
    provider.ok ? pass('sign-in-answers', { issuer }) : reportProvider(issuer, provider.fault),
    ...(signInClientId === null ? [fail('sign-in-no-client')] : []),
    redirect.ok ? pass('sign-in-port-free', { address }) : warn('sign-in-port-taken', { address }),
  ];
}

function reportProvider(issuer: string, fault: Fault): Finding {
  const code = fault.kind === 'sign-in-server' ? 'sign-in-unusable' : 'sign-in-unreachable';
  return fail(code, { issuer, ...readDetail(fault) });
}

function chooseSignInServices({ tokenStore, stationDir, fetch, clock, language }: DoctorOptions) {
  return { tokenStore, stationDir, fetch, clock, log: silentLog, language: () => language };
}

/** Examines the ERP: one request without a token shows whether it is there, and its time. */
export async function checkErp(options: DoctorOptions): Promise<readonly Finding[]> {
  const { baseUrl, fetch, clock } = options;
  if (baseUrl === null) return [fail('erp-no-address')];
  const address = parseBaseUrl(baseUrl);
  if (!address.ok) return [fail(address.fault.kind)];
  const { origin: host, prefix } = address.value;
  const knocked = await knock(options, `${prefix}/info`);
  if ('detail' in knocked) return [fail('erp-unreachable', { host, ...knocked })];
  const { ms, aheadMs } = knocked;
  const reach = ms > slowMs ? warn('erp-slow', { host, ms }) : pass('erp-answers', { host, ms });
  const { token, findings } = await findToken(options, host);
  const known = [reach, checkClock(host, aheadMs, clockFailSeconds), ...findings];
  if (token === null) return known;
  const erp = createErpClient({
    baseUrl,
    token: () => Promise.resolve(token),
    fetch,
    clock,
    timeoutMs,
  });
  return [...known, await checkToken(erp), ...(await checkLabelHosts(options, erp))];
}

/**
 * Finds the given token, the signed-in person's (renewed if it expires) or the pasted one, in this
 * order.
 */
async function findToken(options: DoctorOptions, host: string) {
  const services = chooseSignInServices(options);
  const stored = await options.tokenStore.get(host);
  const token = options.token ?? (stored.ok ? stored.value : null);
  const kept = await createSignInLook(services).find(host);
  if (kept.ok && kept.value !== null) {
    const session = await createSignIn(services).resume(host, kept.value);
    const own = session.ok ? await session.value?.token() : null;
    const finding = own ? pass('session-kept', { host }) : fail('signed-out');
    return { token: options.token ?? own ?? token, findings: [finding] };
  }
  // If people can sign in, a pasted token is enough for now.
  if (options.settings.signInIssuer !== null)
    return { token, findings: [(token === null ? fail : warn)('session-none', { host })] };
  return { token, findings: token === null ? [fail('no-token')] : [] };
}

async function checkToken(erp: ErpClient): Promise<Finding> {
  const company = await askCompany(erp, abortAfter(2 * timeoutMs));
  if (company.ok) return pass('token-good');
  const { kind } = company.fault;
  // Only the time limit can cancel here.
  if (kind === 'cancelled') return warn('timeout');
  return (kind === 'unauthorized' || kind === 'forbidden' ? fail : warn)(kind);
}

async function checkLabelHosts(
  options: DoctorOptions,
  erp: ErpClient,
): Promise<readonly Finding[]> {
  const { labelHosts = [], groupingId } = options;
  const hosts = new Set([...labelHosts, ...(await findHosts(groupingId, erp))]);
  if (hosts.size === 0) return [skip('label-host-unknown')];
  return Promise.all(
    [...hosts].map(async (host) => {
      const knocked = await knock(options, host);
      return 'detail' in knocked
        ? fail('label-host-unreachable', { host, ...knocked })
        : pass('label-host-answers', { host, ms: knocked.ms });
    }),
  );
}

async function findHosts(
  groupingId: number | undefined,
  erp: ErpClient,
): Promise<readonly string[]> {
  if (groupingId === undefined) return [];
  const signal = abortAfter(2 * timeoutMs);
  const grouping = await erp.grouping(groupingId, signal);
  const shipment = grouping.ok ? grouping.value.shipments[0] : undefined;
  const urls = shipment === undefined ? null : await erp.labelUrls(groupingId, shipment.id, signal);
  return urls?.ok === true ? urls.value.flatMap((url) => URL.parse(url)?.origin ?? []) : [];
}

type Knock = { readonly ms: number; readonly aheadMs: number } | { readonly detail: string };

/** Any answer will do, even 401 and 404: it shows a server and its time. */
async function knock({ fetch, clock }: DoctorOptions, url: string): Promise<Knock> {
  const startedMs = clock.awake();
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: abortAfter(timeoutMs),
    });
    const ms = Math.round(clock.awake() - startedMs);
    const aheadMs = clock.now() - ms / 2 - Date.parse(response.headers.get('date') ?? '');
    await response.body?.cancel();
    return { ms, aheadMs };
  } catch (error) {
    return { detail: readReason(error) };
  }
}

/** With a wrong clock certificates and tokens look invalid; the stations' server has none. */
function checkClock(host: string, aheadMs: number, failSeconds: number): Finding {
  if (Number.isNaN(aheadMs)) return skip('clock-unknown');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (seconds <= clockWarnSeconds) return pass('clock-right', { host, seconds });
  return (seconds > failSeconds ? fail : warn)('clock-off', { host, seconds });
}

/**
 * Returns the innermost error's code, such as ENOTFOUND or CERT_HAS_EXPIRED; its class if it has
 * none.
 */
function readReason(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return readReason(error.cause);
  return readErrorCode(error) ?? nameOf(error);
}
