import { parseArguments, UsageError } from './arguments.ts';
import { help } from './help.ts';
import { exitCodes, type ExitCode, type Terminal } from './output/terminal.ts';

export { languageOf, type ExitCode, type Terminal } from './output/terminal.ts';

/** Runs one command line and gives its exit code. Commands are loaded when they are asked for. */
export async function run(argv: readonly string[], terminal: Terminal, version: string): Promise<ExitCode> {
  try {
    const options = parseArguments(argv);
    switch (options.command) {
      case 'help':
        terminal.out(help(options.about));
        return exitCodes.done;
      case 'version':
        terminal.out(`${version}\n`);
        return exitCodes.done;
      case 'demo':
        return await (await import('./demo.ts')).demo(terminal, options);
      case 'dispatch':
        return await (await import('./dispatch.ts')).dispatch(terminal, options);
      case 'sandbox':
        return await (await import('./sandbox.ts')).sandbox(terminal, options);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`${error.message}\n\n${help(null)}`);
    return exitCodes.usage;
  }
}
