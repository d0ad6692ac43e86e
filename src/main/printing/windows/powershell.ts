import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { inputVariable } from './scripts.ts';

/** Runs one of the fixed scripts on this input; null where PowerShell failed or gave no JSON. Never rejects. */
export type RunScript = (script: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Windows PowerShell, which every Windows has, by its full path: a program of that name elsewhere is not run. */
export function findPowerShell(env: NodeJS.ProcessEnv): string {
  const root = env['SystemRoot'] ?? env['windir'] ?? 'C:\\Windows';
  return win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

export function makePowerShellArguments(script: string): readonly string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-EncodedCommand', encoded];
}

export function createPowerShellRunner(env: NodeJS.ProcessEnv = process.env, timeoutMs = 60_000): RunScript {
  return (script, input) =>
    new Promise((resolve) => {
      execFile(
        findPowerShell(env),
        [...makePowerShellArguments(script)],
        {
          env: { ...env, [inputVariable]: JSON.stringify(input) },
          timeout: timeoutMs,
          windowsHide: true,
          maxBuffer: 16 * 1024 * 1024,
        },
        (error, stdout) => resolve(error === null ? parseAnswer(stdout) : null),
      );
    });
}

function parseAnswer(stdout: string): unknown {
  try {
    return JSON.parse(stdout.trim());
  } catch {
    return null;
  }
}
