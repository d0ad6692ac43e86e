import type { Language } from '../../shared/index.ts';
import { checkDisk, checkKeychain, checkPolicy, checkPrinters, checkProxy } from './machine-checks.ts';
import { checkErp } from './network-checks.ts';
import type { DoctorOptions, Finding, FindingLevel } from './types.ts';
import { words } from './words.ts';

export interface DoctorReport {
  readonly findings: readonly Finding[];
  /** For people: one line for each finding and, below it, what to do. */
  readonly text: string;
  /** 0: this workstation can work. 1: something has to be done first. */
  readonly exitCode: 0 | 1;
}

/** Looks at everything a workstation needs. Changes nothing, and never fails itself. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const findings = [
    checkKeychain(options),
    await checkPrinters(options),
    await checkDisk(options),
    checkProxy(options),
    checkPolicy(options),
    ...(await checkErp(options)),
  ];
  const exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
  return { findings, text: findings.map((one) => lines(one, options.language)).join(''), exitCode };
}

const marks: Readonly<Record<FindingLevel, string>> = { ok: '✓', warn: '!', fail: '✗', skip: '–' };

function lines({ code, level, values }: Finding, language: Language): string {
  const { what, next } = words[code][language];
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '?'));
  return `${marks[level]} ${filled(what)}\n${next === undefined ? '' : `    → ${filled(next)}\n`}`;
}
