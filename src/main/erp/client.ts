import type { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/index.ts';
import type { ErpRequest } from './http/attempt.ts';
import { createSender, parseAnswer, readOutcome } from './http/requests.ts';
import type { Send } from './http/requests.ts';
import type { RepeatRule } from './http/retry.ts';
import type { Turn } from './pacing/rate-limit.ts';
import type { ErpClient, ErpClientOptions, ErpExtras, GroupingQuery, ShipmentCorrection } from './types.ts';
import { companyAnswer, errorAnswer, invoiceAnswer, labelListAnswer, saleAnswer } from './wire/answers.ts';
import { groupingListAnswer, invoiceDetailsAnswer, invoiceLinkAnswer } from './wire/extras.ts';
import { groupingAnswer } from './wire/grouping.ts';
import { saysEmpty } from './wire/refusals.ts';

/** More than any grouping needs: two thousand shipments are some 4 MB. */
const longestGroupingBytes = 8 * 1024 * 1024;
const longestAnswerBytes = 1024 * 1024;

/**
 * Creates a client for one ERP. Reads are repeated if that can help. Writes are sent once, and repeated only after a
 * 429, which says that nothing was done.
 */
export function createErpClient(options: ErpClientOptions): ErpClient {
  return createClientOf(createSender(options), 'work');
}

function createClientOf(send: Send, turn: Turn): ErpClient {
  /** A request whose answer is a JSON object. */
  async function ask<T>(
    method: 'GET' | 'POST',
    path: Path,
    schema: z.ZodType<T>,
    signal: AbortSignal | undefined,
    maxBytes = longestAnswerBytes,
  ): Promise<Result<T>> {
    if (!path.ok) return path;
    const request: ErpRequest = { method, path: path.value, maxBytes };
    const answer = await send(request, method === 'GET' ? 'reads' : 'refused', turn, signal);
    return answer.ok ? parseAnswer(answer.value, schema, request) : answer;
  }

  /** A request whose success is a 2xx with no contradiction in it. After anything else, the effect is unknown. */
  async function tell(
    method: 'POST' | 'PUT' | 'DELETE',
    path: Path,
    signal: AbortSignal | undefined,
    more: { readonly body?: unknown; readonly repeat?: RepeatRule } = {},
  ): Promise<Result<void>> {
    if (!path.ok) return path;
    const { body, repeat = 'refused' } = more;
    const request: ErpRequest = { method, path: path.value, body, maxBytes: longestAnswerBytes };
    const answer = await send(request, repeat, turn, signal);
    if (answer.ok) return readOutcome(answer.value, request);
    const isUnread = answer.fault.kind === 'bad-response' || answer.fault.kind === 'cancelled';
    return isUnread && answer.fault.reached === 'yes' ? failed({ ...answer.fault, reached: 'maybe' }) : answer;
  }

  /** A list of label files. An empty one with a complaint is a refusal. */
  async function askForUrls(path: Path, signal: AbortSignal | undefined): Promise<Result<readonly string[]>> {
    const answer = await ask('GET', path, labelListAnswer.and(errorAnswer), signal);
    if (!answer.ok) return answer;
    const { urls, message, details } = answer.value;
    if (urls.length > 0 || (message === null && details.length === 0)) return ok(urls);
    return failed(fault('validation', { status: 200, reached: 'yes', erpMessage: message, erpDetails: details }));
  }

  const extras: ErpExtras = {
    listGroupings: (query, signal) => ask('GET', makeListPath(query), groupingListAnswer, signal, longestGroupingBytes),

    groupingLabelUrls: (groupingId, signal) => askForUrls(makePath`/expedicao/${groupingId}/etiquetas`, signal),

    invoice: async (invoiceId, signal) => {
      const answer = await ask('GET', makePath`/notas/${invoiceId}`, invoiceDetailsAnswer, signal);
      if (!answer.ok || answer.value.id === invoiceId) return answer;
      const detail = `GET /notas/${invoiceId}: another invoice than asked for`;
      return failed(fault('bad-response', { status: 200, reached: 'yes', detail }));
    },

    invoiceLink: async (invoiceId, signal) => {
      const answer = await ask('GET', makePath`/notas/${invoiceId}/link`, invoiceLinkAnswer, signal);
      return answer.ok ? ok(answer.value.link) : answer;
    },

    correctShipment: (groupingId, shipmentId, correction, signal) =>
      tell('PUT', makePath`/expedicao/${groupingId}/expedicao/${shipmentId}`, signal, {
        body: makeCorrectionBody(correction),
      }),
  };

  return {
    as: (other) => createClientOf(send, other),

    extras,

    setServiceOrderStatus: (serviceOrderId, status, signal) =>
      tell('PUT', makePath`/ordem-servico/${serviceOrderId}/situacao`, signal, { body: { situacao: status } }),

    addServiceOrderTags: (serviceOrderId, tags, signal) =>
      tell('POST', makePath`/ordem-servico/${serviceOrderId}/marcadores`, signal, { body: makeTagBody(tags) }),

    replaceServiceOrderTags: (serviceOrderId, tags, signal) =>
      tell('PUT', makePath`/ordem-servico/${serviceOrderId}/marcadores`, signal, { body: makeTagBody(tags) }),

    deleteServiceOrderTags: (serviceOrderId, signal) =>
      tell('DELETE', makePath`/ordem-servico/${serviceOrderId}/marcadores`, signal),

    generateInvoice: (serviceOrderId, signal) =>
      ask('POST', makePath`/ordem-servico/${serviceOrderId}/gerar-nota-fiscal`, invoiceAnswer, signal),

    generateSale: (quoteId, signal) => ask('POST', makePath`/orcamentos/${quoteId}/venda`, saleAnswer, signal),

    grouping: async (groupingId, signal) => {
      const path = makePath`/expedicao/${groupingId}`;
      const answer = await ask('GET', path, groupingAnswer, signal, longestGroupingBytes);
      if (!answer.ok && saysEmpty(answer.fault)) return failed({ ...answer.fault, kind: 'grouping-empty' });
      if (!answer.ok || !path.ok || answer.value.id === groupingId) return answer;
      const detail = `GET ${path.value}: another grouping than asked for`;
      return failed(fault('bad-response', { status: 200, reached: 'yes', detail }));
    },

    labelUrls: async (groupingId, shipmentId, signal) => {
      const path = makePath`/expedicao/${groupingId}/expedicao/${shipmentId}/etiquetas`;
      return readMissing(await askForUrls(path, signal), 'no-longer-there');
    },

    conclude: async (groupingId, signal) => {
      const path = makePath`/expedicao/${groupingId}/concluir`;
      return readMissing(await tell('POST', path, signal, { repeat: 'refused-briefly' }), 'no-longer-there');
    },

    reverseInvoiceAccounts: (invoiceId, signal) => tell('POST', makePath`/notas/${invoiceId}/estornar-contas`, signal),

    companyInfo: async (signal) =>
      readMissing(await ask('GET', makePath`/info`, companyAnswer, signal), 'other-service'),
  };
}

/**
 * The meaning of a 404 depends on the request: a person did not type an id that the ERP listed, and `/info` has none.
 */
function readMissing<T>(answer: Result<T>, means: 'no-longer-there' | 'other-service'): Result<T> {
  return answer.ok || answer.fault.kind !== 'not-found' ? answer : failed({ ...answer.fault, kind: means });
}

type Path = Result<string>;

/** Returns a path with ids. An id that cannot be one is a fault before anything is sent. */
function makePath(parts: TemplateStringsArray, ...ids: readonly number[]): Path {
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) {
    return failed(fault('invalid-input', { detail: 'an id must be a whole number above zero' }));
  }
  return ok(String.raw({ raw: parts }, ...ids));
}

function makeTagBody(tags: readonly string[]): readonly { readonly descricao: string }[] {
  return tags.map((descricao) => ({ descricao }));
}

function makeListPath({ from, limit, offset }: GroupingQuery): Path {
  const query = new URLSearchParams({
    ...(from === null ? {} : { dataInicial: from }),
    orderBy: 'desc',
    limit: String(limit),
    offset: String(offset),
  });
  return ok(`/expedicao?${query.toString()}`);
}

function makeCorrectionBody({ grossWeightKg, trackingCode }: ShipmentCorrection): object {
  return {
    ...(grossWeightKg === undefined ? {} : { volume: { pesoBruto: grossWeightKg } }),
    ...(trackingCode === undefined ? {} : { logistica: { codigoRastreio: trackingCode } }),
  };
}
