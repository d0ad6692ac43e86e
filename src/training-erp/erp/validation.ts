import { answerInvalid } from '../http/answers.ts';
import type { Answer, Detail } from '../http/answers.ts';

/** An accepted value, or the answer that refuses it. */
export type Checked<T> = { readonly value: T } | { readonly refusal: Answer };

function refuse(...details: readonly Detail[]): { readonly refusal: Answer } {
  return { refusal: answerInvalid(details) };
}

function parseJson(body: Buffer): Checked<unknown> {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown };
  } catch {
    return refuse({ campo: 'body', mensagem: 'O corpo da requisição deve ser um JSON válido' });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Body of endpoint 1: an object whose optional `situacao` is 0 to 7 or null. `undefined`: omitted. */
export function parseStatusBody(body: Buffer): Checked<number | null | undefined> {
  const json = parseJson(body);
  if ('refusal' in json) return json;
  if (!isObject(json.value)) return refuse({ campo: 'body', mensagem: 'O corpo da requisição deve ser um objeto' });
  const status = json.value['situacao'];
  if (status === undefined || status === null) return { value: status };
  if (typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 7) return { value: status };
  return refuse({ campo: 'situacao', mensagem: 'A situação deve ser um dos valores 0, 1, 2, 3, 4, 5, 6 ou 7' });
}

/** Body of endpoints 2 and 3: an array of `{descricao}`. One detail for each wrong item. */
export function parseTagsBody(body: Buffer): Checked<readonly string[]> {
  const json = parseJson(body);
  if ('refusal' in json) return json;
  if (!Array.isArray(json.value)) {
    return refuse({ campo: 'body', mensagem: 'O corpo da requisição deve ser uma lista de marcadores' });
  }
  const details: Detail[] = [];
  const tags: string[] = [];
  for (const [index, item] of (json.value as readonly unknown[]).entries()) {
    const description = isObject(item) ? item['descricao'] : undefined;
    const campo = `[${index}].descricao`;
    if (typeof description !== 'string') details.push({ campo, mensagem: 'A descrição é obrigatória' });
    else if (description.trim() === '') details.push({ campo, mensagem: 'A descrição não pode ser vazia' });
    else tags.push(description.trim());
  }
  return details.length > 0 ? refuse(...details) : { value: tags };
}

/** The query of a list of groupings. */
interface ListQuery {
  readonly methodId: number | null;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string | null;
  readonly to: string | null;
  readonly isAscending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const longestPage = 100;

export function parseListQuery(query: URLSearchParams): Checked<ListQuery> {
  const details: Detail[] = [];
  const read = (campo: string, pattern: RegExp, mensagem: string): string | null => {
    const value = query.get(campo);
    if (value === null || pattern.test(value)) return value;
    details.push({ campo, mensagem });
    return null;
  };
  const methodId = read('idFormaEnvio', /^\d{1,15}$/, 'Deve ser um número inteiro');
  const from = read('dataInicial', /^\d{4}-\d{2}-\d{2}$/, 'A data deve estar no formato AAAA-MM-DD');
  const to = read('dataFinal', /^\d{4}-\d{2}-\d{2}$/, 'A data deve estar no formato AAAA-MM-DD');
  const order = read('orderBy', /^(asc|desc)$/, 'A ordenação deve ser asc ou desc');
  const limit = read('limit', /^[1-9]\d{0,5}$/, 'Deve ser um número inteiro maior que zero');
  const offset = read('offset', /^\d{1,9}$/, 'Deve ser um número inteiro');
  if (details.length > 0) return refuse(...details);
  return {
    value: {
      methodId: methodId === null ? null : Number(methodId),
      from,
      to,
      isAscending: order === 'asc',
      limit: Math.min(Number(limit ?? longestPage), longestPage),
      offset: Number(offset ?? 0),
    },
  };
}

/** The fields of a shipment that can be corrected here. */
export interface Correction {
  readonly pesoBruto: number | undefined;
  readonly codigoRastreio: string | undefined;
}

export function parseCorrectionBody(body: Buffer): Checked<Correction> {
  const json = parseJson(body);
  if ('refusal' in json) return json;
  if (!isObject(json.value)) return refuse({ campo: 'body', mensagem: 'O corpo da requisição deve ser um objeto' });
  const { volume = {}, logistica = {} } = json.value;
  if (!isObject(volume)) return refuse({ campo: 'volume', mensagem: 'Deve ser um objeto' });
  if (!isObject(logistica)) return refuse({ campo: 'logistica', mensagem: 'Deve ser um objeto' });
  const { pesoBruto } = volume;
  const { codigoRastreio } = logistica;
  const details: Detail[] = [];
  if (pesoBruto !== undefined && !(typeof pesoBruto === 'number' && pesoBruto >= 0)) {
    details.push({ campo: 'volume.pesoBruto', mensagem: 'O peso deve ser um número maior ou igual a zero' });
  }
  if (codigoRastreio !== undefined && typeof codigoRastreio !== 'string') {
    details.push({ campo: 'logistica.codigoRastreio', mensagem: 'O código de rastreio deve ser um texto' });
  }
  if (details.length > 0) return refuse(...details);
  return {
    value: {
      pesoBruto: typeof pesoBruto === 'number' ? pesoBruto : undefined,
      codigoRastreio: typeof codigoRastreio === 'string' ? codigoRastreio : undefined,
    },
  };
}
