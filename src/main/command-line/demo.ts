import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '#shared/contract/settings.ts';
import { need } from '../os/errors.ts';
import { noPolicy } from '../policy/index.ts';
import { describeKind, startSandbox } from '../../training-erp/index.ts';
import { parseDispatch, type ArgumentsOf } from './arguments.ts';
import { dispatchFrom } from './dispatch.ts';
import type { Ending } from './output/endings.ts';
import { say, type Terminal } from './output/terminal.ts';

/** Nothing of this computer has a part in the demo. */
const noWorkstation = {
  policy: noPolicy,
  // The labels are right, and reading them would only take time.
  settings: { ...defaultSettings, readLabels: false },
  sharedPlace: null,
  retiredPrinters: [],
};

/** Runs the main job on training data; leaves nothing behind but the requested files. */
export async function runDemo(
  terminal: Terminal,
  { sandbox: kind, out }: ArgumentsOf<'demo'>,
): Promise<Ending> {
  const sandbox = await startSandbox(kind);
  const { baseUrl, token, firstGroupingId } = sandbox;
  const ways =
    kind.kinds?.flatMap((one) => describeKind(one).carriers.map(({ labels }) => labels)) ?? [];
  const dataDir = await mkdtemp(join(tmpdir(), 'doca-demo-'));
  const { origin } = new URL(baseUrl);
  const store = await terminal.openTokenStore();
  try {
    say(terminal, `training ERP at ${baseUrl}`);
    need(await store.set(origin, token));
    const memory = 'no keychain on this computer: the token stays in memory only';
    say(
      terminal,
      `${store.kind === 'keychain' ? "token kept in the system's keychain" : memory}\n`,
    );
    const options = {
      ...parseDispatch([String(firstGroupingId), '--base-url', baseUrl, '--patience', '0']),
      data: dataDir,
      out,
      conclude: ways.some((way) => way?.from !== undefined) ? ('first' as const) : null,
      // The demo cannot fetch labels that are in a marketplace's panel.
      accept: ways.some((way) => way?.refusals !== undefined) ? (['missing'] as const) : [],
    };
    const own = {
      ...terminal,
      home: dataDir,
      env: {},
      machine: [],
      openTokenStore: () => Promise.resolve(store),
    };
    return await dispatchFrom(noWorkstation, own, options);
  } finally {
    await store.remove(origin);
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
