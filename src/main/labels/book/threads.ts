import { setImmediate } from 'node:timers/promises';
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { Serial } from '#shared/serial.ts';
import { connectToParent } from '../../os/child-process.ts';
import { AskedWorker, isThere, runThread } from '../../os/worker.ts';
import type { LookOptions, PageEngine, PageFindings } from '../pdf/look/look.ts';
import { PdfDamage, PdfLocked, PdfUnrenderable, toPdfFaultKind } from '../pdf/syntax/errors.ts';
import type { LabelReader } from './label-reader.ts';
import type { Reply, Request, Settings } from './protocol.ts';

/** The work of a thread of the label process, which is its program started again. */
export interface ThreadData {
  readonly work: 'reading' | 'looking';
  readonly program: string;
}

/**
 * Does the work of the label process's thread that calls it: the main thread watches a second one,
 * which reads label files and has a third one draw their pages. `program` calls this in each.
 */
export async function runThreads(program: URL): Promise<void> {
  if (isMainThread || parentPort === null) keepWatch(program);
  else if ((workerData as ThreadData).work === 'reading') await readFiles(parentPort, program);
  else await drawPages(parentPort);
}

/** Often enough for any bomb: the fastest take some 2 GB a second. */
const measuredEveryMs = 20;
/** The heap of the reading thread, and of what it has just made. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 64 };
/** How long a process that gave up waits to be ended before it ends itself. */
const lastWordMs = 1_000;

/**
 * Passes requests to the reading thread and its answers back, and gives up if a label exceeds its
 * limits. V8's own limits do not count memory outside its heap, and V8 ends the whole process if it
 * cannot go on; therefore labels have their own.
 */
function keepWatch(program: URL): void {
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

/** Parses, draws and writes label files. */
async function readFiles(port: MessagePort, program: URL): Promise<void> {
  const engine = workInOwnThread(program.href);
  // PDFium starts while the library for PDFs is loaded, which takes as long.
  engine.warmUp();
  const [reading, { readSamples }] = await Promise.all([
    import('./label-reader.ts'),
    import('./warm-up.ts'),
  ]);
  /** One per book: nothing that one has read is there for the next. */
  let reader: LabelReader | null = null;
  const turns = new Serial();
  const samples = readSamples(engine);
  /** A label is asked for: it need not wait for the rest of the samples. */
  let isAsked = false;

  port.on('message', (request: Settings | Request) => {
    isAsked = request.type !== 'open';
    void turns.run(async () => port.postMessage(await answer(request)));
  });
  // If it fails, the first label reports the reason.
  void warmUp().catch(() => undefined);

  async function warmUp(): Promise<void> {
    for (let isDone = false; !isDone && !isAsked;) {
      const { done } = await turns.run(() => samples.next());
      isDone = done === true;
      await setImmediate();
    }
  }

  async function answer(request: Settings | Request): Promise<Reply | typeof isThere> {
    if (request.type === 'open') {
      reader = new reading.LabelReader(request, engine);
      return isThere;
    }
    if (reader === null) return { type: 'bug', message: `${request.type} without a book` };
    const reply = await reader.answer(request);
    if (request.type === 'close') reader = null;
    return reply;
  }
}

/** `options`: null to have the file written anew. */
interface LookRequest {
  readonly file: Uint8Array;
  readonly options: LookOptions | null;
}

type LookReply =
  /** A list that was not asked for is empty. */
  | {
      readonly type: 'done';
      readonly pages: readonly PageFindings[];
      readonly file: Uint8Array;
    }
  | { readonly type: 'refused'; readonly kind: string; readonly reason: string };

/**
 * Far longer than the fullest labels take; a drawing without end is not worth more of a person's
 * time.
 */
const lookTimeoutMs = 8_000;
/** Twenty times as long as a sheet full of text takes. */
const morePerPageMs = 100;

/**
 * PDFium in a thread of its own, which is ended if a file takes too long: a form of a few bytes
 * that draws another ten times, which draws a third ten times, and so on, would stop every printer.
 */
export function workInOwnThread(program: string, timeoutMs = lookTimeoutMs) {
  const workerData: ThreadData = { work: 'looking', program };
  const start = () => runThread(new Worker(new URL(program), { workerData }));
  const thread = new AskedWorker<LookRequest, LookReply>({ start, late: 'not drawn' });
  const ask = async (file: Uint8Array, options: LookOptions | null) => {
    const reply = await thread.ask(
      { file, options },
      timeoutMs + (options?.pages ?? 0) * morePerPageMs,
    );
    if (reply.type === 'died') throw new PdfUnrenderable(reply.reason);
    if (reply.type !== 'refused') return reply;
    if (reply.kind === 'label-encrypted') throw new PdfLocked();
    throw reply.kind === 'label-corrupt'
      ? new PdfDamage(reply.reason)
      : new PdfUnrenderable(reply.reason);
  };
  const engine: PageEngine = {
    look: async (pdf, options) => (await ask(pdf, options)).pages,
    rewrite: async (file) => (await ask(file, null)).file,
  };
  return { ...engine, warmUp: () => thread.warmUp() };
}

/** The other end of `workInOwnThread`. */
async function drawPages(port: MessagePort): Promise<void> {
  const { workInThisThread } = await import('../pdf/look/look.ts');
  const engine = workInThisThread();
  port.on('message', (request: LookRequest) => {
    void answer(request).then((reply) => port.postMessage(reply));
  });
  // Before the first page is there.
  await engine.start();
  port.postMessage(isThere);

  /** An unknown error ends this thread: PDFium's memory is spent, or cannot be trusted. */
  async function answer({ file, options }: LookRequest): Promise<LookReply> {
    try {
      if (options === null) return { type: 'done', pages: [], file: await engine.rewrite(file) };
      return { type: 'done', pages: await engine.look(file, options), file: new Uint8Array() };
    } catch (error) {
      const kind = toPdfFaultKind(error);
      if (kind === null || !(error instanceof Error)) throw error;
      return { type: 'refused', kind, reason: error.message };
    }
  }
}
