import { answerError, answerInvalid } from '../http/answers.ts';
import type { Answer, Delivery } from '../http/answers.ts';
import { operate } from './erp-operations.ts';
import { basePath, listRoutes } from './erp-routes.ts';
import type { Operation, Endpoint } from './erp-routes.ts';
import type { Incoming } from '../http/host.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { SandboxOptions } from '../types.ts';
import { saysLittle } from './manners.ts';
import type { ErpState } from './state.ts';
import { powerlessToken } from '../world/world.ts';

interface Call {
  readonly route: Endpoint;
  readonly operation: Operation;
  readonly parameters: readonly string[];
}

function addHeaders(delivery: Delivery, headers: Readonly<Record<string, string>>): Delivery {
  if (!('answer' in delivery)) return delivery;
  const { answer } = delivery;
  return { ...delivery, answer: { ...answer, headers: { ...answer.headers, ...headers } } };
}

function find(routes: readonly Endpoint[], method: string, path: string): Call | Answer {
  const local = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  for (const route of routes) {
    const match = route.path.exec(local);
    if (match === null) continue;
    const operation = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (operation !== undefined) return { route, operation, parameters: match.slice(1) };
    const answer = answerError(405, 'Método não permitido');
    return { ...answer, headers: { ...answer.headers, Allow: Object.keys(route.methods).join(', ') } };
  }
  return answerError(404, 'Recurso não encontrado');
}

/** Contract section 5. */
async function findRefusal(authorization: string | null, { acceptsToken }: ErpState): Promise<Answer | null> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (await acceptsToken(token)) return null;
  if (token === powerlessToken) return answerError(403, 'O token não tem permissão para este recurso');
  const answer = answerError(401, 'Token de acesso ausente ou inválido');
  return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': 'Bearer' } };
}

/** Ids that are too large are unknown, not malformed. */
function parseIds({ route, parameters }: Call): readonly number[] | Answer {
  const wrong = parameters.flatMap((value, index) =>
    /^-?\d+$/.test(value) ? [] : [{ campo: route.parameters[index] ?? '', mensagem: 'Deve ser um número inteiro' }],
  );
  return wrong.length > 0 ? answerInvalid(wrong) : parameters.map(Number);
}

/** The service: rate limit, route, bearer, faults, and then the endpoint itself. */
export function createErpHandler(
  state: ErpState,
  intercept: NonNullable<SandboxOptions['intercept']>,
  limits: { readonly reads: RateLimit | null; readonly writes: RateLimit | null },
): (request: Incoming) => Promise<Delivery> {
  const routes = listRoutes(state.contractOnly);
  const say = state.contractOnly ? (answer: Answer): Answer => answer : saysLittle;

  async function answer(request: Incoming): Promise<Delivery> {
    const call = find(routes, request.method, request.path);
    if ('status' in call) return { answer: say(call) };
    const refusal = await findRefusal(request.authorization, state);
    if (refusal !== null) return { answer: say(refusal) };
    const ids = parseIds(call);
    if ('status' in ids) return { answer: say(ids) };
    const work = (): Promise<Answer> => Promise.resolve(say(operate(state, call.operation, ids, request)));
    const shipments = state.world.groupings.get(ids[0] ?? 0)?.shipments ?? [];
    const place =
      call.operation === 'list-labels' ? shipments.findIndex(({ dispatch }) => dispatch.id === ids[1]) : null;
    const target = request.query.size > 0 ? `${request.path}?${request.query.toString()}` : request.path;
    const { endpoint } = call.route;
    return intercept({ endpoint, shipment: place, target, work, label: null }) ?? { answer: await work() };
  }

  return async (request) => {
    const limit = request.method === 'GET' ? limits.reads : limits.writes;
    const verdict = limit?.count(Date.now());
    if (verdict === undefined) return answer(request);
    if (verdict.allowed) return addHeaders(await answer(request), verdict.headers);
    return addHeaders({ answer: say(answerError(429, 'Limite de requisições por minuto excedido')) }, verdict.headers);
  };
}
