import type { SandboxEndpoint } from '../types.ts';

export type Operation =
  | 'set-status'
  | 'add-tags'
  | 'replace-tags'
  | 'clear-tags'
  | 'generate-invoice'
  | 'generate-sale'
  | 'read-grouping'
  | 'list-labels'
  | 'conclude'
  | 'reverse-accounts'
  | 'read-company';

export interface Endpoint {
  readonly endpoint: SandboxEndpoint;
  readonly path: RegExp;
  /** Names of the path's parameters, in order, as the contract has them. */
  readonly parameters: readonly string[];
  readonly methods: Readonly<Record<string, Operation>>;
}

/** Contract section 4. A parameter is any segment here: whether it is an integer is validated, not routed. */
function route(endpoint: SandboxEndpoint, template: string, methods: Readonly<Record<string, Operation>>): Endpoint {
  const parameters = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { endpoint, path: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`), parameters, methods };
}

export const basePath = '/public-api/v3';

export const routes: readonly Endpoint[] = [
  route('situacao', '/ordem-servico/{idOrdemServico}/situacao', { PUT: 'set-status' }),
  route('marcadores', '/ordem-servico/{idOrdemServico}/marcadores', {
    POST: 'add-tags',
    PUT: 'replace-tags',
    DELETE: 'clear-tags',
  }),
  route('gerar-nota-fiscal', '/ordem-servico/{idOrdemServico}/gerar-nota-fiscal', { POST: 'generate-invoice' }),
  route('venda', '/orcamentos/{idOrcamento}/venda', { POST: 'generate-sale' }),
  route('agrupamento', '/expedicao/{idAgrupamento}', { GET: 'read-grouping' }),
  route('etiquetas', '/expedicao/{idAgrupamento}/expedicao/{idExpedicao}/etiquetas', { GET: 'list-labels' }),
  route('concluir', '/expedicao/{idAgrupamento}/concluir', { POST: 'conclude' }),
  route('estornar-contas', '/notas/{idNota}/estornar-contas', { POST: 'reverse-accounts' }),
  route('info', '/info', { GET: 'read-company' }),
];
