/** The state behind endpoints 1 to 6 and 10. */

export interface ServiceOrder {
  status: number | null;
  tags: string[];
  invoiced: boolean;
}

/** The accounts of an invoice (contract section 4, rule 2). */
export type Accounts = 'reversible' | 'none' | 'posted-by-origin' | 'settled';

export const known = {
  serviceOrders: [2001, 2002, 2003, 2004, 2005, 2006],
  quotes: [3001, 3002, 3003],
  invoices: { reversible: 4001, withoutAccounts: 4002, postedByOrigin: 4003, settled: 4004 },
} as const;

export class BackOffice {
  readonly serviceOrders: ReadonlyMap<number, ServiceOrder> = new Map(
    known.serviceOrders.map((id, index) => [id, { status: index % 8, tags: [], invoiced: false }]),
  );
  /** By invoice, but for those of shipments. */
  readonly accounts = new Map<number, Accounts>([
    [known.invoices.reversible, 'reversible'],
    [known.invoices.withoutAccounts, 'none'],
    [known.invoices.postedByOrigin, 'posted-by-origin'],
    [known.invoices.settled, 'settled'],
  ]);
  #invoices = 0;
  #sales = 0;

  generateInvoice(order: ServiceOrder) {
    order.invoiced = true;
    const nth = ++this.#invoices;
    const id = 5000 + nth;
    this.accounts.set(id, 'posted-by-origin');
    return { id, numero: 7400 + nth, serie: 1 };
  }

  generateSale() {
    const nth = ++this.#sales;
    return { id: 6000 + nth, numeroPedido: String(90_120 + nth) };
  }
}
