import type { z } from 'zod';
import type { CompanyInfo, ServiceOrderStatus } from '#shared/domain/erp.ts';
import { fail, failed, ok, type Result } from '#shared/faults/faults.ts';
import type { ErpRequest } from './http/attempt.ts';
import { createSender, parseAnswer, readOutcome, type Send } from './http/requests.ts';
import type { RepeatRule } from './http/retry.ts';
import type { Turn } from './pacing/rate-limit.ts';
import type { ErpClientOptions, GroupingQuery, ShipmentCorrection } from './types.ts';
import {
  companyAnswer,
  errorAnswer,
  invoiceAnswer,
  labelListAnswer,
  saleAnswer,
} from './wire/answers.ts';
import {
  groupingListAnswer,
  invoiceDetailsAnswer,
  invoiceLinkAnswer,
  invoiceXmlAnswer,
  type InvoiceXml,
} from './wire/extras.ts';
import { groupingAnswer } from './wire/grouping.ts';
import { saysEmpty } from './wire/refusals.ts';

/** More than any grouping needs: two thousand shipments are some 4 MB. */
const longestGroupingBytes = 8 * 1024 * 1024;
const longestAnswerBytes = 1024 * 1024;
/** An invoice of 990 items; quoted in JSON it grows. */
const longestInvoiceBytes = 2 * 1024 * 1024;

/**
 * The 11 endpoints of the documented service (contract section 4), one function each, and its
 * extensions.
 */
export type ErpClient = ReturnType<typeof createEndpoints> & {
  /** Returns the same client for requests of another turn; the default is `work`. */
  readonly as: (turn: Turn) => ErpClient;
};

/** The requests of a part of the program: it knows no others, and its tests fake no others. */
export type ErpRequests<
  Documented extends Exclude<keyof ErpClient, 'as' | 'extras'>,
  Extra extends keyof ErpClient['extras'] = never,
> = Pick<ErpClient, Documented> & { readonly extras: Pick<ErpClient['extras'], Extra> };

/**
 * Creates a client for one ERP. Reads are repeated if that can help; writes only after a 429, which
 * did nothing.
 */
export function createErpClient(options: ErpClientOptions): ErpClient {
  const send = createSender(options);
  const as = (turn: Turn): ErpClient => ({ ...createEndpoints(send, turn), as });
  return as('work');
}

