import { parseArguments, writeHelp } from './arguments.ts';
import { UsageError } from './options.ts';
import { fault } from '../../shared/index.ts';
import { describeError, FaultError } from '../os/errors.ts';
import { toDiskFault } from '../os/files.ts';
import { endedWell, exitCodes, tellFault, writeJson, type Ending, type ExitCode } from './output/endings.ts';
import type { Terminal } from './output/terminal.ts';

export { openInBrowser } from './workstation/open-browser.ts';
export type { ExitCode } from './output/endings.ts';
export type { Terminal } from './output/terminal.ts';

/** Runs one command line and returns its exit code; with `--json`, the last line of the output is always JSON. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const ending = await runCommand(argv, terminal);
  if (argv.includes('--json')) terminal.out(`${writeJson(ending)}\n`);
  return ending.exitCode;
}

/** Commands are loaded on demand. */
async function runCommand(argv: readonly string[], terminal: Terminal): Promise<Ending> {
  try {
    const options = parseArguments(argv);
    switch (options.command) {
      case 'help':
        terminal.out(writeHelp(options.about));
        return endedWell;
      case 'version':
        terminal.out(`${terminal.version}\n`);
        return endedWell;
      case 'demo':
        return await (await import('./demo.ts')).runDemo(terminal, options);
      case 'dispatch':
        return await (await import('./dispatch.ts')).runDispatch(terminal, options);
      case 'sandbox':
        return await (await import('./demo.ts')).runSandbox(terminal, options);
      case 'login':
        return await (await import('./sign-in.ts')).runLogin(terminal, options);
      case 'logout':
        return await (await import('./sign-in.ts')).runLogout(terminal, options);
      case 'whoami':
        return await (await import('./sign-in.ts')).runWhoami(terminal, options);
      case 'verify':
        return await (await import('./installed/verify.ts')).verifyFile(terminal, options.args);
      case 'set-secret':
        return await (await import('./sign-in.ts')).runSetSecret(terminal, options);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${writeHelp(null)}`);
      return { exitCode: exitCodes.usage, fault: fault('invalid-input', { detail: error.message }), summary: null };
    }
    const told = error instanceof FaultError ? error.fault : toDiskFault(error);
    return tellFault(terminal, told ?? fault('internal', { detail: describeError(error), reached: 'maybe' }));
  }
}
