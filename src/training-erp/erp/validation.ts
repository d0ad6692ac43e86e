import { z } from 'zod';
import { type Answer, answerInvalid } from '../http/answers.ts';

export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

/** Returns what the schema reads. Throws a `Refusal` with one detail for each wrong field. */
export function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(
    answerInvalid(
      parsed.error.issues.map(({ path, message }) => ({
        campo: z.core.toDotPath(path) || 'body',
        mensagem: message,
      })),
    ),
  );
}

export function parseBody<T>(schema: z.ZodType<T>, body: Buffer): T {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(
      answerInvalid([{ campo: 'body', mensagem: 'O corpo da requisição deve ser um JSON válido' }]),
    );
  }
  return check(schema, json);
}

const noObject = 'O corpo da requisição deve ser um objeto';
const noStatus = 'A situação deve ser um dos valores 0, 1, 2, 3, 4, 5, 6 ou 7';
const noTag = 'A descrição é obrigatória';
/** Endpoint 1: an object whose optional `situacao` is 0 to 7 or null. */
export const statusBody = z.object(
  { situacao: z.literal([0, 1, 2, 3, 4, 5, 6, 7], noStatus).nullish() },
  noObject,
);
const tag = z.object({
  descricao: z.string(noTag).trim().min(1, 'A descrição não pode ser vazia'),
});
/** Endpoints 2 and 3: `{descricao}` each. One detail for each wrong item. */
export const tagsBody = z.array(
  z
    .unknown()
    .transform((item) => (typeof item === 'object' && item !== null ? item : {}))
    .pipe(tag),
  'O corpo da requisição deve ser uma lista de marcadores',
);

const longestPage = 100;
const matching = (pattern: RegExp, otherwise: string) => z.string().regex(pattern, otherwise);
const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'A data deve estar no formato AAAA-MM-DD').optional();

export const listQuery = z.object({
  idFormaEnvio: matching(/^\d{1,15}$/, 'Deve ser um número inteiro')
    .transform(Number)
    .optional(),
  dataInicial: date,
  dataFinal: date,
  orderBy: z.enum(['asc', 'desc'], 'A ordenação deve ser asc ou desc').default('desc'),
  limit: matching(/^[1-9]\d{0,5}$/, 'Deve ser um número inteiro maior que zero')
    .transform((limit) => Math.min(Number(limit), longestPage))
    .default(longestPage),
  offset: matching(/^\d{1,9}$/, 'Deve ser um número inteiro')
    .transform(Number)
    .default(0),
});

const noPart = 'Deve ser um objeto';
const noWeight = 'O peso deve ser um número maior ou igual a zero';
const noText = 'O código de rastreio deve ser um texto';
export const correctionBody = z.object(
  {
    volume: z
      .object({ pesoBruto: z.number(noWeight).min(0, noWeight).exactOptional() }, noPart)
      .default({}),
    logistica: z.object({ codigoRastreio: z.string(noText).exactOptional() }, noPart).default({}),
  },
  noObject,
);
