import { findDayStart, writeDay } from '#shared/formats.ts';
import {
  type Answer,
  answerEmpty,
  answerError,
  answerJson,
  answerNotFound,
} from '../http/answers.ts';
import { makeAccessKey } from '../data/ids.ts';
import { checkLabels, documented, onGrouping, onShipment } from './endpoints.ts';
import type { World } from '../world/world.ts';
import { writeInvoice } from './invoice-xml.ts';
import { padInvoiceNumber } from './manners.ts';
import { route, type ErpState, type Operation } from './route.ts';
import { check, correctionBody, listQuery, parseBody } from './validation.ts';

/**
 * Two groupings of today, one of each day before: there is work of today to train on. Labels follow
 * from the seed.
 */
const listGroupings: Operation = ({ world }, _, { query }) => {
  const {
    idFormaEnvio,
    dataInicial = '',
    dataFinal = '9',
    orderBy,
    limit,
    offset,
  } = check(listQuery, Object.fromEntries(query));
  const found = [...world.groupings.values()]
    .map((grouping) => ({
      grouping,
      date: writeDay(findDayStart(Date.now(), Math.max(0, grouping.place - 1))),
    }))
    .filter(({ grouping }) => idFormaEnvio === undefined || grouping.method.id === idFormaEnvio)
    .filter(({ date }) => date >= dataInicial && date <= dataFinal)
    .sort((a, b) => a.date.localeCompare(b.date) || a.grouping.id - b.grouping.id);
  const ordered = orderBy === 'asc' ? found : found.reverse();
  // As in the field: a row for each object, whose count is 0.
  const rows = ordered.flatMap(({ grouping, date }) =>
    grouping.shipments.map(() => ({
      id: grouping.id,
      identificacao: grouping.identification,
      data: date,
      quantidadeObjetos: 0,
      formaEnvio: grouping.method,
    })),
  );
  return answerJson(200, {
    itens: rows.slice(offset, offset + limit),
    paginacao: { limit, offset, total: rows.length },
  });
};

/** Every label of a grouping in one or two files: PDFs as pages of one, the others in a ZIP. */
const listGroupingLabels = onGrouping((grouping, state) => {
  const { shipments } = grouping;
  const given = shipments.filter(({ refusal, broken }) => refusal === null && !broken);
  checkLabels(state, grouping, given);
  if (shipments.length === 0) return answerError(400, 'Nenhuma expedição vinculada');
  if (given.length === 0)
    return answerError(400, shipments[0]?.refusal ?? 'Url das etiquetas não encontrada');
  return answerJson(200, {
    urls: (['pages', 'others'] as const).flatMap((kind) => {
      const ofKind = given.filter(({ format }) => (format === 'pdf') === (kind === 'pages'));
      if (ofKind.length === 0) return [];
      return state.links.issue(state.labelOrigin, { kind, grouping, shipments: ofKind });
    }),
  });
});

const correctShipment = onShipment((shipment, grouping, { world }, { body }) => {
  const correction = parseBody(correctionBody, body);
  if (grouping.conclusions > 0) return answerError(400, 'Agrupamento já concluído');
  world.correct(shipment, correction);
  return answerEmpty(204);
});

function onInvoice(
  work: (found: NonNullable<ReturnType<World['findInvoice']>>, state: ErpState) => Answer,
): Operation {
  return (state, [id = 0]) => {
    const found = state.world.findInvoice(id);
    return found === null ? answerNotFound('Nota fiscal') : work(found, state);
  };
}

const readInvoice = onInvoice(({ shipment }, { world }) => {
  const { notaFiscal, volume } = shipment.dispatch;
  return answerJson(200, {
    id: notaFiscal.id,
    numero: padInvoiceNumber(notaFiscal.numero),
    serie: '1',
    situacao: String(notaFiscal.situacao),
    chaveAcesso: makeAccessKey(notaFiscal, world.company.cpfCnpj),
    qtdVolumes: volume.quantidadeVolumes,
  });
});

const linkInvoice = onInvoice((found, { links, labelOrigin }) =>
  answerJson(200, { link: links.issue(labelOrigin, { kind: 'danfe', ...found }) }),
);

const readInvoiceXml = onInvoice(({ shipment: { dispatch } }, { world }) =>
  answerJson(200, { xmlNfe: writeInvoice(dispatch, world.company), xmlCancelamento: '' }),
);

/**
 * By the service's own interface description and its users' code; the contract does not have them.
 */
const extensions = {
  agrupamentos: route('/expedicao', { GET: listGroupings }),
  'etiquetas-do-agrupamento': route('/expedicao/{idAgrupamento}/etiquetas', {
    GET: listGroupingLabels,
  }),
  'corrigir-expedicao': route('/expedicao/{idAgrupamento}/expedicao/{idExpedicao}', {
    PUT: correctShipment,
  }),
  nota: route('/notas/{idNota}', { GET: readInvoice }),
  'link-da-nota': route('/notas/{idNota}/link', { GET: linkInvoice }),
  'xml-da-nota': route('/notas/{idNota}/xml', { GET: readInvoiceXml }),
};

export type ErpEndpoint = keyof typeof documented | keyof typeof extensions;

export function listRoutes(contractOnly: boolean) {
  const routes = Object.entries(contractOnly ? documented : { ...documented, ...extensions });
  return routes.map(([endpoint, found]) => ({ endpoint: endpoint as ErpEndpoint, ...found }));
}
