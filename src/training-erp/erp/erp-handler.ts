import {
  answerError,
  answerInvalid,
  type Answer,
  type Delivery,
  type Incoming,
} from '../http/answers.ts';
import { listRoutes } from './extensions.ts';
import { basePath, type ErpState } from './route.ts';
import type { SandboxOptions } from '../types.ts';
import { saysLittle } from './manners.ts';
import { Refusal } from './validation.ts';

function refuse(
  status: number,
  mensagem: string,
  headers: Readonly<Record<string, string>> = {},
): never {
  const answer = answerError(status, mensagem);
  throw new Refusal({ ...answer, headers: { ...answer.headers, ...headers } });
}

function find(routes: ReturnType<typeof listRoutes>, method: string, path: string) {
  const local = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  for (const route of routes) {
    const match = route.path.exec(local);
    if (match === null) continue;
    const operation = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (operation !== undefined) return { route, operation, parameters: match.slice(1) };
    refuse(405, 'Método não permitido', { Allow: Object.keys(route.methods).join(', ') });
  }
  return refuse(404, 'Recurso não encontrado');
}

/** Contract section 5. */
function checkToken(authorization: string | null, { world }: ErpState): void {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (token !== world.token)
    refuse(401, 'Token de acesso ausente ou inválido', { 'WWW-Authenticate': 'Bearer' });
}

/** Ids that are too large are unknown, not malformed. */
function parseIds({ route, parameters }: ReturnType<typeof find>): readonly number[] {
  const wrong = parameters.flatMap((value, index) =>
    /^-?\d+$/.test(value)
      ? []
      : [{ campo: route.parameters[index] ?? '', mensagem: 'Deve ser um número inteiro' }],
  );
  if (wrong.length > 0) throw new Refusal(answerInvalid(wrong));
  return parameters.map(Number);
}

/** Returns the answer of a refusal; rethrows any other error. */
function readRefusal(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer;
  throw error;
}

/** The service: route, bearer, faults, and then the endpoint itself. */
export function createErpHandler(
  state: ErpState,
  intercept: NonNullable<SandboxOptions['intercept']>,
): (request: Incoming) => Promise<Delivery> {
  const routes = listRoutes(state.contractOnly);
  const say = state.contractOnly ? (answer: Answer): Answer => answer : saysLittle;

  async function answer(request: Incoming): Promise<Delivery> {
    const call = find(routes, request.method, request.path);
    checkToken(request.authorization, state);
    const ids = parseIds(call);
    const operate = (): Answer => call.operation(state, ids, request);
    const work = (): Promise<Answer> =>
      Promise.resolve().then(operate).catch(readRefusal).then(say);
    const shipments = state.world.groupings.get(ids[0] ?? 0)?.shipments ?? [];
    const { endpoint } = call.route;
    const place =
      endpoint === 'etiquetas'
        ? shipments.findIndex(({ dispatch }) => dispatch.id === ids[1])
        : null;
    return (
      intercept({ endpoint, shipment: place, target: request.target, work, label: null }) ?? {
        answer: await work(),
      }
    );
  }

  return (request) =>
    answer(request).catch((error: unknown) => ({ answer: say(readRefusal(error)) }));
}
