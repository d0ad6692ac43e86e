/** Answers of printers and print services: CUPS in IPP, label printers to `~HS`. */
import { decodeAnswer } from '../../../src/main/printing/cups/ipp.ts';
import { CupsUnreachable } from '../../../src/main/printing/cups/ipp-client.ts';
import type { IppClient } from '../../../src/main/printing/cups/ipp-client.ts';
import { judge, untouched } from '../../../src/main/printing/cups/judge.ts';
import {
  findJobs,
  listQueues,
  sampleJob,
  sampleQueue,
} from '../../../src/main/printing/cups/queues.ts';
import { createStatusReader } from '../../../src/main/printing/network/host-status.ts';

export async function read(bytes: Buffer): Promise<void> {
  readStatus(bytes);
  const answer = decodeAnswer(bytes);
  if (answer === null) return;
  const ipp: IppClient = { ask: () => Promise.resolve(answer), close: () => undefined };
  try {
    await listQueues(ipp);
    await findJobs(ipp, 'zebra', 'Doca');
    const [queue, job] = [await sampleQueue(ipp, 'zebra'), await sampleJob(ipp, 7)];
    judge(untouched, { job, queue, nowMs: 1000, unreachableMs: 500 });
  } catch (error) {
    if (!(error instanceof CupsUnreachable)) throw error;
  }
}

/** An answer in pieces must be read like the whole one. */
function readStatus(bytes: Buffer): void {
  const [whole, inPieces] = [createStatusReader(), createStatusReader()];
  const half = bytes.length >> 1;
  const told = whole(bytes);
  const pieces = [...inPieces(bytes.subarray(0, half)), ...inPieces(bytes.subarray(half))];
  for (const { formatsWaiting, labelsLeft } of [...told, ...pieces])
    if (!Number.isInteger(formatsWaiting + labelsLeft)) throw new Error('no number of labels');
}

export function seeds(): readonly Uint8Array[] {
  const head = [2, 0, 0, 0, 0, 0, 0, 1];
  const queue = [
    attribute(0x42, 'printer-name', 'zebra'),
    attribute(0x41, 'printer-make-and-model', 'Zebra ZPL'),
    attribute(0x23, 'printer-state', '\0\0\0\x05'),
    attribute(0x22, 'printer-is-accepting-jobs', '\x01'),
    attribute(0x44, 'printer-state-reasons', 'paused'),
    attribute(0x44, '', 'media-empty-error'),
    attribute(0x35, 'printer-info', '\0\x02en\0\x01A'),
    attribute(0x33, 'range', '\0\0\0\x01\0\0\0\x09'),
    attribute(0x44, 'media-supported', 'custom_max_1x1in'),
    attribute(0x34, 'media-size-supported', ''),
    attribute(0x4a, '', 'x-dimension'),
    attribute(0x21, '', '\0\0\x27\x10'),
    attribute(0x4a, '', 'y-dimension'),
    attribute(0x21, '', '\0\0\x27\x10'),
    attribute(0x37, '', ''),
  ];
  const job = [
    attribute(0x21, 'job-id', '\0\0\0\x07'),
    attribute(0x42, 'job-name', 'Doca'),
    attribute(0x23, 'job-state', '\0\0\0\x05'),
    attribute(0x41, 'job-printer-state-message', 'Connecting to printer'),
    attribute(0x21, 'time-at-processing', '\0\0\0\x09'),
  ];
  const status =
    '\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';
  return [
    Buffer.from([...head, 4, ...Buffer.concat(queue), 2, ...Buffer.concat(job), 3]),
    Buffer.from([...head, 2, ...Buffer.concat(job), 3]),
    Buffer.from(status, 'latin1'),
  ];
}

function attribute(tag: number, name: string, value: string): Buffer {
  return Buffer.from([
    tag,
    0,
    name.length,
    ...Buffer.from(name),
    0,
    value.length,
    ...Buffer.from(value, 'latin1'),
  ]);
}
