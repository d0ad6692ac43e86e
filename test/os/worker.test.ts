import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
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
  expect(await worker.ask('hang', 200)).toEqual({
    type: 'died',
    reason: 'no answer after 200 ms',
    guilty: true,
  });
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
  expect(await asked).toEqual({ type: 'died', reason: 'closed', guilty: false });
});

it('treats a thread with another first message as not started', async () => {
  const gone = `require('node:worker_threads').parentPort.postMessage('gone')`;
  const worker = new AskedWorker<string, string>({
    start: () => runThread(new Worker(gone, { eval: true })),
    late: 'no answer',
  });
  expect(await worker.ask('word', 60_000)).toEqual({
    type: 'died',
    reason: 'did not start',
    guilty: false,
  });
  await worker.stop('closed');
});

it('ends a thread after some time without a request, and never during one', async () => {
  const seen: string[] = [];
  const slow = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (request) => setTimeout(() => parentPort.postMessage(request), 400));
    parentPort.postMessage('there');
  `;
  const worker = new AskedWorker<string, string>({
    start: () => {
      seen.push('start');
      const thread = new Worker(slow, { eval: true });
      thread.on('exit', () => seen.push('end'));
      return runThread(thread);
    },
    late: 'no answer',
    idleMs: 100,
  });
  const asked = worker.ask('word', 60_000);
  // Another request is about to come: the running one goes on.
  worker.warmUp();
  expect(await asked).toBe('word');
  expect(seen).toEqual(['start']);
  await expect.poll(() => seen).toEqual(['start', 'end']);
  worker.warmUp();
  await expect.poll(() => seen).toEqual(['start', 'end', 'start', 'end']);
});

describe('a runner with several requests at a time', () => {
  it('answers them in turn', async () => {
    const worker = new AskedWorker<string, string>({
      start: () => runThread(new Worker(program, { eval: true })),
      late: 'no answer',
    });
    const words = Array.from({ length: 20 }, (_, index) => `word ${index}`);
    const answers = Promise.all(words.map((word) => worker.ask(word, 60_000)));
    expect(worker.waiting).toBe(20);
    expect(await answers).toEqual(words);
    expect(worker.waiting).toBe(0);
    await worker.stop('closed');
  });

  it('is late only with the current one', async () => {
    const worker = new AskedWorker<string, string>({
      start: () => runThread(new Worker(program, { eval: true })),
      late: 'no answer',
    });
    const [first, hanging, behind] = [
      worker.ask('word', 60_000),
      worker.ask('hang', 400),
      worker.ask('word', 60_000),
    ] as const;
    expect(await first).toBe('word');
    expect(await hanging).toEqual({ type: 'died', reason: 'no answer after 400 ms', guilty: true });
    expect(await behind).toEqual({ type: 'died', reason: 'no answer after 400 ms', guilty: false });
    expect(await worker.ask('word', 60_000)).toBe('word');
    await worker.stop('closed');
  });

  it('crashes without blaming a request', async () => {
    const falling = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (request) => process.exit(3));
      parentPort.postMessage('there');
    `;
    const worker = new AskedWorker<string, string>({
      start: () => runThread(new Worker(falling, { eval: true })),
      late: 'no answer',
    });
    const both = await Promise.all(['one', 'other'].map((word) => worker.ask(word, 60_000)));
    expect(both).toEqual(
      both.map(() => ({ type: 'died', reason: 'exited with 3', guilty: false })),
    );
    expect(await worker.ask('one', 60_000)).toEqual({
      type: 'died',
      reason: 'exited with 3',
      guilty: true,
    });
  });
});
