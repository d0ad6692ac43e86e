import type { SandboxFault } from '../../support/faulty-erp/index.ts';
import { answerJson, answerPage, refuseForNow } from './answers.ts';
import type { Scenario } from './types.ts';

/**
 * Answers of an ERP, or of an intermediary, to the one request that must not be sent twice. `true`:
 * after executing it.
 */
const answers: Readonly<Record<string, SandboxFault>> = {
  'a login page with 200': answerPage(200, 'Entrar'),
  'a login page with 200, and it is done': answerPage(200, 'Entrar', true),
  'a page with 403': answerPage(403, 'Attention Required!'),
  'a page with 403, and it is done': answerPage(403, 'Attention Required!', true),
  'a page with 404': answerPage(404, 'Not Found'),
  'a page with 404, and it is done': answerPage(404, 'Not Found', true),
  'a page with 521': answerPage(521, 'Web server is down'),
  'a page with 524, and it is done': answerPage(524, 'A timeout occurred', true),
  'a 200 that says it failed': answerJson(200, { erro: true, mensagem: 'Falha ao concluir' }),
  'a 200 that says it failed, and it is done': answerJson(
    200,
    { erro: true, mensagem: 'Falha ao concluir' },
    true,
  ),
  'a 200 that says false': answerJson(200, { sucesso: false }),
  'a 200 with words': answerJson(200, { mensagem: 'Agrupamento concluído com sucesso' }, true),
  'a 204': { type: 'status', status: 204, afterWork: true },
  'a 202': { type: 'status', status: 202, body: '{}', afterWork: true },
  'text that is not JSON, and it is done': { type: 'malformed-json' },
  '429 with Retry-After': refuseForNow('1'),
  '429 without Retry-After': refuseForNow(null),
  '429 for an hour': refuseForNow('3600'),
  'a page with 429': refuseForNow('1', '<html><title>Error 1015</title></html>'),
  'cut before anything': { type: 'cut-before' },
  'cut after it is done': { type: 'cut-after' },
  'half an answer, and it is done': { type: 'reset-mid-body' },
  'the ERP’s own 500': answerJson(500, { mensagem: 'Erro interno' }),
  'the ERP’s own 500, and it is done': answerJson(500, { mensagem: 'Erro interno' }, true),
  'a 503, and it is done': answerJson(503, { mensagem: 'Indisponível' }, true),
  'a bare 408, and it is done': { type: 'status', status: 408, afterWork: true },
  'a refusal': answerJson(400, { mensagem: 'Existem expedições pendentes', detalhes: null }),
  'a refusal of the token': answerJson(401, { mensagem: 'Token expirado' }),
  'a refusal of the right': answerJson(403, { mensagem: 'Sem permissão' }),
  'a redirect': { type: 'redirect', to: 'https://login.example.com/' },
  'a redirect, and it is done': {
    type: 'status',
    status: 302,
    headers: { Location: 'https://login.example.com/' },
    afterWork: true,
  },
  'an answer after two seconds': { type: 'slow', ms: 2000 },
};

const stalls: Readonly<Record<string, SandboxFault>> = {
  'no answer at all': { type: 'stall' },
  'no answer, and it is done': { type: 'stall', afterWork: true },
  'half an answer and nothing more': { type: 'stall-mid-body' },
};

export const conclusionScenarios: readonly Scenario[] = [
  ...Object.entries(answers).map(([name, fault]): Scenario => ({
    name: `conclusion: ${name}`,
    leavesLabels: true,
    arm: (stage) => stage.inject('concluir', fault, { times: stage.random.int(1, 2) }),
  })),
  ...Object.entries(stalls).map(([name, fault]): Scenario => ({
    name: `conclusion: ${name}`,
    isSlow: true,
    leavesLabels: true,
    arm: (stage) => stage.inject('concluir', fault, { times: 1 }),
  })),
  {
    name: 'conclusion: a colleague was there first',
    leavesLabels: true,
    arm: (stage) =>
      stage.during('label-file', stage.random.int(1, 3), () => stage.concludeAsColleague()),
  },
  {
    name: 'conclusion: a colleague between two runs',
    leavesLabels: true,
    arm: (stage) => stage.between(() => stage.concludeAsColleague()),
  },
];
