import { fault } from '#shared/faults/faults.ts';
import { describeError, FaultError, readErrorCode, refuse } from '../os/errors.ts';
import { toDiskFault } from '../os/files.ts';
import { reportFault, type Ending } from './output/endings.ts';
import type { Terminal } from './output/terminal.ts';

/** Runs the work of a command; whatever it throws becomes the command's ending. */
export async function endAnyway(
  terminal: Pick<Terminal, 'err'>,
  work: () => Promise<Ending>,
): Promise<Ending> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof FaultError ? error.fault : toDiskFault(error);
    const defect = fault('internal', { detail: describeError(error), reached: 'maybe' });
    return reportFault(terminal, known ?? defect);
  }
}

/** Refuses an option whose value the system does not accept; any other error is a bug. */
export function refuseOption(option: string) {
  return (error: unknown): never => {
    const code = readErrorCode(error);
    if (code === null) throw error;
    refuse(`${option}: ${code}`);
  };
}
