import { fail, fault, ok, type Result } from '#shared/faults/faults.ts';
import { systemClock as clock } from '../../os/clock.ts';
import { checkReadable, refuseUnavailable, waiting } from '../queue/print-queue.ts';
import { followJob, withdraw, type SpoolTiming } from '../queue/system-job.ts';
import type { PrintFile, Printer, SpoolListener, SpoolOutcome, SystemPrinters } from '../types.ts';
import {
  createCommandRunner,
  readComplaint,
  readJobId,
  makeLpArguments,
  makeReleaseArguments,
  type RunCommand,
} from './commands.ts';
import { createEarlierJobs } from './earlier-jobs.ts';
import {
  CupsUnreachable,
  createIppClient,
  failIfUnreachable,
  parseCupsAddress,
  type IppClient,
} from './ipp-client.ts';
import { cupsTiming, openCupsJob, type CupsTools } from './job.ts';
import { listQueues, sampleQueue, type QueueSample } from './queues.ts';

/**
 * Printing and cancelling use CUPS' own commands, which know the system's authentication; a job is
 * held until its id was reported; its end is read over IPP, because `lpstat` calls every finished
 * job completed, even a failed one.
 */
export function createCupsSystem(
  options: {
    /** Of the CUPS commands; its `CUPS_SERVER` is obeyed. */
    readonly env?: NodeJS.ProcessEnv;
    readonly timing?: Partial<SpoolTiming>;
  } = {},
): SystemPrinters {
  const run = createCommandRunner(options.env);
  const timing = { ...cupsTiming, ...options.timing };
  const connection = connect(run);
  return {
    list: () =>
      failIfUnreachable('printer-unavailable', async () =>
        ok(await listQueues(await connection.open())),
      ),
    open: (name) =>
      createCupsPrinter(name, async () => ({ ipp: await connection.open(), run, clock, timing })),
    resume: async (printer) => {
      const { code, stderr } = await run('cupsenable', [printer]);
      return code === 0 ? ok() : refuseUnavailable(readComplaint(stderr));
    },
    close: connection.close,
  };
}

/** Asks once for CUPS' address, and again after a failed attempt. */
function connect(run: RunCommand) {
  let client: Promise<IppClient> | null = null;
  const find = async (): Promise<IppClient> => {
    const { stdout, code } = await run('lpstat', ['-H']);
    const address = code === 0 ? parseCupsAddress(stdout) : null;
    if (address === null) throw new CupsUnreachable('CUPS is not installed here');
    return createIppClient(address);
  };
  return {
    open: (): Promise<IppClient> => {
      client ??= find().catch((error: unknown) => {
        client = null;
        throw error;
      });
      return client;
    },
    close: (): void => {
      client?.then((ipp) => ipp.close()).catch(() => undefined);
      client = null;
    },
  };
}

function createCupsPrinter(name: string, open: () => Promise<CupsTools>): Printer {
  return {
    name,
    earlier: createEarlierJobs(name, open),
    print: (file, signal, onEvent) =>
      failIfUnreachable('printer-unavailable', async () => {
        if (signal?.aborted === true) return fail('cancelled');
        const readable = await checkReadable(file.path);
        if (!readable.ok) return readable;
        const tools = await open();
        const queue = await checkQueue(tools.ipp, name, file);
        return queue.ok ? submit(queue.value, file, tools, signal, onEvent) : queue;
      }),
  };
}

/**
 * Before anything is queued: a job for a printer that cannot print would come out later, as a
 * surprise.
 */
async function checkQueue(
  ipp: IppClient,
  name: string,
  file: PrintFile,
): Promise<Result<QueueSample>> {
  const queue = await sampleQueue(ipp, name);
  if (queue === null) return refuseUnavailable('there is no such printer');
  if (queue.stopped) return refuseUnavailable(queue.message ?? 'the printer is paused');
  if (!queue.accepting) return refuseUnavailable(queue.message ?? 'the printer accepts no jobs');
  if (queue.raw && file.kind === 'pdf')
    return refuseUnavailable('a printer without driver cannot print PDF');
  return ok(queue);
}

async function submit(
  { name, holdUntil }: QueueSample,
  file: PrintFile,
  tools: CupsTools,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener | undefined,
): Promise<Result<SpoolOutcome>> {
  const { run } = tools;
  const end = await run('lp', makeLpArguments(name, file));
  const jobId = readJobId(end.stdout);
  if (jobId === null) {
    if (!end.started) return refuseUnavailable('there is no lp command');
    const detail = readComplaint(end.stderr) ?? 'lp gave no job';
    // Ended by its time limit: the job may be in the queue, under an unknown id.
    if (end.code === null || end.code === 0)
      return fail('print-unknown', { detail, reached: 'maybe' });
    return refuseUnavailable(detail);
  }
  onEvent?.({ ...waiting, jobId: String(jobId) });
  const job = openCupsJob(tools, name, jobId);
  if (signal?.aborted === true) return withdraw(job, fault('cancelled'));
  const released = await run('lp', makeReleaseArguments(jobId, holdUntil));
  if (released.code === 0) return followJob(job, signal, onEvent);
  const detail = readComplaint(released.stderr) ?? 'lp did not let the job go';
  return withdraw(job, fault('printer-unavailable', { detail, reached: 'no' }));
}
