import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { openTokenStore } from '../credentials/index.ts';
import { parseBaseUrl } from '../erp/index.ts';
import { silentLog } from '../os/log.ts';
import type { DispatchArguments } from './arguments.ts';
import { openPrintTarget } from './output/output.ts';
import { openServices } from './services.ts';
import { ship } from './ship.ts';
import { exitCodeOf, faultLines } from './output/summary.ts';
import type { ExitCode, Terminal } from './output/terminal.ts';
import { chooseText } from './output/text.ts';
import { openTokenSource } from './token-source.ts';
import type { Fault } from '../../shared/index.ts';

/** The main job on a real ERP. */
export async function runDispatch(terminal: Terminal, options: DispatchArguments): Promise<ExitCode> {
  const refuse = (fault: Fault): ExitCode => {
    terminal.err(faultLines(fault, terminal.language, chooseText(terminal.language).erpSays));
    return exitCodeOf(fault);
  };
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) return refuse(base.fault);
  const openKeychain = () => openTokenStore({ log: silentLog });
  const tokens = await openTokenSource(options.token, terminal, openKeychain, base.value.origin);
  if (!tokens.ok) return refuse(tokens.fault);
  const services = await openServices(terminal, {
    baseUrl: options.baseUrl,
    token: () => tokens.value.current(),
    dataDir: options.data === null ? applicationData(terminal.env) : resolve(options.data),
    outDir: resolve(options.out),
    paper: options.paper,
  });
  if (!services.ok) return refuse(services.fault);
  const output = await openPrintTarget(options.printer);
  try {
    if (!output.ok) return refuse(output.fault);
    return await ship(terminal, services.value, tokens.value, output.value, options);
  } finally {
    if (output.ok) output.value.close();
    await services.value.close();
  }
}

/** Where programs of each system keep their data. */
function applicationData(env: Terminal['env']): string {
  switch (process.platform) {
    case 'win32':
      return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Doca', 'command-line');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Doca', 'command-line');
    default:
      return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'doca', 'command-line');
  }
}
