import { assertNever } from '../../shared/index.ts';
import { answerEmpty, answerError, answerJson, answerNotFound } from '../http/answers.ts';
import type { Answer } from '../http/answers.ts';
import type { Accounts, ServiceOrder } from '../data/back-office.ts';
import type { Operation } from './erp-routes.ts';
import { operateExtra } from './extensions.ts';
import { loosen } from './manners.ts';
import type { Incoming } from '../http/host.ts';
import type { ErpState } from './state.ts';
import { parseStatusBody, parseTagsBody } from './validation.ts';
import type { GroupingRecord, World } from '../world/world.ts';

const reversalRefusals: Readonly<Record<Exclude<Accounts, 'reversible'>, string>> = {
  none: 'A nota fiscal não possui contas lançadas',
  'posted-by-origin': 'As contas foram lançadas pela origem da nota fiscal (venda, ordem de serviço etc.)',
  settled: 'A nota fiscal possui contas já liquidadas',
};

function changeServiceOrder(order: ServiceOrder, operation: Operation, body: Buffer, world: World): Answer {
  if (operation === 'generate-invoice') {
    if (order.invoiced) return answerError(400, 'A ordem de serviço já possui nota fiscal gerada');
    return answerJson(200, world.backOffice.generateInvoice(order));
  }
  if (operation === 'set-status') {
    const status = parseStatusBody(body);
    if ('refusal' in status) return status.refusal;
    if (status.value !== undefined) order.status = status.value;
    return answerEmpty(204);
  }
  if (operation === 'clear-tags') {
    order.tags = [];
    return answerEmpty(204);
  }
  const tags = parseTagsBody(body);
  if ('refusal' in tags) return tags.refusal;
  const kept = operation === 'add-tags' ? order.tags : [];
  order.tags = [...new Set([...kept, ...tags.value])];
  return answerEmpty(204);
}

function readGrouping({ contractOnly }: ErpState, grouping: GroupingRecord): Answer {
  const concluded = grouping.conclusions > 0;
  return answerJson(200, {
    id: grouping.id,
    identificacao: grouping.identification,
    data: grouping.date,
    formaEnvio: grouping.method,
    expedicoes: grouping.shipments.map(({ dispatch }) => {
      if (!contractOnly) return loosen(dispatch, concluded, grouping.carriers.length > 1);
      return concluded ? { ...dispatch, situacao: 'Concluída' } : dispatch;
    }),
  });
}

function listLabels(state: ErpState, grouping: GroupingRecord, dispatchId: number | undefined): Answer {
  const shipment = grouping.shipments.find(({ dispatch }) => dispatch.id === dispatchId);
  if (shipment === undefined) return answerNotFound('Expedição');
  if (shipment.refusal !== null) return answerError(400, shipment.refusal);
  if (!state.world.hasLabelNow(grouping, shipment)) {
    return answerError(400, 'Agrupamento ainda não foi concluído');
  }
  return answerJson(200, {
    urls: [state.links.issue(state.labelOrigin, { kind: 'label', grouping, shipment }, Date.now())],
  });
}

function conclude(grouping: GroupingRecord): Answer {
  if (grouping.conclusions > 0) return answerError(400, 'Agrupamento já concluído');
  if (grouping.shipments.length === 0) return answerError(400, 'Nenhuma expedição vinculada');
  grouping.conclusions += 1;
  grouping.concludedAtMs = Date.now();
  return answerEmpty(200);
}

function reverseAccounts(world: World, invoiceId: number): Answer {
  const accounts = world.backOffice.accounts(invoiceId);
  if (accounts === undefined) return answerNotFound('Nota fiscal');
  if (accounts !== 'reversible') return answerError(400, reversalRefusals[accounts]);
  world.backOffice.reverseAccounts(invoiceId);
  return answerEmpty(204);
}

/** Executes an endpoint. `ids` are the path's parameters in order. */
export function operate(
  state: ErpState,
  operation: Operation,
  ids: readonly number[],
  request: Pick<Incoming, 'body' | 'query'>,
): Answer {
  const { world } = state;
  const { body } = request;
  const id = ids[0] ?? 0;
  switch (operation) {
    case 'set-status':
    case 'add-tags':
    case 'replace-tags':
    case 'clear-tags':
    case 'generate-invoice': {
      const order = world.backOffice.serviceOrders.get(id);
      return order === undefined
        ? answerNotFound('Ordem de serviço')
        : changeServiceOrder(order, operation, body, world);
    }
    case 'generate-sale':
      if (!world.backOffice.hasQuote(id)) return answerError(404, 'Orçamento não encontrado');
      return answerJson(200, world.backOffice.generateSale());
    case 'read-grouping':
    case 'list-labels':
    case 'conclude': {
      const grouping = world.groupings.get(id);
      if (grouping === undefined) return answerError(404, 'Agrupamento não encontrado');
      if (operation === 'conclude') return conclude(grouping);
      return operation === 'read-grouping' ? readGrouping(state, grouping) : listLabels(state, grouping, ids[1]);
    }
    case 'reverse-accounts':
      return reverseAccounts(world, id);
    case 'read-company':
      return answerJson(200, world.company);
    case 'list-groupings':
    case 'list-grouping-labels':
    case 'correct-shipment':
    case 'read-invoice':
    case 'link-invoice':
      return operateExtra(state, operation, ids, request);
    default:
      return assertNever(operation);
  }
}
