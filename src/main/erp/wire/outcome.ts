import { fold } from '#shared/formats.ts';
import { parseJson, readErpWords } from './answers.ts';

/** Said of what is not there. Struck out before words are judged: `sem pendencias`. */
const absences = new RegExp(
  `${/\b(sem|no|without|0|zero|nenhum\w*|nao (ha|houve|existem)) (any |nenhum\w* )?/.source}${
    /(err|falh|fail|penden|problem|ressalv|aviso|warning)\w*/.source
  }`,
  'g',
);
/** The beginnings of words of failure, of any thing. */
const failures = listWords(`erros? \\w*error \\w*exception falh fail exce[cpt] rejei reject recus
  refus denied negad invalid bad.request conflict block bloque`);
/** The beginnings of words that leave the effect of a request open. */
const doubts = listWords(`< false$ nao\\b not\\b nem\\b sem\\b without never antes before ainda yet
  de.fora later aguarde wait\\b cannot couldn unable unsuccess insucess impossi incomplet inconclu
  parcia partia deve must should precis requer requir pend processing processando queue na.fila
  em.aberto em.andamento em.processamento open in.progress tente try retry novamente mais.tarde
  expir indispon unavail time(d.)?out exced exceed proib forbid unauth cancel abort locked falta
  missing ignorad skipped unknown inexist sess(ao|ion)\\b login sign.in senha`);
/** A text outside JSON, and the error body of the contract, count only if they say so. */
const successes = listWords(`(sucesso|success|ok|done|finished|(clos|complet|conclud|updat)ed)\\b
  (conclu|inclu|remov)id[oa] (finaliz|encerr|fech|atualiz|estorn|realiz|process|efetu|envi)ad[oa]`);

/**
 * The signs of failure: fields by their names, folded and of letters only, and the values that
 * speak against the request. `ofState`: it may be a thing's own state, number or words, and not the
 * request's.
 */
const signs: readonly {
  readonly name: RegExp;
  readonly ofState?: boolean;
  readonly isAgainst: (held: unknown) => boolean;
}[] = [
  { name: /(?<![csft])erro|fail|falh|exception|viola|^detalhes$/, isAgainst: isFilled },
  { name: /pendenc|rejei|reject|recus|invalid|(nao|not|in)conclu/, isAgainst: isFilled },
  { name: /^statusprocessamento$/, isAgainst: (held) => !/^(3|null)$/.test(String(held)) },
  { name: /^(http)?status(code)?$/, isAgainst: isFailedStatus },
  { name: /^(code|codigo)$/, ofState: true, isAgainst: isFailedStatus },
  {
    name: /^(is|foi)?(sucesso|succe|ok$|done|conclu|complet|fechad|closed|finaliz|encerrad)/,
    isAgainst: denies,
  },
  { name: /^(status|state|retorno|result(ado)?|response)$/, isAgainst: speaksAgainst },
  { name: /^(mensagem|mensagens|messages?|msg|title|details?|motivo)$/, isAgainst: speaksAgainst },
  { name: /^(situacao|estado)$/, ofState: true, isAgainst: speaksAgainst },
  { name: /^(descricao|description)$/, ofState: true, isAgainst: fails },
  { name: /^(situacao|estado|codigo|code|type)$/, isAgainst: fails },
];

/**
 * Reads the body of a 2xx. Returns null for a confirmed success: an answer in which nothing speaks
 * against it, whatever it calls the state. Anything else leaves the effect open. `hasOwnState`: the
 * request was about a thing whose own state the answer may tell, as it tells those of shipments.
 */
export function findContradiction(body: string, hasOwnState = false) {
  const json = body.trim() === '' ? null : parseJson(body);
  const reason = json === undefined ? judgeText(body) : findSign(json, hasOwnState);
  return reason === null ? null : { reason, ...readErpWords(body) };
}

function judgeText(text: string): string | null {
  return /^\s*["[{]/.test(text) || speaksAgainst(text) || !says(text, successes)
    ? 'not JSON'
    : null;
}

function findSign(value: unknown, hasOwnState: boolean): string | null {
  if (value === false) return 'false';
  if (typeof value === 'string') return speaksAgainst(value) ? 'a message' : null;
  if (Array.isArray(value)) return findFirst(value, (entry) => findSign(entry, hasOwnState));
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value).map(
    ([name, held]) => [fold(name).replace(/[^a-z]/g, ''), held] as const,
  );
  return (
    findErrorBody(Object.fromEntries(fields)) ??
    findFirst(fields, ([name, held]) => {
      const sign = signs.find(
        (one) =>
          one.name.test(name) && !(hasOwnState && one.ofState === true) && one.isAgainst(held),
      );
      if (sign !== undefined) return name;
      const isOfThing = hasOwnState || name === 'expedicoes';
      return typeof held === 'object' ? findSign(held, isOfThing) : null;
    })
  );
}

/** Contract 2.13. */
function findErrorBody({ mensagem, detalhes }: Readonly<Record<string, unknown>>): string | null {
  const isErrorBody = typeof mensagem === 'string' && detalhes !== undefined;
  return isErrorBody && mensagem.trim() !== '' && !says(mensagem, successes)
    ? 'the error body of the contract'
    : null;
}

function isFilled(held: unknown): boolean {
  if (Array.isArray(held)) return held.length > 0;
  if (typeof held === 'object' && held !== null) return Object.values(held).some(isFilled);
  return !/^(0*|null|false|nao?|no?|none|nenhuma?|ok|suc\w*)$/.test(readWords(String(held)));
}

function isFailedStatus(held: unknown): boolean {
  return /^[45]\d\d$/.test(String(held));
}

function denies(held: unknown): boolean {
  return /^(0|f|no?|false)$/.test(readWords(String(held))) || speaksAgainst(held);
}

function fails(held: unknown): boolean {
  return says(held, failures);
}

function speaksAgainst(held: unknown): boolean {
  return held === false || fails(held) || says(held, doubts);
}

function says(held: unknown, words: RegExp): boolean {
  if (Array.isArray(held)) return held.some((one) => typeof one === 'string' && says(one, words));
  return typeof held === 'string' && words.test(readWords(held));
}

/** Folded, in words of letters and digits, without what is said to be absent. A page stays one. */
function readWords(text: string): string {
  const words = fold(text)
    .replace(/^<.*/s, '<')
    .replace(/[^a-z0-9<]+/g, ' ');
  return words.replace(absences, '').trim();
}

function listWords(beginnings: string): RegExp {
  return new RegExp(`(?:^|\\b)(?:${beginnings.replace(/\s+/g, '|')})`);
}

function findFirst<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
