import type { ErpClient } from '../../../src/main/erp/index.ts';
import type { Result } from '#shared/faults/faults.ts';

type Write = readonly [name: string, call: (client: ErpClient) => Promise<Result<unknown>>];

export const concluding: Write = ['concluir', (c) => c.conclude(1)];

/** The documented endpoints that change something, but for the conclusion. */
export const writes: readonly Write[] = [
  ['situacao', (c) => c.setServiceOrderStatus(1, 1)],
  ['POST marcadores', (c) => c.addServiceOrderTags(1, [])],
  ['PUT marcadores', (c) => c.replaceServiceOrderTags(1, [])],
  ['DELETE marcadores', (c) => c.deleteServiceOrderTags(1)],
  ['gerar-nota-fiscal', (c) => c.generateInvoice(1)],
  ['venda', (c) => c.generateSale(1)],
  ['estornar-contas', (c) => c.reverseInvoiceAccounts(1)],
];
