import { statfs, writeFile } from 'node:fs/promises';
import type { Fault } from '../../shared/index.ts';
import { listDumps } from '../os/dumps.ts';
import { makeFolder, privateFileMode, removeQuietly } from '../os/files.ts';
import { makeTemporaryPath } from '../os/temporary.ts';
import { describeProblems, listLocked } from '../policy/index.ts';
import type { DoctorOptions, Finding, FindingLevel } from './types.ts';
import type { FindingCode } from './words.ts';

export function makeFinding(
  level: FindingLevel,
  code: FindingCode,
  values: Finding['values'] = {},
): Finding {
  return { level, code, values };
}

export function readDetail({ detail, kind }: Fault): { readonly detail: string } {
  return { detail: detail ?? kind };
}

/**
 * Opening the store has already written, read and removed a value; `memory` means that this failed.
 */
export function checkKeychain({ tokenStore }: DoctorOptions): Finding {
  const isGood = tokenStore.kind === 'keychain';
  return isGood ? makeFinding('ok', 'keychain-works') : makeFinding('fail', 'keychain-unusable');
}

export async function checkPrinters({ listPrinters }: DoctorOptions): Promise<Finding> {
  const printers = await listPrinters();
  if (!printers.ok) return makeFinding('fail', 'printers-unknown', readDetail(printers.fault));
  const names = printers.value;
  if (names.length === 0) return makeFinding('warn', 'printers-none');
  return makeFinding('ok', 'printers-found', {
    count: names.length,
    names: names.slice(0, 10).join(', '),
  });
}

const tightBytes = 2 * 1024 ** 3;
const fullBytes = 200 * 1024 ** 2;

/** A day's labels of a large warehouse take some hundred megabytes. */
export async function checkDisk({
  dataDir,
  freeBytes = readFreeBytes,
}: DoctorOptions): Promise<Finding> {
  const probe = makeTemporaryPath(dataDir);
  let free: number;
  try {
    await makeFolder(dataDir);
    await writeFile(probe, 'doctor', { mode: privateFileMode, flag: 'wx' });
    free = await freeBytes(dataDir);
  } catch {
    return makeFinding('fail', 'disk-unwritable', { folder: dataDir });
  } finally {
    await removeQuietly(probe);
  }
  const values = { megabytes: Math.floor(free / 1024 ** 2), folder: dataDir };
  if (free < fullBytes) return makeFinding('fail', 'disk-full', values);
  return free < tightBytes
    ? makeFinding('warn', 'disk-tight', values)
    : makeFinding('ok', 'disk-roomy', values);
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Of the last month; older ones are removed. */
export function checkCrashes({ dataDir }: DoctorOptions): Finding {
  const [newest, ...older] = listDumps(dataDir);
  if (newest === undefined) return makeFinding('ok', 'crashes-none');
  const at = new Date(newest.atMs).toISOString().slice(0, 16).replace('T', ' ');
  return makeFinding('warn', 'crashes-found', { count: older.length + 1, at, path: newest.path });
}

const proxyNames = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'all_proxy',
];

/** Names only: a proxy's address may contain a password. */
export function checkProxy({ env }: DoctorOptions): Finding {
  const set = proxyNames.filter((name) => (env[name] ?? '') !== '');
  if (set.length === 0) return makeFinding('ok', 'proxy-none');
  const malformed = set.filter(
    (name) => !/^(https?|socks[45]?h?):$/.test(URL.parse(env[name] ?? '')?.protocol ?? ''),
  );
  return malformed.length > 0
    ? makeFinding('fail', 'proxy-malformed', { names: malformed.join(', ') })
    : makeFinding('warn', 'proxy-set', { names: set.join(', ') });
}

export function checkPolicy({ policy: { policy, problems } }: DoctorOptions): Finding {
  if (problems.length > 0)
    return makeFinding('fail', 'policy-broken', { what: describeProblems(problems) });
  const keys = listLocked(policy).join(', ');
  return makeFinding('ok', keys === '' ? 'policy-none' : 'policy-counts', { keys });
}
