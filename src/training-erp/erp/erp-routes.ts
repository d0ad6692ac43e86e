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
  | 'read-company'
  | ExtraOperation;

/** The service's operations beyond the contract. */
export type ExtraOperation =
  'list-groupings' | 'list-grouping-labels' | 'correct-shipment' | 'read-invoice' | 'link-invoice';

export interface Endpoint {
  readonly endpoint: SandboxEndpoint;
  readonly path: RegExp;
  /** Names of the path's parameters, in order, as the contract has them. */
  readonly parameters: readonly string[];
  readonly methods: Readonly<Record<string, Operation>>;
}

/** Contract section 4. Any segment matches a parameter: validation, not routing, says whether it is an integer. */
function route(endpoint: SandboxEndpoint, template: string, methods: Readonly<Record<string, Operation>>): Endpoint {
  const parameters = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { endpoint, path: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`), parameters, methods };
}

export const basePath = '/public-api/v3';

/** By the service's own interface description and its users' code; the contract does not have them. */
const extensions: readonly Endpoint[] = [
  route('agrupamentos', '/expedicao', { GET: 'list-groupings' }),
  route('etiquetas-do-agrupamento', '/expedicao/{idAgrupamento}/etiquetas', { GET: 'list-grouping-labels' }),
  route('corrigir-expedicao', '/expedicao/{idAgrupamento}/expedicao/{idExpedicao}', { PUT: 'correct-shipment' }),
  route('nota', '/notas/{idNota}', { GET: 'read-invoice' }),
  route('link-da-nota', '/notas/{idNota}/link', { GET: 'link-invoice' }),
];

const documented: readonly Endpoint[] = [
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

export function listRoutes(contractOnly: boolean): readonly Endpoint[] {
  return contractOnly ? documented : [...documented, ...extensions];
}
