import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment for `powershell.exe`, Windows PowerShell 5.1: a step of GitHub Actions runs in
 * PowerShell 7, whose PSModulePath leads 5.1 to modules that it cannot load,
 * `Microsoft.PowerShell.Security` with `Get-AuthenticodeSignature` among them. Without the variable
 * it finds its own.
 */
export function windowsPowerShellEnv(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name.toLowerCase() !== 'psmodulepath'),
  );
}

/** Runs a script in Windows PowerShell 5.1; if it fails, throws with its output. */
export function runWindowsPowerShell(script: string): void {
  const args = [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `$ErrorActionPreference = 'Stop'\n${script}`,
  ];
  const { status, stdout, stderr, error } = spawnSync('powershell.exe', args, {
    encoding: 'utf8',
    env: windowsPowerShellEnv(process.env),
  });
  if (error !== undefined) throw error;
  process.stdout.write(stdout);
  if (status !== 0)
    throw new Error(`PowerShell ended with ${status ?? 'a signal'}:\n${stderr.trim()}`);
}

/**
 * Returns signtool, which is not on the PATH of GitHub's runners: the one that `SIGNTOOL_PATH`
 * names, as for electron-builder; the newest of the Windows SDK; or the one that electron-builder
 * downloaded. Throws if there is none.
 */
export function findSigntool(env: Environment): string {
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  const named = env['SIGNTOOL_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`SIGNTOOL_PATH is ${named}, and there is no such file`);
  }
  const places = [
    ...['ProgramFiles(x86)', 'ProgramFiles'].map((name) => ({
      folder: join(env[name] ?? '', 'Windows Kits/10/bin'),
      pattern: `10.*/${arch}/signtool.exe`,
    })),
    {
      folder:
        env['ELECTRON_BUILDER_CACHE'] ?? join(env['LOCALAPPDATA'] ?? '', 'electron-builder/Cache'),
      pattern: `**/${arch}/signtool.exe`,
    },
  ];
  for (const { folder, pattern } of places) {
    const found = globSync(pattern, { cwd: folder }).toSorted(compareByNumbers).at(-1);
    if (found !== undefined) return join(folder, found);
  }
  const looked = places.map(({ folder, pattern }) => join(folder, pattern)).join(', ');
  throw new Error(
    `there is no signtool.exe (looked for ${looked}): install the Windows SDK's signing tools, or set SIGNTOOL_PATH`,
  );
}

/** 10.0.9600.0 comes before 10.0.26100.0. */
function compareByNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
