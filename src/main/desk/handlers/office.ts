import type { Handlers, officeRequests, Result } from '../../../shared/index.ts';
import type { ErpClient } from '../../erp/index.ts';
import type { Connection } from '../workspace/connection.ts';
import type { Once } from './once.ts';

interface Parts {
  readonly connection: Connection;
  readonly once: Once;
}

/** Endpoints 1 to 6 and 10. Each has an effect that a second click must not have again. */
export function makeOfficeHandlers({ connection, once }: Parts): Handlers<typeof officeRequests> {
  const ask = async <T>(
    channel: keyof typeof officeRequests,
    input: object,
    request: (erp: ErpClient) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const workspace = connection.workspace();
    if (!workspace.ok) return workspace;
    const { erp, id } = workspace.value;
    return once.run(`${channel} ${id} ${JSON.stringify(input)}`, () => request(erp));
  };
  return {
    'office.set-status': (input) =>
      ask('office.set-status', input, (erp) => erp.setServiceOrderStatus(input.serviceOrderId, input.status)),
    'office.add-tags': (input) =>
      ask('office.add-tags', input, (erp) => erp.addServiceOrderTags(input.serviceOrderId, input.tags)),
    'office.replace-tags': (input) =>
      ask('office.replace-tags', input, (erp) => erp.replaceServiceOrderTags(input.serviceOrderId, input.tags)),
    'office.delete-tags': (input) =>
      ask('office.delete-tags', input, (erp) => erp.deleteServiceOrderTags(input.serviceOrderId)),
    'office.generate-invoice': (input) =>
      ask('office.generate-invoice', input, (erp) => erp.generateInvoice(input.serviceOrderId)),
    'office.generate-sale': (input) => ask('office.generate-sale', input, (erp) => erp.generateSale(input.quoteId)),
    'office.reverse-accounts': (input) =>
      ask('office.reverse-accounts', input, (erp) => erp.reverseInvoiceAccounts(input.invoiceId)),
  };
}
