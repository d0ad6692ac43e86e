import {
  answerEmpty,
  answerError,
  answerJson,
  answerNotFound,
  type Answer,
} from '../http/answers.ts';
import { known, type Accounts, type ServiceOrder } from '../data/back-office.ts';
import { loosen } from './manners.ts';
import { route, type ErpState, type Operation, type Request } from './route.ts';
import { parseBody, Refusal, statusBody, tagsBody } from './validation.ts';
import type { GroupingRecord, ShipmentRecord, World } from '../world/world.ts';

export function onGrouping(work: (grouping: GroupingRecord, state: ErpState) => Answer): Operation {
  return (state, [id = 0]) => {
    const grouping = state.world.groupings.get(id);
    return grouping === undefined
      ? answerError(404, 'Agrupamento não encontrado')
      : work(grouping, state);
  };
}

export function onShipment(
  work: (
    shipment: ShipmentRecord,
    grouping: GroupingRecord,
    state: ErpState,
    request: Request,
  ) => Answer,
): Operation {
  return (all, ids, request) =>
    onGrouping((grouping, state) => {
      const shipment = grouping.shipments.find(({ dispatch }) => dispatch.id === ids[1]);
      return shipment === undefined
        ? answerNotFound('Expedição')
        : work(shipment, grouping, state, request);
    })(all, ids, request);
}

function onOrder(work: (order: ServiceOrder, body: Buffer, world: World) => Answer): Operation {
  return ({ world }, [id = 0], { body }) => {
    const order = world.backOffice.serviceOrders.get(id);
    return order === undefined ? answerNotFound('Ordem de serviço') : work(order, body, world);
  };
}

const setStatus = onOrder((order, body) => {
  const { situacao } = parseBody(statusBody, body);
  if (situacao !== undefined) order.status = situacao;
  return answerEmpty(204);
});

const parseTags = (body: Buffer): readonly string[] =>
  parseBody(tagsBody, body).map(({ descricao }) => descricao);

const addTags = onOrder((order, body) => {
  order.tags = [...new Set([...order.tags, ...parseTags(body)])];
  return answerEmpty(204);
});

const replaceTags = onOrder((order, body) => {
  order.tags = [...new Set(parseTags(body))];
  return answerEmpty(204);
});

const clearTags = onOrder((order) => {
  order.tags = [];
  return answerEmpty(204);
});

const generateInvoice = onOrder((order, _, { backOffice }) =>
  order.invoiced
    ? answerError(400, 'A ordem de serviço já possui nota fiscal gerada')
    : answerJson(200, backOffice.generateInvoice(order)),
);

const generateSale: Operation = ({ world: { backOffice } }, [id = 0]) =>
  known.quotes.some((quote) => quote === id)
    ? answerJson(200, backOffice.generateSale())
    : answerError(404, 'Orçamento não encontrado');

const readGrouping = onGrouping((grouping, { contractOnly }) => {
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
});

/** Throws a `Refusal` if the carrier makes one of these labels only later. */
export function checkLabels(
  { world }: ErpState,
  grouping: GroupingRecord,
  shipments: readonly ShipmentRecord[],
): void {
  if (shipments.some((shipment) => !world.hasLabelNow(grouping, shipment))) {
    throw new Refusal(answerError(400, 'Agrupamento ainda não foi concluído'));
  }
}

const listLabels = onShipment((shipment, grouping, state) => {
  if (shipment.refusal !== null) return answerError(400, shipment.refusal);
  checkLabels(state, grouping, [shipment]);
  return answerJson(200, {
    urls: [state.links.issue(state.labelOrigin, { kind: 'label', grouping, shipment })],
  });
});

const conclude = onGrouping((grouping) => {
  if (grouping.conclusions > 0) return answerError(400, 'Agrupamento já concluído');
  if (grouping.shipments.length === 0) return answerError(400, 'Nenhuma expedição vinculada');
  grouping.conclusions += 1;
  grouping.concludedAtMs = Date.now();
  return answerEmpty(200);
});

const reversalRefusals: Readonly<Record<Exclude<Accounts, 'reversible'>, string>> = {
  none: 'A nota fiscal não possui contas lançadas',
  'posted-by-origin':
    'As contas foram lançadas pela origem da nota fiscal (venda, ordem de serviço etc.)',
  settled: 'A nota fiscal possui contas já liquidadas',
};

const reverseAccounts: Operation = ({ world }, [id = 0]) => {
  // The sale posted those of a shipment's invoice.
  const ofShipment = world.findInvoice(id) === null ? undefined : 'posted-by-origin';
  const accounts = world.backOffice.accounts.get(id) ?? ofShipment;
  if (accounts === undefined) return answerNotFound('Nota fiscal');
  if (accounts !== 'reversible') return answerError(400, reversalRefusals[accounts]);
  world.backOffice.accounts.set(id, 'none');
  return answerEmpty(204);
};

const readCompany: Operation = ({ world }) => answerJson(200, world.company);

/** The endpoints, by the names that tests inject faults by. */
export const documented = {
  situacao: route('/ordem-servico/{idOrdemServico}/situacao', { PUT: setStatus }),
  marcadores: route('/ordem-servico/{idOrdemServico}/marcadores', {
    POST: addTags,
    PUT: replaceTags,
    DELETE: clearTags,
  }),
  'gerar-nota-fiscal': route('/ordem-servico/{idOrdemServico}/gerar-nota-fiscal', {
    POST: generateInvoice,
  }),
  venda: route('/orcamentos/{idOrcamento}/venda', { POST: generateSale }),
  agrupamento: route('/expedicao/{idAgrupamento}', { GET: readGrouping }),
  etiquetas: route('/expedicao/{idAgrupamento}/expedicao/{idExpedicao}/etiquetas', {
    GET: listLabels,
  }),
  concluir: route('/expedicao/{idAgrupamento}/concluir', { POST: conclude }),
  'estornar-contas': route('/notas/{idNota}/estornar-contas', { POST: reverseAccounts }),
  info: route('/info', { GET: readCompany }),
};
