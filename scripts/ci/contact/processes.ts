import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { windowsPowerShellEnv } from '../../release/windows-tools.ts';

export interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly residentBytes: number;
}

function listProcesses(): readonly Running[] {
  const [unit, text] =
    process.platform === 'win32'
      ? [1, askWindows()]
      : [1_024, run('ps', ['-A', '-o', 'pid=,ppid=,rss='])];
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, resident = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, residentBytes: resident * unit };
    });
}

/** Returns the process and all its descendants. */
export function treeOf(pid: number, all = listProcesses()): readonly Running[] {
  const found = all.filter((one) => one.pid === pid);
  for (const one of found)
    found.push(...all.filter(({ parent, pid: own }) => parent === one.pid && own !== parent));
  return found;
}

/** Returns the processes that are still running after some seconds. */
export async function thoseThatStay(
  tree: readonly Running[],
  waitMs = 5_000,
): Promise<readonly number[]> {
  const endMs = Date.now() + waitMs;
  for (;;) {
    const alive = new Set(listProcesses().map(({ pid }) => pid));
    const left = tree.map(({ pid }) => pid).filter((pid) => alive.has(pid));
    if (left.length === 0 || Date.now() > endMs) return left;
    await sleep(250);
  }
}

function askWindows(): string {
  const each = '"$($_.ProcessId) $($_.ParentProcessId) $($_.WorkingSetSize)"';
  return run('powershell.exe', [
    '-NoProfile',
    '-Command',
    `Get-CimInstance Win32_Process | ForEach-Object { ${each} }`,
  ]);
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', env: windowsPowerShellEnv(process.env) });
}
