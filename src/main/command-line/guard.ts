import { fault } from '../../shared/index.ts';
import { describeError, FaultError } from '../os/errors.ts';
import { toDiskFault } from '../os/files.ts';
import { writeHelp, type Command } from './arguments.ts';
import { UsageError } from './options.ts';
import { exitCodes, tellFault, type Ending } from './output/endings.ts';
import type { Terminal } from './output/terminal.ts';

/**
 * Runs work; an error becomes the command's ending. A usage error shows the help of `command`,
 * null: of all.
 */
export async function endAnyway(
  terminal: Pick<Terminal, 'err'>,
  command: Command | null,
  work: () => Promise<Ending>,
): Promise<Ending> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${writeHelp(command)}`);
      return {
        exitCode: exitCodes.usage,
        fault: fault('invalid-input', { detail: error.message }),
        summary: null,
      };
    }
    const told = error instanceof FaultError ? error.fault : toDiskFault(error);
    if (told?.kind === 'invalid-input' && command !== null) terminal.err(`${writeHelp(command)}\n`);
    return tellFault(
      terminal,
      told ?? fault('internal', { detail: describeError(error), reached: 'maybe' }),
    );
  }
}
