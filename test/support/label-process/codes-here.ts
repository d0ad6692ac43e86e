import { FileReading } from '../../../src/main/labels/codes/file-reading.ts';
import type { ReadRequest } from '../../../src/main/labels/codes/protocol.ts';
import type { StartCodeProcess } from '../../../src/main/labels/index.ts';
import { isThere } from '../../../src/main/os/worker.ts';

/**
 * Does the code process's work in the test's own process; a file that crashes it crashes the test.
 */
export const readCodesHere: StartCodeProcess = () => {
  const reading = new FileReading();
  let heard: (message: unknown) => void = () => undefined;
  return {
    send: (message) => {
      void reading
        .answer(structuredClone(message) as ReadRequest)
        .then((reply) => heard(structuredClone(reply)));
    },
    listen: (hear) => {
      heard = hear;
      queueMicrotask(() => heard(isThere));
    },
    keepAlive: () => undefined,
    release: () => undefined,
    end: () => Promise.resolve(),
  };
};
