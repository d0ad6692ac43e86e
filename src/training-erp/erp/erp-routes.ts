import type { SandboxEndpoint } from '../types.ts';
import * as erp from './erp-operations.ts';
import type { Operation } from './erp-operations.ts';
import * as extra from './extensions.ts';

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
  route('agrupamentos', '/expedicao', { GET: extra.listGroupings }),
  route('etiquetas-do-agrupamento', '/expedicao/{idAgrupamento}/etiquetas', { GET: extra.listGroupingLabels }),
  route('corrigir-expedicao', '/expedicao/{idAgrupamento}/expedicao/{idExpedicao}', { PUT: extra.correctShipment }),
  route('nota', '/notas/{idNota}', { GET: extra.readInvoice }),
  route('link-da-nota', '/notas/{idNota}/link', { GET: extra.linkInvoice }),
  route('xml-da-nota', '/notas/{idNota}/xml', { GET: extra.readInvoiceXml }),
];

const documented: readonly Endpoint[] = [
  route('situacao', '/ordem-servico/{idOrdemServico}/situacao', { PUT: erp.setStatus }),
  route('marcadores', '/ordem-servico/{idOrdemServico}/marcadores', {
    POST: erp.addTags,
    PUT: erp.replaceTags,
    DELETE: erp.clearTags,
  }),
  route('gerar-nota-fiscal', '/ordem-servico/{idOrdemServico}/gerar-nota-fiscal', { POST: erp.generateInvoice }),
  route('venda', '/orcamentos/{idOrcamento}/venda', { POST: erp.generateSale }),
  route('agrupamento', '/expedicao/{idAgrupamento}', { GET: erp.readGrouping }),
  route('etiquetas', '/expedicao/{idAgrupamento}/expedicao/{idExpedicao}/etiquetas', { GET: erp.listLabels }),
  route('concluir', '/expedicao/{idAgrupamento}/concluir', { POST: erp.conclude }),
  route('estornar-contas', '/notas/{idNota}/estornar-contas', { POST: erp.reverseAccounts }),
  route('info', '/info', { GET: erp.readCompany }),
];

export function listRoutes(contractOnly: boolean): readonly Endpoint[] {
  return contractOnly ? documented : [...documented, ...extensions];
}
