import type { SandboxFault } from '../../support/faulty-erp/index.ts';

/** Answers that any endpoint may send, by the names under which they are reported. */
const page = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const json = { 'Content-Type': 'application/json' };

export function answerPage(status: number, title: string, afterWork = false): SandboxFault {
  return { type: 'status', status, headers: html, body: page(title), afterWork };
}

export function answerJson(status: number, body: unknown, afterWork = false): SandboxFault {
  return { type: 'status', status, headers: json, body: JSON.stringify(body), afterWork };
}

/** 429, with a Retry-After of this many seconds if set. */
export function refuseForNow(
  seconds: string | null,
  body = '{"mensagem":"Limite de requisições excedido"}',
): SandboxFault {
  const headers = { ...json, ...(seconds === null ? {} : { 'Retry-After': seconds }) };
  return { type: 'status', status: 429, headers, body };
}

/** Temporary faults of any read. Slow ones make the program wait for half a minute. */
export const passing: Readonly<Record<string, SandboxFault>> = {
  'a login page with 200': answerPage(200, 'Entrar'),
  'a page with 403': answerPage(403, 'Attention Required!'),
  'a page with 404': answerPage(404, 'Not Found'),
  'a page with 521': answerPage(521, 'Web server is down'),
  'a bare 408': { type: 'status', status: 408 },
  'a page with 503 and Retry-After': {
    type: 'status',
    status: 503,
    headers: { ...html, 'Retry-After': '1' },
    body: page('Just a moment...'),
  },
  'the ERP’s own 500': answerJson(500, { mensagem: 'Erro interno', detalhes: null }),
  '429 with Retry-After': refuseForNow('1'),
  '429 without Retry-After': refuseForNow(null),
  'a page with 429': refuseForNow('1', page('Error 1015')),
  '401 in the middle': answerJson(401, { mensagem: 'Token expirado' }),
  'cut before anything': { type: 'cut-before' },
  'cut after the work': { type: 'cut-after' },
  'reset in the middle of the body': { type: 'reset-mid-body' },
  'JSON that breaks off': { type: 'malformed-json' },
  'an empty 200': { type: 'status', status: 200, headers: json },
  'a redirect elsewhere': { type: 'redirect', to: 'https://login.example.com/' },
  'a redirect to itself': { type: 'redirect', to: 'self' },
  'an answer after two seconds': { type: 'slow', ms: 2000 },
};

export const stalling: Readonly<Record<string, SandboxFault>> = {
  'no answer at all': { type: 'stall' },
  'half a body and nothing more': { type: 'stall-mid-body' },
};
