/**
 * `npm run doctor`: checks this workstation and says what to do. Exit codes: 0 it can work, 1 something has to be done
 * first, 2 the command line is wrong.
 */
import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { openTokenStore } from '../src/main/credentials/index.ts';
import { runDoctor } from '../src/main/doctor/index.ts';
import { silentLog, systemClock } from '../src/main/platform.ts';
import { loadPolicy, manageSettings } from '../src/main/policy/index.ts';
import { createCupsSystem } from '../src/main/printing/index.ts';
import { openSettings } from '../src/main/settings/index.ts';
import { failed, fault, ok } from '../src/shared/index.ts';
import type { Result } from '../src/shared/index.ts';

const usage = `usage: npm run doctor -- [--base-url URL] [--token-env NAME] [--grouping ID] [--label-host URL]…
                         [--data-dir DIR] [--policy FILE] [--language pt-BR|en] [--json]
`;

const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
process.exitCode = await main();

async function main(): Promise<number> {
  const given = readArguments();
  if (given === null) {
    process.stderr.write(usage);
    return 2;
  }
  const dataDir = given['data-dir'] ?? process.env['DOCA_DATA_DIR'] ?? join(applicationData(), 'Doca');
  const policy = await loadPolicy({
    platform,
    env: process.env,
    ...(given.policy === undefined ? {} : { path: given.policy }),
  });
  const path = join(dataDir, 'settings.json');
  const settings = manageSettings(await openSettings({ path, log: silentLog, now: Date.now }), policy.policy);
  const token = given['token-env'] === undefined ? undefined : process.env[given['token-env']];
  const { findings, text, exitCode } = await runDoctor({
    baseUrl: given['base-url'] ?? settings.baseUrl(),
    ...(token === undefined ? {} : { token }),
    tokenStore: await openTokenStore({ log: silentLog }),
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    listPrinters,
    dataDir,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    env: process.env,
    policy,
    labelHosts: given['label-host'] ?? [],
    ...(given.grouping === undefined ? {} : { groupingId: Number(given.grouping) }),
    language: given.language === 'pt-BR' || given.language === 'en' ? given.language : settings.settings().language,
  });
  process.stdout.write(given.json ? `${JSON.stringify({ exitCode, findings })}\n` : text);
  return exitCode;
}

function readArguments() {
  try {
    const { values } = parseArgs({
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

/** Where Electron puts an application's data. */
function applicationData(): string {
  switch (platform) {
    case 'win32':
      return process.env['APPDATA'] ?? join(homedir(), 'AppData/Roaming');
    case 'darwin':
      return join(homedir(), 'Library/Application Support');
    case 'linux':
      return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  }
}

async function listPrinters(): Promise<Result<readonly string[]>> {
  if (platform !== 'win32') {
    const cups = createCupsSystem();
    const listed = await cups.list();
    cups.close();
    return listed.ok ? ok(listed.value.map(({ name }) => name)) : listed;
  }
  try {
    const command = 'Get-Printer | Select-Object -ExpandProperty Name';
    const { stdout } = await promisify(execFile)('powershell.exe', [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      command,
    ]);
    return ok(stdout.split(/\r?\n/).filter((name) => name !== ''));
  } catch {
    return failed(fault('printer-unavailable', { detail: 'Get-Printer' }));
  }
}
