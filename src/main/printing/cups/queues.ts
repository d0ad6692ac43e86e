import { userInfo } from 'node:os';
import type { PrinterCondition, PrinterDescription } from '../types.ts';
import {
  groupTags,
  readNumber,
  operations,
  status,
  readText,
  readTexts,
  type IppAttributes,
  type IppRequest,
  type IppRequestAttribute,
} from './ipp.ts';
import { CupsUnreachable, type IppClient } from './ipp-client.ts';

export type QueueSample = Readonly<ReturnType<typeof readQueueSample>>;

export type JobSample = Readonly<NonNullable<Awaited<ReturnType<typeof sampleJob>>>>;

const queueAttributes = [
  'printer-name',
  'printer-make-and-model',
  'printer-type',
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
  'job-hold-until-default',
];
const jobAttributes = [
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-printer-state-message',
  'time-at-processing',
];

/** Null if there is no such queue. Rejects with `CupsUnreachable`. */
export async function sampleQueue(ipp: IppClient, name: string): Promise<QueueSample | null> {
  const found = await askOne(ipp, 'printer', makeQueueUri(name), queueAttributes);
  return found === null ? null : readQueueSample(found);
}

/** Null if CUPS has no record of this job (any more). Rejects with `CupsUnreachable`. */
export async function sampleJob(ipp: IppClient, jobId: number) {
  const found = await askOne(ipp, 'job', `ipp://localhost/jobs/${jobId}`, jobAttributes);
  if (found === null) return null;
  return {
    /** Null if CUPS hides it from anybody but the job's owner, and does not recognise us. */
    name: readText(found, 'job-name'),
    /** As in RFC 8011, 3 (pending) to 9 (completed). */
    state: readNumber(found, 'job-state') ?? 0,
    reasons: readTexts(found, 'job-state-reasons').filter((reason) => reason !== 'none'),
    message: readText(found, 'job-printer-state-message'),
    startedAtSeconds: readNumber(found, 'time-at-processing'),
  };
}

/** Returns the jobs of this name in the queue. Rejects with `CupsUnreachable`. */
export async function findJobs(
  ipp: IppClient,
  queue: string,
  name: string,
): Promise<readonly number[]> {
  const groups = await askFor(ipp, 'job', {
    operation: operations.getJobs,
    attributes: [
      { name: 'printer-uri', tag: 'uri', values: [makeQueueUri(queue)] },
      nameUser(),
      requestAttributes(['job-id', 'job-name']),
    ],
  });
  return groups
    .filter((job) => readText(job, 'job-name') === name)
    .map((job) => readNumber(job, 'job-id'))
    .filter((id) => id !== null);
}

export async function listQueues(ipp: IppClient): Promise<readonly PrinterDescription[]> {
  const [all, chosen] = await Promise.all([
    askFor(ipp, 'printer', {
      operation: operations.cupsGetPrinters,
      attributes: [requestAttributes(queueAttributes)],
    }),
    askFor(ipp, 'printer', {
      operation: operations.cupsGetDefault,
      attributes: [requestAttributes(['printer-name'])],
    }),
  ]);
  const [first] = chosen;
  const defaultName = first === undefined ? null : readText(first, 'printer-name');
  return all
    .map(readQueueSample)
    .filter(({ name }) => name !== '')
    .map((sample) => ({
      name: sample.name,
      kind: 'system',
      isDefault: sample.name === defaultName,
      accepts: listAccepted(sample),
      state: nameState(sample),
      conditions: readConditions(sample),
      reason: sample.message,
    }));
}

function listAccepted({ raw, model }: QueueSample): PrinterDescription['accepts'] {
  if (raw) return ['zpl'];
  return /zebra|zpl/i.test(model) ? ['pdf', 'zpl'] : ['pdf'];
}

function nameState({ stopped, accepting, printing }: QueueSample): PrinterDescription['state'] {
  if (stopped || !accepting) return 'stopped';
  return printing ? 'printing' : 'ready';
}

