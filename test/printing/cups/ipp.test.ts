import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCommandRunner,
  readComplaint,
  readJobId,
  makeLpArguments,
  makeReleaseArguments,
} from '../../../src/main/printing/cups/commands.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { decodeAnswer, encodeRequest, operations } from '../../../src/main/printing/cups/ipp.ts';
import type { IppValue } from '../../../src/main/printing/cups/ipp.ts';
import { createEarlierJobs } from '../../../src/main/printing/cups/earlier-jobs.ts';
import { cupsTiming, openCupsJob } from '../../../src/main/printing/cups/job.ts';
import { followJob } from '../../../src/main/printing/queue/system-job.ts';
import {
  CupsUnreachable,
  createIppClient,
  parseCupsAddress,
} from '../../../src/main/printing/cups/ipp-client.ts';
import type { IppClient } from '../../../src/main/printing/cups/ipp-client.ts';
import { judge, untouched } from '../../../src/main/printing/cups/judge.ts';
import type { JobView } from '../../../src/main/printing/cups/judge.ts';
import { findJobs, listQueues } from '../../../src/main/printing/cups/queues.ts';

/** An answer written by hand from RFC 8010. */
const answer = Buffer.concat([
  Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 4]),
  attribute(0x42, 'printer-name', Buffer.from('zebra')),
  attribute(0x23, 'printer-state', Buffer.from([0, 0, 0, 5])),
  attribute(0x22, 'printer-is-accepting-jobs', Buffer.from([1])),
  attribute(0x44, 'printer-state-reasons', Buffer.from('paused')),
  attribute(0x44, '', Buffer.from('media-empty-error')),
  attribute(0x33, 'range', Buffer.from([0, 0, 0, 1, 0, 0, 0, 9])),
  Buffer.from([3]),
]);

function attribute(tag: number, name: string, value: Buffer): Buffer {
  const lengths = (length: number): Buffer => Buffer.from([length >> 8, length & 255]);
  return Buffer.concat([
    Buffer.from([tag]),
    lengths(name.length),
    Buffer.from(name),
    lengths(value.length),
    value,
  ]);
}

describe('IPP', () => {
  it('reads attributes and further values, and passes over types that it does not use', () => {
    const read = decodeAnswer(answer);
    expect(read?.status).toBe(0);
    expect(Object.fromEntries(read!.groups[0]!.attributes)).toEqual({
      'printer-name': ['zebra'],
      'printer-state': [5],
      'printer-is-accepting-jobs': [true],
      'printer-state-reasons': ['paused', 'media-empty-error'],
      range: [],
    });
  });

  it('rejects cut and random bytes, and never throws', () => {
    for (let length = 0; length < answer.length; length += 1)
      expect(decodeAnswer(answer.subarray(0, length))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        decodeAnswer(Buffer.from(bytes));
        decodeAnswer(Buffer.concat([answer.subarray(0, bytes.length % answer.length), bytes]));
      }),
    );
  });

  it('writes a request that its own reader reads', () => {
    const bytes = encodeRequest({
      operation: operations.getJobAttributes,
      attributes: [
        { name: 'requested-attributes', tag: 'keyword', values: ['job-state', 'job-id'] },
      ],
    });
    expect(bytes.readUInt16BE(2)).toBe(9);
    expect(decodeAnswer(bytes)?.groups[0]?.attributes.get('requested-attributes')).toEqual([
      'job-state',
      'job-id',
    ]);
  });

  it.each([
    [200, 'not IPP'],
    [426, ''],
  ])('takes a server that answers %i %s for no print service', async (status, body) => {
    const server = createServer((_, response) => response.writeHead(status).end(body)).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => server.once('listening', resolve));
    const client = createIppClient({
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
    });
    await expect(client.ask({ operation: 9, attributes: [] })).rejects.toThrow(CupsUnreachable);
    client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  // RFC 8011: not found; not authorized, an internal error, a server that is busy.
  it.each([
    [0x0406, true],
    [0x0403, false],
    [0x0500, false],
    [0x0507, false],
  ])('takes status 0x%s for "there are none" only if it says so (%s)', async (status, saysSo) => {
    const ipp: IppClient = {
      ask: () => Promise.resolve({ status, groups: [] }),
      close: () => undefined,
    };
    for (const asked of [findJobs(ipp, 'zebra', 'Doca 1'), listQueues(ipp)])
      await (saysSo
        ? expect(asked).resolves.toEqual([])
        : expect(asked).rejects.toThrow(CupsUnreachable));
    const earlier = createEarlierJobs('zebra', () =>
      Promise.resolve({
        ipp,
        run: () => Promise.reject(new Error()),
        clock: systemClock,
        timing: cupsTiming,
      }),
    );
    // A job without a reported number: unknown, unless CUPS says that it has none of that name.
    const found = await earlier.look({ title: 'Doca 1', jobId: null });
    if (saysSo) expect(found).toMatchObject({ fault: { reached: 'no' } });
    else expect(found).toBeNull();
  });

  it.each([
    ['/run/cups/cups.sock\n', { socketPath: '/run/cups/cups.sock' }],
    ['localhost:631', { host: 'localhost', port: 631 }],
    ['[::1]:631', { host: '::1', port: 631 }],
    ['nonsense', null],
  ])('reads the address %j', (text, address) => {
    expect(parseCupsAddress(text)).toEqual(address);
  });
});

