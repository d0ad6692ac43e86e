import { parseArguments, UsageError } from './arguments.ts';
import { writeHelp } from './help.ts';
import { exitCodes, type ExitCode, type Terminal } from './output/terminal.ts';

export { chooseLanguage, type ExitCode, type Terminal } from './output/terminal.ts';

/** Runs one command line and gives its exit code. Commands are loaded when they are asked for. */
export async function run(argv: readonly string[], terminal: Terminal, version: string): Promise<ExitCode> {
  try {
    const options = parseArguments(argv);
    switch (options.command) {
      case 'help':
        terminal.out(writeHelp(options.about));
        return exitCodes.done;
      case 'version':
        terminal.out(`${version}\n`);
        return exitCodes.done;
      case 'demo':
        return await (await import('./demo.ts')).runDemo(terminal, options);
      case 'dispatch':
        return await (await import('./dispatch.ts')).runDispatch(terminal, options);
      case 'sandbox':
        return await (await import('./sandbox.ts')).runSandbox(terminal, options.sandbox);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`${error.message}\n\n${writeHelp(null)}`);
    return exitCodes.usage;
  }
}
