import type { SandboxFault } from '../../support/faulty-erp/index.ts';
import { answerJson, passing, stalling } from './answers.ts';
import type { Scenario } from './types.ts';
import type { Stage } from '../stage.ts';

const urls = (list: unknown): SandboxFault => ({ type: 'mutate', change: () => ({ urls: list }) });

/** Permanent for one shipment: it stays without a label, and the packer accepts that. */
const unusable: Readonly<Record<string, SandboxFault>> = {
  'an empty list': urls([]),
  'words in place of addresses': urls(['Etiqueta ainda não gerada pelo marketplace']),
  'a blank address': urls(['']),
  'a relative address': urls(['/etiquetas/1.pdf']),
  'a file address': urls(['file:///etc/passwd']),
  'an address with a password': urls(['https://user:secret@labels.example.com/1.pdf']),
  'an address of 100,000 letters': urls([`https://labels.example.com/${'a'.repeat(100_000)}`]),
  'a host that has no name': urls(['https://no-such-host.invalid/1.pdf']),
  'a port that nobody listens on': urls(['http://127.0.0.1:9/1.pdf']),
  'addresses that are null': urls(null),
  'an address that is an object': urls([{ url: 'https://labels.example.com/1.pdf' }]),
  'a list of 2,000 addresses': urls(
    Array.from({ length: 2000 }, (_, index) => `http://127.0.0.1:9/${index}`),
  ),
  'an error in a 200': answerJson(200, { erro: true, mensagem: 'Objeto sem plano de postagem' }),
  'an error beside an empty list': answerJson(200, { urls: [], mensagem: 'Remessa não gerada' }),
  'a refusal in the ERP’s words': answerJson(400, {
    mensagem: 'A remessa não foi aceita',
    detalhes: [{ campo: 'cep', mensagem: 'CEP inválido' }],
  }),
  'a shipment that it does not know': answerJson(404, { mensagem: 'Expedição não encontrada' }),
  'labels after the conclusion, in other words': answerJson(400, {
    mensagem: 'Só após concluir o agrupamento',
  }),
};

export const linkScenarios: readonly Scenario[] = [
  ...Object.entries(passing).map(([name, fault]): Scenario => ({
    name: `links: ${name}`,
    leavesLabels: true,
    arm: (stage) => stage.inject('etiquetas', fault, { times: stage.random.int(1, 6) }),
  })),
  ...Object.entries(stalling).map(([name, fault]): Scenario => ({
    name: `links: ${name}`,
    isSlow: true,
    leavesLabels: true,
    arm: (stage) => stage.inject('etiquetas', fault, { times: 1 }),
  })),
  ...Object.entries(unusable).map(([name, fault]): Scenario => ({
    name: `links: ${name}`,
    arm: (stage) => {
      const place = stage.pickPlace();
      if (stage.random.chance(0.5)) stage.injectForGood('etiquetas', fault, { shipment: place });
      else stage.inject('etiquetas', fault, { shipment: place });
    },
  })),
  {
    name: 'links: one label for two shipments',
    arm: (stage) => {
      const seen: unknown[] = [];
      armTwo(stage, (body) => {
        seen.push(body);
        return seen[0];
      });
    },
  },
  {
    name: 'links: the same address twice',
    arm: (stage) => armOne(stage, (list) => [...list, ...list]),
  },
  {
    name: 'links: a second address that leads nowhere',
    arm: (stage) => armOne(stage, (list) => [...list, 'http://127.0.0.1:9/2.pdf']),
  },
];

/** Changes one shipment's list of addresses; the scenario does not know which label results. */
function armOne(stage: Stage, change: (list: readonly unknown[]) => readonly unknown[]): void {
  const place = stage.pickPlace();
  stage.markOdd(place);
  stage.injectForGood(
    'etiquetas',
    {
      type: 'mutate',
      change: (body) => ({ urls: change((body as { urls?: unknown[] }).urls ?? []) }),
    },
    { shipment: place },
  );
}

/**
 * Sends the same answer for two shipments while the faults last. Which of them it belongs to is
 * unknown before labels are read.
 */
function armTwo(stage: Stage, change: (body: unknown) => unknown): void {
  for (const shipment of [0, stage.grouping.shipments.length - 1]) {
    stage.markOdd(shipment);
    stage.inject('etiquetas', { type: 'mutate', change }, { shipment });
  }
}
