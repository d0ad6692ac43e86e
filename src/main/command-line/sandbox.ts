import { once } from 'node:events';
import { startSandbox } from '../../training-erp/index.ts';
import type { ArgumentsOf } from './arguments.ts';
import { refuseOption } from './guard.ts';
import { endedWell, type Ending } from './output/endings.ts';
import { say, type Terminal } from './output/terminal.ts';

export async function runSandbox(
  terminal: Terminal,
  { sandbox }: ArgumentsOf<'sandbox'>,
): Promise<Ending> {
  const running = await startSandbox(sandbox).catch(refuseOption(`--port ${sandbox.port}`));
  say(terminal, `training ERP at ${running.baseUrl}\nCtrl+C to stop`);
  // On standard output, for a script or a person to copy.
  terminal.out(
    `base-url ${running.baseUrl}\ntoken ${running.token}\ngrouping ${running.firstGroupingId}\n`,
  );
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  await running.close();
  return endedWell;
}
