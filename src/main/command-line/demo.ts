import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { need } from '../os/errors.ts';
import { describeKind, startSandbox } from '../../training-erp/index.ts';
import { parseDispatch, type ArgumentsOf } from './arguments.ts';
import { endedWell, type Ending } from './output/endings.ts';
import { say, type Terminal } from './output/terminal.ts';
import { openMergedFile } from './print-target.ts';
import { openServices } from './services.ts';
import { ship } from './ship.ts';
import { openTokenSource } from './token-source.ts';

/** Runs the main job on training data; leaves nothing behind but the requested files. */
export async function runDemo(terminal: Terminal, { sandbox: kind, out }: ArgumentsOf<'demo'>): Promise<Ending> {
  const sandbox = await startSandbox(kind);
  const { baseUrl, token, firstGroupingId } = sandbox;
  const ways = kind.kinds?.flatMap((one) => describeKind(one).carriers.map(({ labels }) => labels)) ?? [];
  const dataDir = await mkdtemp(join(tmpdir(), 'doca-demo-'));
  const { origin } = new URL(baseUrl);
  const store = await terminal.openTokenStore();
  try {
    say(terminal, `training ERP at ${baseUrl}`);
    need(await store.set(origin, token));
    const options = {
      ...parseDispatch([String(firstGroupingId), '--base-url', baseUrl]),
      concludeFirst: ways.some((way) => way?.from !== undefined),
      // The demo cannot fetch labels that are in a marketplace's panel.
      acceptMissing: ways.some((way) => way?.refusals !== undefined),
    };
    const own = { ...terminal, openTokenStore: () => Promise.resolve(store) };
    const tokens = await openTokenSource(options, own, origin);
    const memory = 'no keychain on this computer: the token stays in memory only';
    say(terminal, `${store.kind === 'keychain' ? "token read from the system's keychain" : memory}\n`);
    const services = openServices(terminal, {
      baseUrl,
      tokens,
      dataDir,
      stationDir: join(dataDir, 'station'),
      outDir: resolve(out),
      patienceMs: 0,
      findPrinter: () => Promise.resolve(null),
      // They are right, and reading them would only take time.
      readsLabels: false,
    });
    try {
      return await ship({ terminal, services, tokens, output: openMergedFile(), options });
    } finally {
      await services.close();
    }
  } finally {
    await store.remove(origin);
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function runSandbox(terminal: Terminal, { sandbox }: ArgumentsOf<'sandbox'>): Promise<Ending> {
  const running = await startSandbox(sandbox);
  say(terminal, `training ERP at ${running.baseUrl}\nCtrl+C to stop`);
  // On standard output, for a script or a person to copy.
  terminal.out(`base-url ${running.baseUrl}\ntoken ${running.token}\ngrouping ${running.firstGroupingId}\n`);
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  await running.close();
  return endedWell;
}
