import * as erp from './erp-operations.ts';
import type { Operation } from './erp-operations.ts';
import * as extra from './extensions.ts';

interface Route {
  readonly path: RegExp;
  /** Names of the path's parameters, in order, as the contract has them. */
  readonly parameters: readonly string[];
  readonly methods: Readonly<Record<string, Operation>>;
}

/**
 * Contract section 4. Any segment matches a parameter: validation, not routing, says whether it is
 * an integer.
 */
function route(template: string, methods: Readonly<Record<string, Operation>>): Route {
  const parameters = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { path: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`), parameters, methods };
}

export const basePath = '/public-api/v3';

/**
 * By the service's own interface description and its users' code; the contract does not have them.
 */
const extensions = {
  agrupamentos: route('/expedicao', { GET: extra.listGroupings }),
  'etiquetas-do-agrupamento': route('/expedicao/{idAgrupamento}/etiquetas', {
    GET: extra.listGroupingLabels,
  }),
  'corrigir-expedicao': route('/expedicao/{idAgrupamento}/expedicao/{idExpedicao}', {
    PUT: extra.correctShipment,
  }),
  nota: route('/notas/{idNota}', { GET: extra.readInvoice }),
  'link-da-nota': route('/notas/{idNota}/link', { GET: extra.linkInvoice }),
  'xml-da-nota': route('/notas/{idNota}/xml', { GET: extra.readInvoiceXml }),
};

const documented = {
  situacao: route('/ordem-servico/{idOrdemServico}/situacao', { PUT: erp.setStatus }),
  marcadores: route('/ordem-servico/{idOrdemServico}/marcadores', {
    POST: erp.addTags,
    PUT: erp.replaceTags,
    DELETE: erp.clearTags,
  }),
  'gerar-nota-fiscal': route('/ordem-servico/{idOrdemServico}/gerar-nota-fiscal', {
    POST: erp.generateInvoice,
  }),
  venda: route('/orcamentos/{idOrcamento}/venda', { POST: erp.generateSale }),
  agrupamento: route('/expedicao/{idAgrupamento}', { GET: erp.readGrouping }),
  etiquetas: route('/expedicao/{idAgrupamento}/expedicao/{idExpedicao}/etiquetas', {
    GET: erp.listLabels,
  }),
  concluir: route('/expedicao/{idAgrupamento}/concluir', { POST: erp.conclude }),
  'estornar-contas': route('/notas/{idNota}/estornar-contas', { POST: erp.reverseAccounts }),
  info: route('/info', { GET: erp.readCompany }),
};

export type ErpEndpoint = keyof typeof documented | keyof typeof extensions;

export function listRoutes(contractOnly: boolean) {
  const routes = Object.entries(contractOnly ? documented : { ...documented, ...extensions });
  return routes.map(([endpoint, found]) => ({ endpoint: endpoint as ErpEndpoint, ...found }));
}
