import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '#shared/contract/settings.ts';
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
  try {
    say(terminal, `training ERP at ${baseUrl}\n`);
    const given = [String(firstGroupingId), '--base-url', baseUrl, '--token-env', 'TOKEN'];
    const options = {
      ...parseDispatch([...given, '--patience', '0']),
      data: dataDir,
      out,
      conclude: ways.some((way) => way?.from !== undefined) ? ('first' as const) : null,
      // The demo cannot fetch labels that are in a marketplace's panel.
      accept: ways.some((way) => way?.refusals !== undefined) ? (['missing'] as const) : [],
    };
    const own = { ...terminal, home: dataDir, env: { TOKEN: token }, machine: [] };
    return await dispatchFrom(noWorkstation, own, options);
  } finally {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
