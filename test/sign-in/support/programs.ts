import { fork } from 'node:child_process';
import type { Result } from '#shared/faults/faults.ts';

export const erpOrigin = 'https://erp.test';

/** A program's messages: the steps that it reaches, and its result. */
export type Told =
  | { readonly step: string }
  | { readonly renewed: Result<boolean> | null; readonly token: string | null };

export interface Ended {
  readonly steps: readonly string[];
  /** Null for a program that was killed. */
  readonly end: Exclude<Told, { readonly step: string }> | null;
}

/**
 * Runs a program of this workstation; a program that is to stop is killed as soon as it reaches
 * that step.
 */
export function runProgram(
  at: { readonly stationDir: string; readonly keychain: string; readonly issuer: string },
  refused: string,
  stopAt: number | null,
): Promise<Ended> {
  const args = [at.stationDir, at.keychain, at.issuer, refused, String(stopAt ?? 0)];
  const child = fork(new URL('refresh-script.ts', import.meta.url), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const steps: string[] = [];
  let end: Ended['end'] = null;
  child.on('message', (told: Told) => {
    if (!('step' in told)) end = told;
    else if (steps.push(told.step) === stopAt) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('exit', () => resolve({ steps, end })));
}
