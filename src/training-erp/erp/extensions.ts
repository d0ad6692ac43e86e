import { assertNever, findDayStart, writeDay } from '../../shared/index.ts';
import { answerEmpty, answerError, answerJson, answerNotFound } from '../http/answers.ts';
import type { Answer } from '../http/answers.ts';
import type { Incoming } from '../http/host.ts';
import type { LinkedFile } from '../labels/label-links.ts';
import { makeAccessKey } from '../data/ids.ts';
import type { GroupingRecord } from '../world/world.ts';
import type { ExtraOperation } from './erp-routes.ts';
import { padInvoiceNumber } from './manners.ts';
import type { ErpState } from './state.ts';
import { parseCorrectionBody, parseListQuery } from './validation.ts';

/**
 * Two groupings of today and one of each day before, so that there is always work of today to train on. The grouping's
 * own data and its labels follow from the seed: the same seed prints the same labels on every day.
 */
function findListedDate(grouping: GroupingRecord, nowMs: number): string {
  const daysAgo = Math.max(0, grouping.place - 1);
  return writeDay(findDayStart(nowMs, daysAgo));
}

function listGroupings({ world }: ErpState, query: URLSearchParams): Answer {
  const asked = parseListQuery(query);
  if ('refusal' in asked) return asked.refusal;
  const { methodId, from, to, isAscending, limit, offset } = asked.value;
  const found = [...world.groupings.values()]
    .map((grouping) => ({ grouping, date: findListedDate(grouping, Date.now()) }))
    .filter(({ grouping }) => methodId === null || grouping.method.id === methodId)
    .filter(({ date }) => (from === null || date >= from) && (to === null || date <= to))
    .sort((a, b) => a.date.localeCompare(b.date) || a.grouping.id - b.grouping.id);
  const ordered = isAscending ? found : found.reverse();
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
}

/** Every label of a grouping in one or two files: PDFs as pages of one, the others in a ZIP. */
function listGroupingLabels(state: ErpState, grouping: GroupingRecord): Answer {
  const { shipments } = grouping;
  const given = shipments.filter(({ refusal, broken }) => refusal === null && !broken);
  if (given.some((shipment) => !state.world.hasLabelNow(grouping, shipment))) {
    return answerError(400, 'Agrupamento ainda não foi concluído');
  }
  if (shipments.length === 0) return answerError(400, 'Nenhuma expedição vinculada');
  const files: LinkedFile[] = [
    { kind: 'pages', grouping, shipments: given.filter(({ format }) => format === 'pdf') },
    { kind: 'others', grouping, shipments: given.filter(({ format }) => format !== 'pdf') },
  ];
  const urls = files
    .filter((file) => 'shipments' in file && file.shipments.length > 0)
    .map((file) => state.links.issue(state.labelOrigin, file, Date.now()));
  return urls.length > 0
    ? answerJson(200, { urls })
    : answerError(400, shipments[0]?.refusal ?? 'Url das etiquetas não encontrada');
}

function correctShipment({ world }: ErpState, grouping: GroupingRecord, id: number | undefined, body: Buffer): Answer {
  const shipment = grouping.shipments.find(({ dispatch }) => dispatch.id === id);
  if (shipment === undefined) return answerNotFound('Expedição');
  const correction = parseCorrectionBody(body);
  if ('refusal' in correction) return correction.refusal;
  if (grouping.conclusions > 0) return answerError(400, 'Agrupamento já concluído');
  world.correct(shipment, correction.value);
  return answerEmpty(204);
}

function readInvoice(state: ErpState, operation: 'read-invoice' | 'link-invoice', id: number): Answer {
  const found = state.world.findInvoice(id);
  if (found === null) return answerNotFound('Nota fiscal');
  const { notaFiscal, volume } = found.shipment.dispatch;
  if (operation === 'link-invoice') {
    const link = state.links.issue(state.labelOrigin, { kind: 'danfe', ...found }, Date.now());
    return answerJson(200, { link });
  }
  return answerJson(200, {
    id,
    numero: padInvoiceNumber(notaFiscal.numero),
    serie: '1',
    situacao: String(notaFiscal.situacao),
    chaveAcesso: makeAccessKey(notaFiscal, state.world.company.cpfCnpj),
    qtdVolumes: volume.quantidadeVolumes,
  });
}

/** Executes an endpoint beyond the contract. */
export function operateExtra(
  state: ErpState,
  operation: ExtraOperation,
  ids: readonly number[],
  { body, query }: Pick<Incoming, 'body' | 'query'>,
): Answer {
  const id = ids[0] ?? 0;
  switch (operation) {
    case 'list-groupings':
      return listGroupings(state, query);
    case 'list-grouping-labels':
    case 'correct-shipment': {
      const grouping = state.world.groupings.get(id);
      if (grouping === undefined) return answerError(404, 'Agrupamento não encontrado');
      return operation === 'correct-shipment'
        ? correctShipment(state, grouping, ids[1], body)
        : listGroupingLabels(state, grouping);
    }
    case 'read-invoice':
    case 'link-invoice':
      return readInvoice(state, operation, id);
    default:
      return assertNever(operation);
  }
}