describe('the CUPS commands', () => {
  const file = { path: '/tmp/a b.pdf', kind: 'pdf' as const, title: '-n 5 $(x)' };

  it('print PDF at its exact size, and ZPL past every filter', () => {
    expect(makeLpArguments('zebra', { ...file, paper: { widthMm: 100, heightMm: 150 } })).toEqual([
      '-d',
      'zebra',
      '-t',
      '-n 5 $(x)',
      '-n',
      '1',
      '-H',
      'hold',
      '-o',
      'print-scaling=none',
      '-o',
      'media=Custom.100x150mm',
      '--',
      '/tmp/a b.pdf',
    ]);
    expect(
      makeLpArguments('zebra', {
        ...file,
        kind: 'zpl',
        copies: 2,
        paper: { widthMm: 100, heightMm: 150 },
      }),
    ).toEqual([
      '-d',
      'zebra',
      '-t',
      '-n 5 $(x)',
      '-n',
      '2',
      '-H',
      'hold',
      '-o',
      'raw',
      '--',
      '/tmp/a b.pdf',
    ]);
  });

  it('let a job go as its queue lets jobs go', () => {
    expect(makeReleaseArguments(12, 'no-hold')).toEqual(['-i', '12', '-H', 'resume']);
    expect(makeReleaseArguments(12, 'night')).toEqual(['-i', '12', '-H', 'night']);
  });

  it('contain a job id and a complaint', () => {
    expect(readJobId('request id is zebra-2-17 (1 file(s))\n')).toBe(17);
    expect(readJobId('lp: something else')).toBeNull();
    expect(readComplaint('lp: Error - The printer or class does not exist.\n')).toBe(
      'The printer or class does not exist.',
    );
    expect(readComplaint('')).toBeNull();
  });

  it('that are missing, or endless, are distinguished', async () => {
    expect(await createCommandRunner()('no-such-command', [])).toMatchObject({
      started: false,
      code: null,
    });
    const node = process.execPath;
    expect(
      await createCommandRunner(process.env, 100)(node, ['-e', 'setInterval(() => {}, 1000)']),
    ).toMatchObject({
      started: true,
      code: null,
    });
    expect(await createCommandRunner()(node, ['-p', 'process.env.LC_ALL'])).toMatchObject({
      code: 0,
      stdout: 'C\n',
    });
  });
});

