import { fold } from '../../../shared/index.ts';
import { parseJson, readErpWords, type ErpWords } from './answers.ts';

/** A sign of failure in an answer with a status of success. */
export interface Contradiction extends ErpWords {
  readonly reason: string;
}

/** Fields in which services report the result, with the values that mean success, folded. */
const verdicts: Readonly<Record<string, readonly unknown[]>> = {
  sucesso: [true, 'true', 1, '1', 'sim', 's', null],
  success: [true, 'true', 1, '1', null],
  ok: [true, 'true', 1, '1', null],
};
const failures = ['erro', 'erros', 'error', 'errors', 'falha', 'falhas', 'detalhes'];
/**
 * Fields that name a state: a word in one is success only if it says so, which `processing` does
 * not.
 */
const states = ['status', 'situacao', 'state', 'estado'];
const noFailure: readonly unknown[] = [null, false, 0, '', '0', 'false', 'nao', 'n'];
/** A message alone counts as success only if it says so. */
const goodNews = /\b(sucesso|success|ok|done|completed|concluded)\b/;
const goodDeed = /\b((conclu|inclu|remov)id|(finaliz|encerr|atualiz|estorn)ad)[oa]s?\b/;
const badNews = /\b(nao|not|nem|erro|error|falh\w*|fail\w*|impossivel|invalid\w*|ja|sem)\b/;

/** Deeper than any service wraps its answer; values below say nothing about the whole. */
const deepest = 4;

/**
 * Reads the body of a 2xx for which the contract promises none (section 4, notes A and B). Returns
 * null for a confirmed success: an empty body, or JSON that names no error. Anything else leaves
 * the effect open.
 */
export function findContradiction(body: string): Contradiction | null {
  if (body.trim() === '') return null;
  const json = parseJson(body);
  if (json === undefined) return { reason: 'not JSON', erpMessage: null, erpDetails: [] };
  const reason = findComplaint(json, deepest);
  return reason === null ? null : { reason, ...readErpWords(body) };
}

function findComplaint(value: unknown, depth: number): string | null {
  if (value === false) return 'false';
  if (typeof value === 'string') return isGoodNews(value) ? null : 'a message';
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value))
    return findFirst(value, (entry) =>
      typeof entry === 'object' ? findComplaint(entry, depth - 1) : null,
    );
  const fields = Object.entries(value).map(([name, content]) => [fold(name), content] as const);
  const isErrorBody =
    fields.some(([name]) => name === 'mensagem') && fields.some(([name]) => name === 'detalhes');
  if (isErrorBody) return 'the error body of the contract';
  return findFirst(fields, ([name, content]) => {
    if (failures.includes(name)) return isEmpty(content) ? null : name;
    if (Object.hasOwn(verdicts, name))
      return verdicts[name]?.includes(foldValue(content)) === true ? null : name;
    if (states.includes(name) && typeof content !== 'object')
      return isBadState(name, content) ? name : null;
    if (name === 'mensagem' || name === 'message')
      return typeof content !== 'string' || content.trim() === '' || isGoodNews(content)
        ? null
        : name;
    return typeof content === 'object' ? findComplaint(content, depth - 1) : null;
  });
}

function isEmpty(content: unknown): boolean {
  return Array.isArray(content) ? content.length === 0 : noFailure.includes(foldValue(content));
}

/** One or two letters are a code, such as the `A` of a shipment. */
function isBadState(name: string, content: unknown): boolean {
  if (typeof content === 'number') return name === 'status' && content >= 400;
  return typeof content === 'string' && /[a-z]{3}/.test(fold(content)) && !isGoodNews(content);
}

function isGoodNews(message: string): boolean {
  const folded = fold(message);
  return (
    folded === '' || ((goodNews.test(folded) || goodDeed.test(folded)) && !badNews.test(folded))
  );
}

function foldValue(value: unknown): unknown {
  return typeof value === 'string' ? fold(value) : value;
}

function findFirst<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
