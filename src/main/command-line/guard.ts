import { fault } from '#shared/faults/faults.ts';
import { describeError, FaultError } from '../os/errors.ts';
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
