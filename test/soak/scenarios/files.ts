import { brotliCompressSync } from 'node:zlib';
import type { BadFile, SandboxFault } from '../../support/faulty-erp/index.ts';
import { answerJson, answerPage, passing, stalling } from './answers.ts';
import * as hostile from './bytes.ts';
import type { Scenario } from './types.ts';

const bad = (how: BadFile): SandboxFault => ({ type: 'bad-file', how });
const file = (bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}): SandboxFault => ({
  type: 'file',
  bytes,
  headers: { 'Content-Type': 'application/octet-stream', ...headers },
});

/** Files that are no labels, or are one at a price. Each is made when it is first needed. */
export const hostileFiles: Readonly<Record<string, () => SandboxFault | Promise<SandboxFault>>> = {
  'half a PDF': () => bad('truncated-pdf'),
  'no bytes': () => bad('empty'),
  'a page with 200': () => bad('html'),
  'bytes without end': () => bad('oversize'),
  'a gzip bomb': () => bad('gzip-bomb'),
  'a ZIP bomb': () => bad('zip-bomb'),
  'a ZIP that climbs out': () => bad('zip-traversal'),
  'a ZIP without a label': () => bad('zip-without-label'),
  'a PDF with a password': () => bad('password-pdf'),
  'a brotli bomb': () =>
    file(brotliCompressSync(Buffer.alloc(64 << 20)), { 'Content-Encoding': 'br' }),
  'a PDF of 183 bytes with two thousand million objects': () => file(hostile.longIndexPdf()),
  'a PDF of nested forms': () => file(hostile.nestedFormsPdf()),
  'a PDF whose page is 512 MB of spaces': () => file(hostile.inflatingPdf()),
  'a PDF that refers to itself': () => file(hostile.circularPdf()),
  'a PDF of a thousand pages': () => file(hostile.manyPagesPdf()),
  'a PDF from the corpus': async () => file(await hostile.corpusPdf()),
  'a PDF that was damaged on the way': async () => file(await hostile.damagedPdf()),
  'a ZPL that asks for 99,999,999 copies': () => file(hostile.copiesZpl()),
  'a ZPL that sets the printer’s password': () => file(hostile.commandingZpl()),
  'a ZPL of 240 KB without an end': () => file(hostile.endlessZpl()),
  'a ZPL graphic of a thousand million dots': () => file(hostile.hugeGraphicZpl()),
  'a PNG of 60,000 by 60,000 dots': () => file(hostile.hugePng()),
  noise: () => file(hostile.noise()),
  'an error in JSON': () => answerJson(200, { erro: 'not ready' }),
  'the host’s 403': () => answerPage(403, 'Access denied'),
  'the host’s 404': () => answerPage(404, 'NoSuchKey'),
  'the host’s 410': () => answerPage(410, 'ExpiredLink'),
  'the host’s 503 for good': () => answerPage(503, 'Slow down'),
};

const redirects: Readonly<Record<string, SandboxFault>> = {
  'a redirect to a file of this machine': { type: 'redirect', to: 'file:///etc/passwd' },
  'a redirect to a port that nobody listens on': { type: 'redirect', to: 'http://127.0.0.1:9/x' },
};

export const fileScenarios: readonly Scenario[] = [
  ...Object.entries(passing).map(([name, fault]): Scenario => ({
    name: `file: ${name}`,
    leavesLabels: true,
    arm: (stage) => {
      // A file has no JSON to cut off, and any file that is not a page is taken for JSON.
      const struck: SandboxFault =
        fault.type === 'malformed-json' ? file(Buffer.from('{"erro": [')) : fault;
      stage.inject('label-file', struck, { times: stage.random.int(1, 4) });
    },
  })),
  ...Object.entries(stalling).map(([name, fault]): Scenario => ({
    name: `file: ${name}`,
    isSlow: true,
    leavesLabels: true,
    arm: (stage) => stage.inject('label-file', fault, { times: 1 }),
  })),
  ...Object.entries(redirects).map(([name, fault]): Scenario => ({
    name: `file: ${name}`,
    arm: (stage) => stage.inject('label-file', fault, { shipment: stage.pickPlace() }),
  })),
  ...Object.entries(hostileFiles).map(([name, make]): Scenario => ({
    name: `file: ${name}`,
    arm: async (stage) => {
      const shipment = stage.pickPlace();
      stage.markOdd(shipment);
      const fault = await make();
      if (stage.random.chance(0.6)) stage.injectForGood('label-file', fault, { shipment });
      else stage.inject('label-file', fault, { shipment });
    },
  })),
  {
    name: 'file: the same bytes for two shipments',
    arm: async (stage) => {
      const last = stage.grouping.shipments.length - 1;
      if (last < 1) return;
      const bytes = await stage.sandbox.labelBytes(stage.groupingId, 0);
      stage.inject('label-file', file(bytes), { shipment: last });
      stage.markOddAfterMove(last);
    },
  },
];