function createEndpoints(send: Send, turn: Turn) {
  const call = async (
    method: ErpRequest['method'],
    path: Path,
    { signal, repeat = 'refused', ...more }: CallOptions = {},
  ) =>
    path.ok
      ? send(
          { method, path: path.value, maxBytes: longestAnswerBytes, ...more },
          repeat,
          turn,
          signal,
        )
      : path;

  /** A request whose answer is a JSON object. */
  async function read<T>(
    path: Path,
    schema: z.ZodType<T>,
    signal: AbortSignal | undefined,
    maxBytes = longestAnswerBytes,
  ): Promise<Result<T>> {
    const answer = await call('GET', path, { signal, repeat: 'reads', maxBytes });
    return answer.ok ? parseAnswer(answer.value, schema) : answer;
  }

  /** A request that makes what its answer describes. */
  async function make<T>(
    path: Path,
    schema: z.ZodType<T>,
    signal: AbortSignal | undefined,
  ): Promise<Result<T>> {
    const answer = await call('POST', path, { signal });
    if (!answer.ok) return answer;
    const parsed = parseAnswer(answer.value, schema);
    const outcome = readOutcome(answer.value);
    return parsed.ok && !outcome.ok ? outcome : parsed;
  }

  /**
   * A request whose success is a 2xx with no contradiction in it. After anything else, the effect
   * is unknown.
   */
  async function write(...request: Parameters<typeof call>): Promise<Result<void>> {
    const answer = await call(...request);
    if (answer.ok) return readOutcome(answer.value);
    const isUnread = answer.fault.kind === 'bad-response' || answer.fault.kind === 'cancelled';
    return isUnread && answer.fault.reached === 'yes'
      ? failed({ ...answer.fault, reached: 'maybe' })
      : answer;
  }

  const writeTags = (method: 'POST' | 'PUT') => (serviceOrderId: number, tags: readonly string[]) =>
    write(method, makePath`/ordem-servico/${serviceOrderId}/marcadores`, {
      body: tags.map((descricao) => ({ descricao })),
    });

  /** A list of label files. An empty one with a complaint is a refusal. */
  async function readUrls(
    path: Path,
    signal: AbortSignal | undefined,
  ): Promise<Result<readonly string[]>> {
    const answer = await read(path, labelListAnswer.and(errorAnswer), signal);
    if (!answer.ok) return answer;
    const { urls, erpMessage, erpDetails } = answer.value;
    if (urls.length > 0 || (erpMessage === null && erpDetails.length === 0)) return ok(urls);
    return fail('validation', { status: 200, reached: 'yes', erpMessage, erpDetails });
  }

  return {
    /**
     * Beyond the contract, by the service's own description and its users: `Extensions` finds out
     * which are there.
     */
    extras: {
      listGroupings: (query: GroupingQuery, signal?: AbortSignal) =>
        read(makeListPath(query), groupingListAnswer, signal, longestGroupingBytes),

      /** Files with all labels of a grouping, in no promised order. */
      groupingLabelUrls: (groupingId: number, signal?: AbortSignal) =>
        readUrls(makePath`/expedicao/${groupingId}/etiquetas`, signal),

      invoice: async (invoiceId: number, signal?: AbortSignal) =>
        checkId(
          await read(makePath`/notas/${invoiceId}`, invoiceDetailsAnswer, signal),
          invoiceId,
          '/notas',
        ),

      invoiceLink: async (invoiceId: number, signal?: AbortSignal) => {
        const answer = await read(makePath`/notas/${invoiceId}/link`, invoiceLinkAnswer, signal);
        return answer.ok ? ok(answer.value.link) : answer;
      },

      /** The invoice itself, as text or in a field of an object. */
      invoiceXml: async (invoiceId: number, signal?: AbortSignal): Promise<Result<InvoiceXml>> => {
        const answer = await call('GET', makePath`/notas/${invoiceId}/xml`, {
          signal,
          repeat: 'reads',
          maxBytes: longestInvoiceBytes,
        });
        if (!answer.ok) return answer;
        const { text } = answer.value;
        const isXml = /^\s*<(?:\?xml|nfeProc)\b/.test(text);
        return isXml
          ? ok({ xml: text, isCancelled: false })
          : parseAnswer(answer.value, invoiceXmlAnswer);
      },

      correctShipment: (
        groupingId: number,
        shipmentId: number,
        correction: ShipmentCorrection,
        signal?: AbortSignal,
      ) =>
        write('PUT', makePath`/expedicao/${groupingId}/expedicao/${shipmentId}`, {
          body: makeCorrectionBody(correction),
          signal,
        }),
    },

    /** Endpoint 1. `null` is allowed by the contract and sent as it is. */
    setServiceOrderStatus: (serviceOrderId: number, status: ServiceOrderStatus | null) =>
      write('PUT', makePath`/ordem-servico/${serviceOrderId}/situacao`, {
        body: { situacao: status },
      }),

    /** Endpoint 2. */
    addServiceOrderTags: writeTags('POST'),

    /** Endpoint 3. */
    replaceServiceOrderTags: writeTags('PUT'),

    /** Endpoint 4. */
    deleteServiceOrderTags: (serviceOrderId: number) =>
      write('DELETE', makePath`/ordem-servico/${serviceOrderId}/marcadores`),

    /** Endpoint 5. */
    generateInvoice: (serviceOrderId: number, signal?: AbortSignal) =>
      make(makePath`/ordem-servico/${serviceOrderId}/gerar-nota-fiscal`, invoiceAnswer, signal),

    /** Endpoint 6. */
    generateSale: (quoteId: number, signal?: AbortSignal) =>
      make(makePath`/orcamentos/${quoteId}/venda`, saleAnswer, signal),

    /** Endpoint 7. */
    grouping: async (groupingId: number, signal?: AbortSignal) => {
      const path = makePath`/expedicao/${groupingId}`;
      const answer = await read(path, groupingAnswer, signal, longestGroupingBytes);
      if (!answer.ok && saysEmpty(answer.fault))
        return failed({ ...answer.fault, kind: 'grouping-empty' });
      return checkId(answer, groupingId, '/expedicao');
    },

    /** Endpoint 8: the URLs as the ERP lists them; an empty list is a success. */
    labelUrls: async (groupingId: number, shipmentId: number, signal?: AbortSignal) => {
      const path = makePath`/expedicao/${groupingId}/expedicao/${shipmentId}/etiquetas`;
      return readMissing(await readUrls(path, signal), 'no-longer-there');
    },

    /**
     * Endpoint 9. Repeated only after a 429 that asks for a short wait. A fault with `reached:
     * 'no'` certainly had no effect; with `'maybe'` (connection lost, timeout, 5xx, a page, a 2xx
     * that names an error) the effect is unknown; with `'yes'` (4xx) the ERP refused.
     */
    conclude: async (groupingId: number, signal?: AbortSignal) => {
      const path = makePath`/expedicao/${groupingId}/concluir`;
      const concluded = await write('POST', path, { signal, repeat: 'refused-briefly' });
      return readMissing(concluded, 'no-longer-there');
    },

    /** Endpoint 10. */
    reverseInvoiceAccounts: (invoiceId: number) =>
      write('POST', makePath`/notas/${invoiceId}/estornar-contas`),

    /** Endpoint 11. */
    companyInfo: async (signal?: AbortSignal) =>
      readMissing(await read(makePath`/info`, companyAnswer, signal), 'other-service'),
  };
}

