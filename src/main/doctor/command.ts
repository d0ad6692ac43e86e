import { parseArgs } from 'node:util';
import { type Fault, faultKinds, ok } from '#shared/faults/faults.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import {
  type BothLanguages,
  type Language,
  languages,
  pickLanguage,
} from '#shared/faults/languages.ts';
import { catchFaults } from '../os/errors.ts';
import type { Platform } from '../os/station.ts';
import { loadPolicy } from '../policy/index.ts';
import { openSettings, type SettingsStore } from '../settings/index.ts';
import {
  checkCrashes,
  checkDisk,
  checkKeychain,
  checkPolicy,
  checkPrinters,
  checkProxy,
} from './machine-checks.ts';
import { checkErp, checkFloor, checkSignIn } from './network-checks.ts';
import type { DoctorOptions, Finding, FindingLevel, WrittenFinding, Workstation } from './types.ts';
import { words } from './words.ts';

export interface DoctorReport {
  readonly findings: readonly WrittenFinding[];
  /**
   * For people: one line for each finding and, below it, what to do. The usage if `exitCode` is 2.
   */
  readonly text: string;
  /**
   * 0: this workstation can work. 1: something has to be done first. 2: the arguments are wrong.
   */
  readonly exitCode: 0 | 1 | 2;
}

export async function runDoctorCommand(
  options: Workstation & {
    readonly name: string;
    readonly args: readonly string[];
    readonly platform: Platform;
    readonly policyPath?: string | undefined;
  },
): Promise<DoctorReport> {
  const { platform, env, clock } = options;
  const given = readArguments(options.args);
  if (given === null) return { findings: [], text: writeUsage(options.name), exitCode: 2 };
  const dataDir = given['data-dir'] ?? options.dataDir;
  const policy = await loadPolicy({ platform, env, path: given.policy ?? options.policyPath });
  const opened = await catchFaults(async () =>
    ok(await openSettings({ dataDir, clock, policy: policy.policy })),
  );
  const language = languages.find((one) => one === given.language);
  const examine = (store: SettingsStore): Promise<DoctorReport> =>
    runDoctor({
      ...options,
      dataDir,
      baseUrl: given['base-url'] ?? store.baseUrl(),
      token: given['token-env'] === undefined ? undefined : env[given['token-env']],
      settings: store.settings(),
      policy,
      labelHosts: given['label-host'] ?? [],
      groupingId: given.grouping === undefined ? undefined : Number(given.grouping),
      language: language ?? store.settings().language,
    });
  const report = opened.ok ? await examine(opened.value) : reportFault(opened.fault, language);
  const { exitCode, findings } = report;
  if (!given.json) return report;
  const plain = findings.map(({ level, code, values }) => ({ level, code, values }));
  return { ...report, text: `${JSON.stringify({ exitCode, findings: plain })}\n` };
}

/** Without its settings, nothing else of this workstation can be examined. */
function reportFault({ kind, detail }: Fault, language: Language = 'pt-BR'): DoctorReport {
  const values = detail === null ? {} : { detail };
  const finding: Finding = { level: 'fail', code: kind, values };
  const written = { ...finding, ...writeFinding(finding, language) };
  return { findings: [written], text: writeLines(written), exitCode: 1 };
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
      (values.language === undefined || languages.some((one) => one === values.language)) &&
      (values['label-host'] ?? []).every((host) => URL.canParse(host));
    return isRight ? values : null;
  } catch {
    return null;
  }
}

/** Examines everything that a workstation needs. Changes nothing, and never fails itself. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const found = [
    checkKeychain(options),
    await checkPrinters(options),
    await checkDisk(options),
    checkCrashes(options),
    checkProxy(options),
    checkPolicy(options),
    ...(await checkFloor(options)),
    ...(await checkSignIn(options)),
    ...(await checkErp(options)),
  ];
  const findings = found.map((one) => ({ ...one, ...writeFinding(one, options.language) }));
  const exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
  return { findings, text: findings.map(writeLines).join(''), exitCode };
}

const marks: Readonly<Record<FindingLevel, string>> = { ok: '✓', warn: '!', fail: '✗', skip: '–' };

function writeLines({ level, what, next }: WrittenFinding): string {
  return `${marks[level]} ${what}\n${next === '' ? '' : `    → ${next}\n`}`;
}

function writeFinding(
  { code, values }: Finding,
  language: Language,
): Omit<WrittenFinding, keyof Finding> {
  const kind = faultKinds.find((one) => one === code);
  if (kind !== undefined && !Object.hasOwn(words, `${code}.what`))
    return faultText(kind, language, values['detail']?.toString());
  const texts: Readonly<Partial<Record<string, BothLanguages>>> = words;
  const fill = (key: string) =>
    pickLanguage(texts[key] ?? ['', ''], language).replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? '?'),
    );
  return { what: fill(`${code}.what`), next: fill(`${code}.next`) };
}
