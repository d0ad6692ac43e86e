import { constants, getPriority, setPriority } from 'node:os';
import { connectToParent } from '../../os/child-process.ts';
import { isThere } from '../../os/worker.ts';
import { FileReading } from './file-reading.ts';
import type { ReadRequest } from './protocol.ts';

/**
 * The code process: reads the codes on labels that are stored already. It is a process and not a
 * thread because the system gives priorities to processes, and because a file that crashes PDFium
 * must not take labels with it that are to be printed.
 *
 * With `--background` (the window, where people work meanwhile) other programs come first, but not
 * at the lowest priority: on a computer that is always busy it would never run, and an unread label
 * stops no wrong print. Without it (the command line, which waits for it) it has normal priority.
 */
if (process.argv.includes('--background')) {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Not allowed here: it keeps its priority.
  }
}

const reading = new FileReading();
const parent = connectToParent();
parent.listen((message) => {
  void reading.answer(message as ReadRequest).then(
    parent.send,
    // PDFium's memory cannot be trusted after it.
    () => process.exit(1),
  );
});
parent.send(isThere);
