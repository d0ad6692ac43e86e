import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { openInBrowser, run } from './command-line/index.ts';
import { openTokenStore } from './credentials/index.ts';
import { forkProgram } from './os/child-process.ts';
import { silentLog } from './os/log.ts';
import { useSystemNetwork } from './os/network/system-network.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort(new DOMException('stopped', 'AbortError'));
  });
}

// Work goes on if nobody reads its output any more.
for (const out of [process.stdout, process.stderr]) out.on('error', () => undefined);

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  version,
  errIsTty: process.stderr.isTTY,
  columns: process.stderr.isTTY ? process.stderr.columns : 80,
  home: homedir(),
  env: process.env,
  stdin: () => createInterface({ input: process.stdin, crlfDelay: Infinity }),
  openTokenStore: () => openTokenStore({ log: silentLog }),
  openBrowser: openInBrowser,
  useNetwork: () => useSystemNetwork(process.env),
  startLabelProcess: () => forkProgram(new URL('labels/book/process.ts', import.meta.url)),
  startCodeProcess: () => forkProgram(new URL('labels/codes/process.ts', import.meta.url)),
  startPrintProcess: () =>
    forkProgram(new URL('printing/windows/process/process.ts', import.meta.url)),
  signal: stopping.signal,
});
// A terminal that was read would keep this program from ending.
process.stdin.pause();
