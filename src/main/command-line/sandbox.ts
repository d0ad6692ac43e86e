import { once } from 'node:events';
import { startSandbox } from '../../training-erp/index.ts';
import type { SandboxOptions } from '../../training-erp/index.ts';
import { endedWell, type Ending } from './output/summary.ts';
import type { Terminal } from './output/terminal.ts';
import { text } from './output/text.ts';

/** Runs the training ERP until it is stopped. */
export async function runSandbox(terminal: Terminal, options: SandboxOptions): Promise<Ending> {
  const running = await startSandbox(options);
  terminal.err(`${text.sandboxAt(running.baseUrl)}\n${text.stopHint}\n`);
  // On standard output, for a script or a person to copy.
  terminal.out(`base-url ${running.baseUrl}\ntoken ${running.token}\ngrouping ${running.firstGroupingId}\n`);
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  await running.close();
  return endedWell;
}