function readQueueSample(attributes: IppAttributes) {
  const state = readNumber(attributes, 'printer-state');
  const model = readText(attributes, 'printer-make-and-model') ?? '';
  const type = readNumber(attributes, 'printer-type') ?? 0;
  // A class (bit 0) has its members' drivers, a queue of another server (bit 1) that server's.
  return {
    name: readText(attributes, 'printer-name') ?? '',
    model,
    stopped: state === 5,
    printing: state === 4,
    accepting: attributes.get('printer-is-accepting-jobs')?.[0] !== false,
    /** Without driver: data reach the printer unchanged. */
    raw: (type & 3) === 0 && /^(?:Local |Remote )?Raw Printer$/i.test(model),
    reasons: readTexts(attributes, 'printer-state-reasons').filter((reason) => reason !== 'none'),
    message: readText(attributes, 'printer-state-message'),
    /** The queue's rule for jobs without their own: `no-hold`, or until when it holds them. */
    holdUntil: readText(attributes, 'job-hold-until-default') ?? 'no-hold',
  };
}

/**
 * CUPS adds a severity (`-report`, `-warning`, `-error`); reports and low supplies stop no printer.
 */
const conditionOf: readonly (readonly [RegExp, PrinterCondition])[] = [
  [/^media-(?:empty|needed)/, 'paper-out'],
  [/^(?:marker-supply-empty|toner-empty|ribbon-out)/, 'ribbon-out'],
  [/^(?:cover-open|door-open|interlock-open)/, 'open'],
  [/^media-jam/, 'jam'],
  [/^paused/, 'paused'],
  [/^(?:offline|shutdown|timed-out|connecting-to-device)/, 'offline'],
  [/^spool-area-full/, 'buffer-full'],
];

export function readConditions({ reasons, stopped }: QueueSample): readonly PrinterCondition[] {
  const met = conditionOf.filter(([pattern]) =>
    reasons.some((reason) => pattern.test(reason) && !reason.endsWith('-report')),
  );
  const conditions = new Set(met.map(([, condition]) => condition));
  if (stopped && conditions.size === 0) conditions.add('paused');
  return [...conditions];
}

async function askOne(
  ipp: IppClient,
  kind: 'printer' | 'job',
  uri: string,
  wanted: readonly string[],
): Promise<IppAttributes | null> {
  const { getPrinterAttributes, getJobAttributes } = operations;
  const [found] = await askFor(ipp, kind, {
    operation: kind === 'job' ? getJobAttributes : getPrinterAttributes,
    attributes: [
      { name: `${kind}-uri`, tag: 'uri', values: [uri] },
      nameUser(),
      requestAttributes(wanted),
    ],
  });
  return found ?? null;
}

/** Returns the objects of this kind. Rejects with `CupsUnreachable` if CUPS answers otherwise. */
async function askFor(
  ipp: IppClient,
  kind: 'printer' | 'job',
  request: IppRequest,
): Promise<readonly IppAttributes[]> {
  const answer = await ipp.ask(request);
  if (answer.status === status.notFound) return [];
  if (answer.status >= 0x0100)
    throw new CupsUnreachable(`IPP status 0x${answer.status.toString(16)}`);
  return answer.groups
    .filter(({ tag }) => tag === groupTags[kind])
    .map(({ attributes }) => attributes);
}

/** CUPS reveals a job's name only to its owner. */
function nameUser(): IppRequestAttribute {
  let user = 'anonymous';
  try {
    user = userInfo().username;
  } catch {
    // An account without an entry in the system, as in containers: CUPS has no name for it either.
  }
  return { name: 'requesting-user-name', tag: 'name', values: [user] };
}

function requestAttributes(names: readonly string[]): IppRequestAttribute {
  return { name: 'requested-attributes', tag: 'keyword', values: names };
}

function makeQueueUri(name: string): string {
  return `ipp://localhost/printers/${encodeURIComponent(name)}`;
}
