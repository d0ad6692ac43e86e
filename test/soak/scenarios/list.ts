import { gzipSync } from 'node:zlib';
import type { SandboxFault } from '../../support/faulty-erp/index.ts';
import { answerJson, passing, stalling } from './answers.ts';
import type { Scenario } from './types.ts';

type Wire = { readonly expedicoes: readonly Record<string, unknown>[] } & Record<string, unknown>;

function change(how: (body: Wire) => unknown): SandboxFault {
  return { type: 'mutate', change: (body) => (isList(body) ? how(body) : body) };
}

function isList(body: unknown): body is Wire {
  return typeof body === 'object' && body !== null && 'expedicoes' in body;
}

const odd: Readonly<Record<string, SandboxFault>> = {
  'a 200 that says it failed': answerJson(200, { erro: true, mensagem: 'Tente mais tarde' }),
  'another grouping than asked for': change((body) => ({ ...body, id: 7 })),
  'no shipments at once': change((body) => ({ ...body, expedicoes: [] })),
  'shipments that are null': change((body) => ({ ...body, expedicoes: null })),
  'a shipment that is null': change((body) => ({
    ...body,
    expedicoes: [null, ...body.expedicoes],
  })),
  'ids as words': change((body) => ({
    ...body,
    expedicoes: body.expedicoes.map((one) => ({ ...one, id: String(one['id']) })),
  })),
  'fields that are missing': change((body) => ({
    id: body['id'],
    expedicoes: body.expedicoes.map(({ id }) => ({ id })),
  })),
  'a body that inflates without end': {
    type: 'status',
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: '',
  },
  'four megabytes of brackets': {
    type: 'status',
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: '['.repeat(4 << 20),
  },
};

/** Changes that last for the whole job, and should have no effect. */
const harmless: Readonly<Record<string, SandboxFault>> = {
  'a shipment listed twice': change((body) => ({
    ...body,
    expedicoes: [...body.expedicoes, body.expedicoes[0]],
  })),
  'names with control and bidi characters': change((body) => ({
    ...body,
    identificacao: '\u202Egpj.\u0007\u001b[2J../../CON',
    expedicoes: body.expedicoes.map((one) => ({
      ...one,
      destinatario: { nome: '\u001b]0;x\u0007\u202E\u0000A' },
    })),
  })),
  'a name of 50,000 letters': change((body) => ({ ...body, identificacao: 'Ã'.repeat(50_000) })),
  'fields that nobody knows': change((body) => ({
    ...body,
    __proto__x: { a: 1 },
    constructor: 'x',
    versao: 9,
  })),
};

const inflating: SandboxFault = {
  type: 'file',
  bytes: gzipSync(Buffer.alloc(64 << 20, 0x20)),
  headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
};

/** Answers about the token's company, without which no grouping is opened. */
const companies: Readonly<Record<string, SandboxFault>> = {
  'no tax id and no name': answerJson(200, { razaoSocial: '', cpfCnpj: null }),
  'a 200 that says it failed': answerJson(200, { erro: true }),
};

export const listScenarios: readonly Scenario[] = [
  ...Object.entries({ ...passing, ...companies }).map(([name, fault]): Scenario => ({
    name: `company: ${name}`,
    leavesLabels: true,
    arm: (stage) => stage.inject('info', fault, { times: stage.random.int(1, 4) }),
  })),
  ...Object.entries({ ...passing, ...odd }).map(([name, fault]): Scenario => ({
    name: `list: ${name}`,
    leavesLabels: !name.includes('no shipments') && !name.includes('missing'),
    arm: (stage) => {
      const struck = name.includes('inflates') ? inflating : fault;
      stage.inject('agrupamento', struck, { times: stage.random.int(1, 6) });
    },
  })),
  ...Object.entries(stalling).map(([name, fault]): Scenario => ({
    name: `list: ${name}`,
    isSlow: true,
    leavesLabels: true,
    arm: (stage) => stage.inject('agrupamento', fault, { times: 1 }),
  })),
  ...Object.entries(harmless).map(([name, fault]): Scenario => ({
    name: `list: ${name}`,
    leavesLabels: true,
    arm: (stage) => {
      stage.injectForGood('agrupamento', fault);
    },
  })),
];
