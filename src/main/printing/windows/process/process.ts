import { connectToParent } from '../../../os/child-process.ts';
import { isThere } from '../../../os/worker.ts';
import type { WindowsRequest } from '../types.ts';
import { Desk } from './desk.ts';
import { Native } from './native.ts';

/**
 * Windows' print process (see `spooler.ts`): drivers run here, and one that hangs or crashes takes
 * only this.
 */
const parent = connectToParent();
const native = new Native();
// Version 4 drivers consist of COM objects.
const apartment = 2;
native.call('CoInitializeEx', 0, apartment);
const desk = new Desk(native);

parent.listen((message) => {
  void desk.answer(message as WindowsRequest).then((reply) => {
    parent.send(reply);
  });
});
parent.send(isThere);
