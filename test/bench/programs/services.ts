import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServices } from '../../../src/main/command-line/services.ts';
import type { Terminal } from '../../../src/main/command-line/output/terminal.ts';
import { testPrinting } from '../../support/print-on.ts';

/** Opens services for this ERP in a folder of their own, with a token that never expires. */
export async function openBenchServices(
  terminal: Terminal,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  readsLabels: boolean,
) {
  const dir = await mkdtemp(join(tmpdir(), 'doca-bench-'));
  const tokens = {
    current: () => Promise.resolve(token),
    renew: () => Promise.reject(new Error('the token is refused')),
    session: null,
  };
  const services = openServices(terminal, {
    baseUrl,
    tokens,
    dataDir: join(dir, 'data'),
    stationDir: join(dir, 'station'),
    outDir: join(dir, 'out'),
    patienceMs: 0,
    readsLabels,
    printing: testPrinting,
  });
  return { services, tokens, dir };
}
