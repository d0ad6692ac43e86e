import type { Handlers } from '#shared/contract/define.ts';
import type { officeRequests } from '#shared/contract/office.ts';
import type { MadeSource } from '#shared/domain/erp.ts';
import type { InvoiceRef, SaleRef } from '#shared/domain/records.ts';
import type { Result } from '#shared/faults/faults.ts';
import type { ErpClient } from '../../erp/index.ts';
import { need, throwFault } from '../../os/errors.ts';
import type { DeskParts } from '../parts/parts.ts';

/** Endpoints 1 to 6 and 10. Each has an effect that a second click must not repeat. */
export function makeOfficeHandlers({
  options,
  connection,
  once,
  seats,
}: DeskParts): Handlers<typeof officeRequests> {
  const ask = <I, T>(request: (erp: ErpClient, input: I) => Promise<Result<T>>) =>
    once(async (input: I) => need(await request(connection.workspace().erp, input)));

  /**
   * The journal has it before the ERP is asked; another one is made only for a person who has seen
   * the one before.
   */
  const make = <I extends { readonly seenAtMs: number | null }, T extends InvoiceRef | SaleRef>(
    findSource: (input: I) => MadeSource,
    request: (erp: ErpClient, input: I) => Promise<Result<T>>,
  ) =>
    once(
      connection.onCompany(async ({ journal, erp }, company, input: I): Promise<T> => {
        const source = findSource(input);
        const before = journal.facts.findMade(company, source);
        if ((before?.atMs ?? null) !== input.seenAtMs) throwFault('made-already');
        // Not by a clock that is behind: the record would end too soon.
        const atMs = Math.max(journal.erpClock.now() ?? 0, options.clock.now());
        const made = { atMs, person: seats.person(), document: null };
        journal.facts.keepMade(company, source, made);
        const answer = await request(erp, input);
        if (answer.ok) {
          journal.facts.keepMade(company, source, { ...made, document: answer.value });
          return answer.value;
        }
        const { reached, kind } = answer.fault;
        const isRefusal =
          reached === 'no' ||
          (reached === 'yes' && kind !== 'bad-response' && kind !== 'cancelled');
        if (isRefusal) journal.facts.keepMade(company, source, before);
        return need(answer);
      }),
    );

  return {
    'office.set-status': ask((erp, { serviceOrderId, status }) =>
      erp.setServiceOrderStatus(serviceOrderId, status),
    ),
    'office.add-tags': ask((erp, { serviceOrderId, tags }) =>
      erp.addServiceOrderTags(serviceOrderId, tags),
    ),
    'office.replace-tags': ask((erp, { serviceOrderId, tags }) =>
      erp.replaceServiceOrderTags(serviceOrderId, tags),
    ),
    'office.delete-tags': ask((erp, { serviceOrderId }) =>
      erp.deleteServiceOrderTags(serviceOrderId),
    ),
    'office.generate-invoice': make(
      ({ serviceOrderId: id }) => ({ action: 'generate-invoice', id }),
      (erp, { serviceOrderId }) => erp.generateInvoice(serviceOrderId),
    ),
    'office.generate-sale': make(
      ({ quoteId: id }) => ({ action: 'generate-sale', id }),
      (erp, { quoteId }) => erp.generateSale(quoteId),
    ),
    'office.made': connection.onCompany(({ journal }, company, source) =>
      journal.facts.findMade(company, source),
    ),
    'office.reverse-accounts': ask((erp, { invoiceId }) => erp.reverseInvoiceAccounts(invoiceId)),
  };
}