describe('the result of a job', () => {
  const queue = {
    name: 'dock',
    model: '',
    stopped: false,
    accepting: true,
    printing: true,
    raw: true,
    reasons: [],
    message: null,
    holdUntil: 'no-hold',
  };
  const job = { name: 'Doca', state: 5, reasons: [], message: null, startedAtSeconds: 10 };
  const view: JobView = { job, queue, nowMs: 0, unreachableMs: 1000 };

  it.each([
    [9, { ok: true, value: 'done' }],
    [7, { ok: true, value: 'cancelled' }],
  ])('state %i', (state, result) => {
    expect(judge(untouched, { ...view, job: { ...job, state } }).step).toEqual({
      kind: 'ended',
      result,
    });
  });

  it('completed with errors is for a person to look at', () => {
    const seen = { ...job, state: 9, reasons: ['job-completed-with-errors'] };
    expect(judge(untouched, { ...view, job: seen }).step).toMatchObject({
      result: { fault: { kind: 'print-unknown' } },
    });
  });

  it('a job that CUPS no longer knows is unknown, and one that lost its queue is not', () => {
    expect(judge(untouched, { ...view, job: null }).step).toMatchObject({
      result: { value: 'unknown' },
    });
    const { track } = judge(untouched, view);
    expect(judge(track, { ...view, job: null, queue: null }).step).toMatchObject({
      result: { fault: { kind: 'printer-unavailable', reached: 'maybe' } },
    });
  });

  it('waits without end for paper, and reports it', () => {
    const empty = { ...view, queue: { ...queue, reasons: ['media-empty-error'] }, nowMs: 1e9 };
    expect(judge(judge(untouched, view).track, empty).step).toMatchObject({
      kind: 'going',
      state: 'held',
    });
    const low = { ...view, queue: { ...queue, reasons: ['media-low-report'] } };
    expect(judge(untouched, low).step).toMatchObject({ kind: 'going', state: 'printing' });
  });

  it('gives up a printer that is not found, and reports that nothing was printed only if that is sure', () => {
    const looking = { ...job, message: 'The printer is not responding.' };
    const first = judge(untouched, { ...view, job: looking });
    expect(first.step).toMatchObject({ state: 'held' });
    expect(judge(first.track, { ...view, job: looking, nowMs: 1000 }).step).toMatchObject({
      kind: 'withdraw',
      fault: {
        kind: 'printer-unavailable',
        reached: 'no',
        detail: 'The printer is not responding.',
      },
    });
    const sending = judge(untouched, {
      ...view,
      job: { ...job, message: 'Sending data to printer.' },
    });
    const lost = judge(sending.track, { ...view, job: looking });
    expect(judge(lost.track, { ...view, job: looking, nowMs: 1000 }).step).toMatchObject({
      fault: { reached: 'maybe' },
    });
  });

  const at = (state: number, startedAtSeconds: number[], message: string[] = []) =>
    new Map<string, IppValue[]>([
      ['job-name', ['Doca 1001']],
      ['job-state', [state]],
      ['time-at-processing', startedAtSeconds],
      ['job-printer-state-message', message],
    ]);

  /** A queue that stands during the first look; the last look at the job stays. */
  const openJob = (looks: Map<string, IppValue[]>[]) => {
    let seen = 0;
    const ipp: IppClient = {
      ask: ({ operation }) => {
        const isJob = operation === operations.getJobAttributes;
        if (isJob) seen += 1;
        const attributes = isJob
          ? looks[Math.min(seen, looks.length) - 1]!
          : new Map([['printer-state', [seen === 1 ? 5 : 4]]]);
        return Promise.resolve({ status: 0, groups: [{ tag: isJob ? 2 : 4, attributes }] });
      },
      close: () => undefined,
    };
    const run = () => Promise.resolve({ code: 0, stdout: '', stderr: '', started: true });
    return openCupsJob({ ipp, run, clock: systemClock, timing: cupsTiming }, 'zebra', 7);
  };

  it.each([
    ['is resumed right before it is cancelled', [at(3, []), at(5, [17]), at(7, [17])], 'maybe'],
    ['printed between two looks', [at(3, []), at(7, [17])], 'maybe'],
    ['never began', [at(3, []), at(3, []), at(7, [])], 'no'],
    // CUPS keeps the last words of the search with a cancelled job, as a real one showed.
    [
      'only searched for its printer',
      [at(3, []), ...[5, 7].map((state) => at(state, [17], ['The printer is not responding.']))],
      'no',
    ],
    [
      'found its printer at the last moment',
      [at(3, []), at(5, [17], ['The printer is not responding.']), at(7, [17], ['Sending data.'])],
      'maybe',
    ],
  ])('that waits at a standing queue, and %s', async (_, looks, reached) => {
    expect(await followJob(openJob(looks), undefined, undefined)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached },
    });
  });

  // Found by the soak: the label was printed before the first poll, and Doca reported that it was
  // not.
  it.each([
    [[17], ['printing']],
    [[], []],
  ])(
    'that began between two looks and was cancelled then has printed, by its own time (%j)',
    async (started, told) => {
      const states: string[] = [];
      const job = openJob([at(7, started)]);
      const followed = followJob(job, undefined, ({ state }) => states.push(state));
      expect(await followed).toEqual({ ok: true, value: 'cancelled' });
      expect(states).toEqual(told);
    },
  );
});
