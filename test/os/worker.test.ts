import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { AskedWorker, runThread } from '../../src/main/os/worker.ts';

const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (request) => {
    if (request === 'hang') for (;;);
    parentPort.postMessage(request);
  });
  parentPort.postMessage('there');
`;

it('starts a thread only when the one before it has ended', async () => {
  const seen: string[] = [];
  const worker = new AskedWorker<string, string>({
    start: () => {
      seen.push('start');
      const thread = new Worker(program, { eval: true });
      thread.on('exit', () => seen.push('end'));
      return runThread(thread);
    },
    late: 'no answer',
  });
  expect(await worker.ask('hang', 200)).toEqual({ type: 'died', why: 'no answer after 200 ms', guilty: true });
  expect(await worker.ask('word', 60_000)).toBe('word');
  expect(seen).toEqual(['start', 'end', 'start']);
  await worker.stop('closed');
  expect(seen).toEqual(['start', 'end', 'start', 'end']);
});

it('gives up a request that waits for the end of the thread before it', async () => {
  const worker = new AskedWorker<string, string>({
    start: () => runThread(new Worker(program, { eval: true })),
    late: 'no answer',
  });
  await worker.ask('hang', 200);
  const asked = worker.ask('word', 60_000);
  await worker.stop('closed');
  expect(await asked).toEqual({ type: 'died', why: 'closed', guilty: false });
});
