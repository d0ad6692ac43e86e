import { statfs, writeFile } from 'node:fs/promises';
import type { Fault } from '#shared/faults/faults.ts';
import { listDumps } from '../os/dumps.ts';
import { makeFolder, privateFileMode, removeQuietly } from '../os/files.ts';
import { makeTemporaryPath } from '../os/temporary.ts';
import { describeProblems, listLocked } from '../policy/index.ts';
import type { DoctorOptions, Finding, FindingLevel } from './types.ts';

function makeFindings(level: FindingLevel) {
  return (code: Finding['code'], values: Finding['values'] = {}): Finding => ({
    level,
    code,
    values,
  });
}

export const pass = makeFindings('ok');
export const warn = makeFindings('warn');
export const fail = makeFindings('fail');
export const skip = makeFindings('skip');

export function readDetail({ detail, kind }: Fault): { readonly detail: string } {
  return { detail: detail ?? kind };
}

/**
 * Opening the store has already written, read and removed a value; `memory` means that this failed.
 */
export function checkKeychain({ tokenStore }: DoctorOptions): Finding {
  return tokenStore.kind === 'keychain' ? pass('keychain-works') : fail('keychain-unusable');
}

export async function checkPrinters({ listPrinters }: DoctorOptions): Promise<Finding> {
  const printers = await listPrinters();
  if (!printers.ok) return fail('printers-unknown', readDetail(printers.fault));
  const names = printers.value.map(({ name }) => name);
  if (names.length === 0) return warn('printers-none');
  return pass('printers-found', {
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
    return fail('disk-unwritable', { folder: dataDir });
  } finally {
    await removeQuietly(probe);
  }
  const values = { megabytes: Math.floor(free / 1024 ** 2), folder: dataDir };
  if (free >= tightBytes) return pass('disk-roomy', values);
  return (free < fullBytes ? fail : warn)('disk-tight', values);
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Of the last month; older ones are removed. */
export function checkCrashes({ dataDir }: DoctorOptions): Finding {
  const [newest, ...older] = listDumps(dataDir);
  if (newest === undefined) return pass('crashes-none');
  const at = new Date(newest.atMs).toISOString().slice(0, 16).replace('T', ' ');
  return warn('crashes-found', { count: older.length + 1, at, path: newest.path });
}

const proxyNames = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/** Names only: a proxy's address may contain a password. */
export function checkProxy({ env }: DoctorOptions): Finding {
  const set = proxyNames.filter((name) => (env[name] ?? '') !== '');
  if (set.length === 0) return pass('proxy-none');
  const malformed = set.filter(
    (name) => !/^(https?|socks[45]?h?):$/.test(URL.parse(env[name] ?? '')?.protocol ?? ''),
  );
  return malformed.length > 0
    ? fail('proxy-malformed', { names: malformed.join(', ') })
    : warn('proxy-set', { names: set.join(', ') });
}

export function checkPolicy({ policy: { policy, problems } }: DoctorOptions): Finding {
  if (problems.length > 0) return fail('policy-broken', { what: describeProblems(problems) });
  const keys = listLocked(policy).join(', ');
  return pass(keys === '' ? 'policy-none' : 'policy-counts', { keys });
}
