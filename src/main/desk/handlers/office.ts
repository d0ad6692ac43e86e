import { failed, fault, ok } from '../../../shared/index.ts';
import type {
  Fault,
  Handlers,
  InvoiceRef,
  MadeSource,
  officeRequests,
  Result,
  SaleRef,
} from '../../../shared/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Common } from './common.ts';

/** Endpoints 1 to 6 and 10. Each has an effect that a second click must not repeat. */
export function makeOfficeHandlers({ options, connection, once }: Common): Handlers<typeof officeRequests> {
  const ask = async <T>(
    channel: keyof typeof officeRequests,
    input: object,
    request: (workspace: Workspace) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const workspace = connection.workspace();
    if (!workspace.ok) return workspace;
    return once.run(`${channel} ${workspace.value.id} ${JSON.stringify(input)}`, () => request(workspace.value));
  };

  /** The journal has it before the ERP is asked; another one is made only for a person who has seen the one before. */
  const make = async <T extends InvoiceRef | SaleRef>(
    source: MadeSource,
    seenAtMs: number | null,
    workspace: Workspace,
    request: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const { journal } = workspace;
    const owner = await workspace.owner();
    if (!owner.ok) return owner;
    const before = journal.findMade(owner.value, source);
    if ((before?.atMs ?? null) !== seenAtMs) return failed(fault('made-already'));
    const made = { atMs: options.clock.now(), person: connection.person(), document: null };
    journal.keepMade(owner.value, source, made);
    const answer = await request();
    if (answer.ok) journal.keepMade(owner.value, source, { ...made, document: answer.value });
    else if (isRefusal(answer.fault)) journal.keepMade(owner.value, source, before);
    return answer;
  };

  return {
    'office.set-status': (input) =>
      ask('office.set-status', input, ({ erp }) => erp.setServiceOrderStatus(input.serviceOrderId, input.status)),
    'office.add-tags': (input) =>
      ask('office.add-tags', input, ({ erp }) => erp.addServiceOrderTags(input.serviceOrderId, input.tags)),
    'office.replace-tags': (input) =>
      ask('office.replace-tags', input, ({ erp }) => erp.replaceServiceOrderTags(input.serviceOrderId, input.tags)),
    'office.delete-tags': (input) =>
      ask('office.delete-tags', input, ({ erp }) => erp.deleteServiceOrderTags(input.serviceOrderId)),
    'office.generate-invoice': (input) =>
      ask('office.generate-invoice', input, (workspace) => {
        const { serviceOrderId: id, seenAtMs } = input;
        return make({ action: 'generate-invoice', id }, seenAtMs, workspace, () => workspace.erp.generateInvoice(id));
      }),
    'office.generate-sale': (input) =>
      ask('office.generate-sale', input, (workspace) => {
        const { quoteId: id, seenAtMs } = input;
        return make({ action: 'generate-sale', id }, seenAtMs, workspace, () => workspace.erp.generateSale(id));
      }),
    'office.made': async (source) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return workspace;
      const owner = await workspace.value.owner();
      return owner.ok ? ok(workspace.value.journal.findMade(owner.value, source)) : owner;
    },
    'office.reverse-accounts': (input) =>
      ask('office.reverse-accounts', input, ({ erp }) => erp.reverseInvoiceAccounts(input.invoiceId)),
  };
}

/** Certainly nothing was made. */
function isRefusal({ reached, kind }: Fault): boolean {
  return reached === 'no' || (reached === 'yes' && kind !== 'bad-response' && kind !== 'cancelled');
}