/**
 * Asks for the company. Returns null if the ERP itself answers and allows reading groupings, but
 * does not name the company: the permission is missing (403), or this account has no such endpoint
 * (404).
 */
export async function askCompany(
  erp: Pick<ErpClient, 'companyInfo' | 'grouping'>,
  signal?: AbortSignal,
): Promise<Result<CompanyInfo | null>> {
  const info = await erp.companyInfo(signal);
  if (info.ok || (info.fault.kind !== 'forbidden' && info.fault.kind !== 'other-service'))
    return info;
  // Whether the grouping exists does not matter: a token without the right is refused for any.
  const read = await erp.grouping(1, signal);
  if (read.ok) return ok(null);
  if (read.fault.kind !== 'not-found' && read.fault.status !== 400) return read;
  // Another service has neither path, and no ERP messages.
  return info.fault.kind === 'forbidden' || read.fault.erpMessage !== null ? ok(null) : info;
}

function checkId<T extends { readonly id: number }>(
  answer: Result<T>,
  id: number,
  path: string,
): Result<T> {
  if (!answer.ok || answer.value.id === id) return answer;
  return fail('bad-response', {
    status: 200,
    reached: 'yes',
    detail: `GET ${path}/${id}: another one than asked for`,
  });
}

/**
 * A 404 means another thing for an id that the ERP listed and nobody typed, and for `/info`, which
 * has none.
 */
export function readMissing<T>(
  answer: Result<T>,
  means: 'no-longer-there' | 'other-service',
): Result<T> {
  return answer.ok || answer.fault.kind !== 'not-found'
    ? answer
    : failed({ ...answer.fault, kind: means });
}

type Path = Result<string>;

type CallOptions = Partial<Pick<ErpRequest, 'body' | 'maxBytes'>> & {
  readonly signal?: AbortSignal | undefined;
  readonly repeat?: RepeatRule;
};

/** Returns a path with ids. An id that cannot be one is a fault before anything is sent. */
function makePath(parts: TemplateStringsArray, ...ids: readonly number[]): Path {
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1))
    return fail('invalid-input', { detail: 'an id must be a whole number above zero' });
  return ok(String.raw({ raw: parts }, ...ids));
}

function makeListPath({ from, limit, offset }: GroupingQuery): Path {
  const query = new URLSearchParams({
    ...(from !== null && { dataInicial: from }),
    orderBy: 'desc',
    limit: String(limit),
    offset: String(offset),
  });
  return ok(`/expedicao?${query.toString()}`);
}

function makeCorrectionBody({ grossWeightKg, trackingCode }: ShipmentCorrection): object {
  return {
    ...(grossWeightKg !== undefined && { volume: { pesoBruto: grossWeightKg } }),
    ...(trackingCode !== undefined && { logistica: { codigoRastreio: trackingCode } }),
  };
}
