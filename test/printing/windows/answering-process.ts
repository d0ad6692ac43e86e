import { connectToParent } from '../../../src/main/os/child-process.ts';
import { isThere } from '../../../src/main/os/worker.ts';
import type { WindowsReply, WindowsRequest } from '../../../src/main/printing/windows/types.ts';

/**
 * Replaces the print process: does as the printer name of its last message says. Its process id
 * replaces a job's id.
 */
const parent = connectToParent();
let printer = '';
parent.listen((message) => {
  const request = message as WindowsRequest;
  if ('printer' in request) ({ printer } = request);
  if (printer === 'hangs') for (;;);
  if (printer === 'falls' && request.type !== 'open') process.kill(process.pid, 'SIGABRT');
  const reply: WindowsReply =
    printer === 'breaks'
      ? { type: 'bug', what: 'TypeError' }
      : { type: 'opened', jobId: process.pid };
  parent.send(reply);
});
parent.send(isThere);
