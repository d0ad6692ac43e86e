import { Worker } from 'node:worker_threads';
import { connectToParent } from '../../os/child-process.ts';
import type { isThere } from '../../os/worker.ts';
import type { ThreadData } from './looking.ts';
import type { Reply, Request, Settings } from './protocol.ts';

/** Often enough for any bomb: the fastest take some 2 GB a second. */
const measuredEveryMs = 20;
/** The heap of the reading thread, and of what it has just made. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 64 };
/** How long a process that gave up waits to be ended before it ends itself. */
const lastWordMs = 1_000;

/**
 * The label process's main thread: passes requests to the reading thread, which is `program`
 * started once more, and its answers back, and gives up if a label exceeds its limits. V8's own
 * limits do not count memory outside its heap, and V8 ends the whole process if it cannot go on;
 * therefore labels have their own.
 */
export function keepWatch(program: URL): void {
  const { listen, send } = connectToParent();
  const workerData: ThreadData = { work: 'reading', program: program.href };
  // Before the first book is there.
  const thread = new Worker(program, { workerData, resourceLimits });
  let maxGrowthBytes = 0;
  /** In turn: the thread works on the first. */
  const asked: (Settings | Request)[] = [];
  let measuring: NodeJS.Timeout | undefined;
  let isReady = false;
  let isOver = false;
  // Once, as the last message: the parent takes each message as the answer to its oldest request.
  const giveUp = (reason: string) => {
    clearInterval(measuring);
    if (isOver) return;
    isOver = true;
    if (!isReady) process.exit(1);
    send({ type: 'spent', reason } satisfies Reply);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastWordMs);
  };
  const watchFirst = () => {
    clearInterval(measuring);
    const type = asked[0]?.type;
    if (type !== 'prepare' && type !== 'draw' && type !== 'draw-danfe' && type !== 'split') return;
    const before = process.memoryUsage.rss();
    measuring = setInterval(() => {
      const grown = process.memoryUsage.rss() - before;
      if (grown > maxGrowthBytes) giveUp(`took more than ${maxGrowthBytes >> 20} MB of memory`);
    }, measuredEveryMs);
  };
  thread.on('message', (message: Reply | typeof isThere) => {
    if (isOver) return;
    isReady = true;
    asked.shift();
    watchFirst();
    send(message);
  });
  thread.on('error', (error) => giveUp(error instanceof Error ? error.message : 'unknown'));
  thread.on('exit', (code) => giveUp(`exited with ${code}`));
  listen((message) => {
    const request = message as Settings | Request;
    if (request.type === 'open') maxGrowthBytes = request.maxGrowthBytes;
    asked.push(request);
    if (asked.length === 1) watchFirst();
    thread.postMessage(request);
  });
}
