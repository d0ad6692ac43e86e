import { constants, setPriority } from 'node:os';
import { connectToParent } from '../../os/child-process.ts';
import { isThere } from '../../os/worker.ts';
import { FileReading } from './file-reading.ts';
import type { ReadReply, ReadRequest } from './protocol.ts';

/**
 * The code process: reads the codes on labels that are there already. Whatever else this computer does comes first. It is
 * a process and not a thread because the system gives priorities to processes, and because a file that brings PDFium down
 * must not take the labels with it that are to be printed.
 */
try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Not allowed here: reading goes on as it is.
}
process.on('SIGINT', () => undefined);

const reading = new FileReading();
const parent = connectToParent();
parent.listen((message) => {
  const { path, choice } = message as ReadRequest;
  void reading.read(path, choice).then(
    (result) => parent.send({ type: 'read', reading: result } satisfies ReadReply),
    // PDFium's memory is not to be trusted after it.
    () => process.exit(1),
  );
});
parent.send(isThere);
