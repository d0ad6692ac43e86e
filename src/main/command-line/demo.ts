import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { labelPaper, type Result } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import { describeKind, startSandbox } from '../../training-erp/index.ts';
import type { DemoArguments } from './arguments.ts';
import { openMergedFile } from './output/output.ts';
import { openServices } from './services.ts';
import { ship } from './ship.ts';
import { tellFault, type Ending } from './output/summary.ts';
import type { Terminal } from './output/terminal.ts';
import { text } from './output/text.ts';
import { openTokenSource, type TokenSource } from './token-source.ts';

/** Runs the main job on training data; leaves nothing behind but the requested files. */
export async function runDemo(terminal: Terminal, options: DemoArguments): Promise<Ending> {
  const sandbox = await startSandbox(options.sandbox);
  const ways = options.sandbox.kinds?.flatMap((kind) => describeKind(kind).carriers.map(({ labels }) => labels)) ?? [];
  const dataDir = await mkdtemp(join(tmpdir(), 'doca-demo-'));
  const origin = new URL(sandbox.baseUrl).origin;
  const store = await terminal.openTokenStore();
  try {
    terminal.err(`${text.sandboxAt(sandbox.baseUrl)}\n`);
    const tokens = await takeToken(terminal, store, origin, sandbox.token);
    if (!tokens.ok) return tellFault(terminal, tokens.fault);
    const services = openServices(terminal, {
      baseUrl: sandbox.baseUrl,
      tokens: tokens.value,
      dataDir,
      stationDir: join(dataDir, 'station'),
      outDir: resolve(options.out),
      paper: labelPaper,
      patienceMs: 0,
      findPrinter: () => Promise.resolve(null),
      // They are right, and reading them would only take time.
      readsLabels: false,
    });
    if (!services.ok) return tellFault(terminal, services.fault);
    try {
      return await ship(terminal, services.value, tokens.value, openMergedFile(), {
        number: sandbox.firstGroupingId,
        conclude: true,
        concludeFirst: ways.some((way) => way?.from !== undefined),
        acceptFewer: false,
        acceptMany: false,
        acceptOther: false,
        acceptCancelled: false,
        printCancelled: false,
        printUnauthorised: false,
        pages: null,
        labelsAnyway: false,
        // The demo cannot fetch labels that are in a marketplace's panel.
        acceptMissing: ways.some((way) => way?.refusals !== undefined),
        acceptChanges: false,
        conclusionWas: null,
        printWas: null,
        printJob: null,
      });
    } finally {
      await services.value.close();
    }
  } finally {
    await store.remove(origin);
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeToken(
  terminal: Terminal,
  store: TokenStore,
  origin: string,
  token: string,
): Promise<Result<TokenSource>> {
  const stored = await store.set(origin, token);
  if (!stored.ok) return stored;
  const own = { ...terminal, openTokenStore: () => Promise.resolve(store) };
  const tokens = await openTokenSource({ from: 'kept' }, own, origin);
  if (tokens.ok) terminal.err(`${store.kind === 'keychain' ? text.tokenInKeychain : text.tokenInMemory}\n\n`);
  return tokens;
}
