import { answerInvalid } from '../http/answers.ts';
import type { Answer, Detail } from '../http/answers.ts';

/** A value that was accepted, or the answer that refuses it. */
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

/** Body of endpoint 1: an object whose optional `situacao` is 0 to 7 or null. `undefined`: it said nothing. */
export function parseStatusBody(body: Buffer): Checked<number | null | undefined> {
  const json = parseJson(body);
  if ('refusal' in json) return json;
  if (!isObject(json.value)) return refuse({ campo: 'body', mensagem: 'O corpo da requisição deve ser um objeto' });
  const status = json.value['situacao'];
  if (status === undefined || status === null) return { value: status };
  if (typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 7) return { value: status };
  return refuse({ campo: 'situacao', mensagem: 'A situação deve ser um dos valores 0, 1, 2, 3, 4, 5, 6 ou 7' });
}

/** Body of endpoints 2 and 3: an array of `{descricao}`. One detail for each item that is wrong. */
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
