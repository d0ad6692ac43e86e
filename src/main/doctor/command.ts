import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Language, Result } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';
import { silentLog } from '../os/log.ts';
import { loadPolicy } from '../policy/index.ts';
import type { PolicyPlatform } from '../policy/index.ts';
import { openSettings } from '../settings/index.ts';
import { checkCrashes, checkDisk, checkKeychain, checkPolicy, checkPrinters, checkProxy } from './machine-checks.ts';
import { createSignIn, createSignInLook } from '../sign-in/index.ts';
import { checkFloor } from './floor-checks.ts';
import { checkErp } from './network-checks.ts';
import { checkSignIn } from './sign-in-checks.ts';
import type { DoctorOptions, Finding, FindingLevel } from './types.ts';
import { findWords } from './words.ts';

export interface DoctorCommandOptions {
  /** The command's name, for the usage. */
  readonly name: string;
  readonly args: readonly string[];
  readonly platform: PolicyPlatform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Doca's data folder, if the arguments do not say. */
  readonly dataDir: string;
  readonly policyPath?: string | undefined;
  readonly openTokenStore: () => Promise<TokenStore>;
  /** The user's folder that all data folders share. */
  readonly stationDir: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly listPrinters: () => Promise<Result<readonly string[]>>;
}

export interface DoctorAnswer {
  /** The output: on standard error with exit code 2 for a usage error. */
  readonly text: string;
  /** 0: this workstation can work. 1: something has to be done first. */
  readonly exitCode: 0 | 1 | 2;
}

/** The doctor for `npm run doctor` and the installed program. */
export async function runDoctorCommand(options: DoctorCommandOptions): Promise<DoctorAnswer> {
  const { platform, env, clock } = options;
  const given = readArguments(options.args);
  if (given === null) return { text: writeUsage(options.name), exitCode: 2 };
  const dataDir = given['data-dir'] ?? options.dataDir;
  const policy = await loadPolicy({ platform, env, path: given.policy ?? options.policyPath });
  const settings = await openSettings({
    path: join(dataDir, 'settings.json'),
    log: silentLog,
    now: () => clock.now(),
    policy: policy.policy,
  });
  const token = given['token-env'] === undefined ? undefined : env[given['token-env']];
  const language =
    given.language === 'pt-BR' || given.language === 'en' ? given.language : settings.settings().language;
  const tokenStore = await options.openTokenStore();
  const { fetch, stationDir } = options;
  const services = { tokenStore, stationDir, fetch, clock, log: silentLog, language: () => language };
  const look = createSignInLook(services);
  const { findings, text, exitCode } = await runDoctor({
    baseUrl: given['base-url'] ?? settings.baseUrl(),
    ...(token === undefined ? {} : { token }),
    tokenStore,
    signIn: {
      settings: settings.settings(),
      look,
      async readToken(erpOrigin) {
        const kept = await look.find(erpOrigin);
        if (!kept.ok || kept.value === null) return null;
        const session = await createSignIn(services).resume(erpOrigin, kept.value);
        return session.ok && session.value !== null ? session.value.token() : null;
      },
    },
    floor: settings.settings(),
    fetch,
    clock,
    listPrinters: options.listPrinters,
    dataDir,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    env,
    policy,
    labelHosts: given['label-host'] ?? [],
    ...(given.grouping === undefined ? {} : { groupingId: Number(given.grouping) }),
    language,
  });
  return { text: given.json ? `${JSON.stringify({ exitCode, findings })}\n` : text, exitCode };
}

function writeUsage(name: string): string {
  return `usage: ${name} [--base-url URL] [--token-env NAME] [--grouping ID] [--label-host URL]…
       [--data-dir DIR] [--policy FILE] [--language pt-BR|en] [--json]
`;
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        'token-env': { type: 'string' },
        grouping: { type: 'string' },
        'label-host': { type: 'string', multiple: true },
        'data-dir': { type: 'string' },
        policy: { type: 'string' },
        language: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const isRight =
      (values.grouping === undefined || /^[1-9]\d{0,15}$/.test(values.grouping)) &&
      (values.language === undefined || ['pt-BR', 'en'].includes(values.language)) &&
      (values['label-host'] ?? []).every((host) => URL.canParse(host));
    return isRight ? values : null;
  } catch {
    return null;
  }
}

export interface DoctorReport {
  readonly findings: readonly Finding[];
  /** For people: one line for each finding and, below it, what to do. */
  readonly text: string;
  /** 0: this workstation can work. 1: something has to be done first. */
  readonly exitCode: 0 | 1;
}

/** Examines everything that a workstation needs. Changes nothing, and never fails itself. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const findings = [
    checkKeychain(options),
    await checkPrinters(options),
    await checkDisk(options),
    checkCrashes(options),
    checkProxy(options),
    checkPolicy(options),
    ...(await checkFloor({ ...options, settings: options.floor })),
    ...(await checkSignIn(options.signIn)),
    ...(await checkErp(options)),
  ];
  const exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
  return { findings, text: findings.map((one) => writeLines(one, options.language)).join(''), exitCode };
}

const marks: Readonly<Record<FindingLevel, string>> = { ok: '✓', warn: '!', fail: '✗', skip: '–' };

function writeLines({ code, level, values }: Finding, language: Language): string {
  const { what, next } = findWords(code, language);
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '?'));
  return `${marks[level]} ${filled(what)}\n${next === undefined ? '' : `    → ${filled(next)}\n`}`;
}
