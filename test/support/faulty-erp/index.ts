import { known } from '../../../src/training-erp/data/back-office.ts';
import { noLabels } from '../../../src/training-erp/data/kinds.ts';
import { startSandbox } from '../../../src/training-erp/index.ts';
import { answerError } from '../../../src/training-erp/http/answers.ts';
import type { Answer, Delivery, Incoming } from '../../../src/training-erp/http/answers.ts';
import type { PendingRequest, Sandbox, SandboxOptions } from '../../../src/training-erp/index.ts';
import { startOpenIdProvider } from '../openid-provider.ts';
import type { GroupingRecord, ShipmentRecord } from '../../../src/training-erp/world/world.ts';
import { FaultBoard } from './faults.ts';
import type { SandboxRule } from './faults.ts';
import { RateLimit } from './rate-limit.ts';
import { recordRequests, type SandboxRequest } from './requests.ts';

export type { BadFile } from './bad-files.ts';
export type { SandboxFault, SandboxRule } from './faults.ts';

/**
 * The training ERP with faults that a test injects, and with a record of its requests and their
 * effects.
 */
export interface FaultySandbox extends Sandbox {
  /** The provider for signing in; null if tokens are only pasted. */
  readonly signIn: SignInHost | null;
  /** Injects a fault. Returns the function that removes it. */
  inject(rule: SandboxRule): () => void;
  /** A valid token without any permission: 403 everywhere. */
  readonly powerlessToken: string;
  /**
   * Ids the back office endpoints know: service orders, quotes, and invoices for each answer of
   * endpoint 10.
   */
  readonly known: typeof known;
  readonly requests: readonly SandboxRequest[];
  /** How often endpoint 9 took effect for this grouping. */
  conclusions(groupingId: number): number;
  /** How often the file of this shipment (0-based) was sent whole. */
  downloads(groupingId: number, shipment: number): number;
  /** From now on only this token is valid: the old one gets 401. */
  changeToken(token: string): void;
  /** Adds a shipment at the end, or removes one (0-based), as a colleague in the ERP would. */
  addShipment(groupingId: number): void;
  removeShipment(groupingId: number, shipment: number): void;
  /** The stored status of a service order (contract 3.1). */
  serviceOrderStatus(serviceOrderId: number): number | null;
  /** The stored tags of a service order. */
  tags(serviceOrderId: number): readonly string[];
  /** The bytes the label host serves for this shipment (0-based). */
  labelBytes(groupingId: number, shipment: number): Promise<Uint8Array>;
}

interface SignInHost {
  readonly issuer: string;
  readonly clientId: string;
  /** The next user to sign in. */
  person: string | null;
  endSessions(): void;
}

export interface FaultySandboxOptions extends Omit<SandboxOptions, 'around'> {
  /**
   * Requests per minute, for reads and writes separately (fixed windows from their first request);
   * 429 and `X-RateLimit-*` headers. No limit by default.
   */
  readonly rateLimitPerMinute?: number | { readonly reads: number; readonly writes: number };
  /** How many of the last shipments of the first grouping have a shipping method without labels. */
  readonly labelLess?: number;
  /** Length of the rate limit's window, for tests that cannot wait a minute. Default 60 000. */
  readonly rateLimitWindowMs?: number;
  /**
   * Starts an OpenID provider, at which `treino` signs in, and whose access tokens are valid.
   * `with-secret`: Doca has to send a secret.
   */
  readonly signIn?: true | 'with-secret';
  /** Sees each request before the faults, and returns the delivery; null leaves it to them. */
  readonly watch?: (
    request: PendingRequest,
    answer: (request: PendingRequest) => Promise<Delivery>,
  ) => Promise<Delivery> | null;
}

const powerlessToken = 'doca-training-token-without-permissions';

function addHeaders(delivery: Delivery, headers: Readonly<Record<string, string>>): Delivery {
  if (!('answer' in delivery)) return delivery;
  const { answer } = delivery;
  return { ...delivery, answer: { ...answer, headers: { ...answer.headers, ...headers } } };
}

/** Without further options it is the contract's service, without extensions. */
export async function startFaultySandbox({
  watch = () => null,
  signIn,
  rateLimitPerMinute,
  rateLimitWindowMs = 60_000,
  contractOnly = true,
  labelLess = 0,
  ...options
}: FaultySandboxOptions = {}): Promise<FaultySandbox> {
  const openWindow = (of: 'reads' | 'writes'): RateLimit | null => {
    const limit =
      typeof rateLimitPerMinute === 'object' ? rateLimitPerMinute[of] : rateLimitPerMinute;
    return limit === undefined ? null : new RateLimit(limit, rateLimitWindowMs);
  };
  const [reads, writes] = [openWindow('reads'), openWindow('writes')];
  const board = new FaultBoard();
  const { requests, arrived } = recordRequests();
  const answer = async (request: PendingRequest): Promise<Delivery> =>
    board.intercept(request) ?? { answer: await request.work() };
  const provider = signIn === undefined ? null : await startOpenIdProvider();
  if (provider !== null) provider.person = 'treino';
  /**
   * The service leaves out the body if the limit or a permission is the reason; the contract does
   * not.
   */
  const refuse = (status: number, words: string): Answer => {
    const refusal = answerError(status, words);
    return contractOnly ? refusal : { ...refusal, body: Buffer.alloc(0) };
  };
  const answerAsOwner = async (
    request: Incoming,
    work: (request: Incoming) => Promise<Delivery>,
  ) => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.authorization ?? '') ?? [];
    if (token === powerlessToken)
      return { answer: refuse(403, 'O token não tem permissão para este recurso') };
    const isSignedIn = (await provider?.accepts(token)) === true;
    return work(isSignedIn ? { ...request, authorization: `Bearer ${sandbox.token}` } : request);
  };
  const sandbox: Sandbox = await startSandbox({
    around: async (request, work) => {
      const verdict = (request.method === 'GET' ? reads : writes)?.count(Date.now());
      if (verdict?.allowed === false)
        return addHeaders(
          { answer: refuse(429, 'Limite de requisições por minuto excedido') },
          verdict.headers,
        );
      return addHeaders(await answerAsOwner(request, work), verdict?.headers ?? {});
    },
    intercept: (request) => watch(request, answer) ?? board.intercept(request),
    arrived,
    contractOnly,
    ...options,
  });
  const { world } = sandbox;
  const grouping = (id: number): GroupingRecord =>
    found(world.groupings.get(id), `the sandbox has no grouping ${id}`);
  if (labelLess > 0) {
    const { shipments } = grouping(sandbox.firstGroupingId);
    shipments.push(...shipments.splice(-labelLess).map(takeLabel));
  }
  const shipment = (id: number, place: number): ShipmentRecord =>
    found(grouping(id).shipments[place], `grouping ${id} has no shipment at ${place}`);
  const serviceOrder = (id: number) =>
    found(world.backOffice.serviceOrders.get(id), `the sandbox has no service order ${id}`);
  const more: Omit<FaultySandbox, Exclude<keyof Sandbox, 'close'>> = {
    close: async () => {
      await Promise.all([sandbox.close(), provider?.close()]);
    },
    signIn:
      provider && Object.assign(provider, { clientId: signIn === true ? 'doca' : 'doca-body' }),
    inject: (rule) => board.inject(rule),
    powerlessToken,
    known,
    requests,
    conclusions: (id) => grouping(id).conclusions,
    downloads: (id, place) => shipment(id, place).downloads,
    changeToken(token) {
      world.token = token;
    },
    addShipment: (id) => world.append(grouping(id)),
    removeShipment(id, place) {
      shipment(id, place);
      grouping(id).shipments.splice(place, 1);
    },
    serviceOrderStatus: (id) => serviceOrder(id).status,
    tags: (id) => [...serviceOrder(id).tags],
    labelBytes: (id, place) => world.label(grouping(id), shipment(id, place)),
  };
  const { close: _, ...rest } = Object.getOwnPropertyDescriptors(sandbox);
  return Object.defineProperties(more, rest) as FaultySandbox;
}

/** The customer collects the parcel. */
function takeLabel(record: ShipmentRecord): ShipmentRecord {
  const formaFrete = { id: 3099, nome: 'Retirada no balcão' };
  const without = { codigoRastreio: '', urlRastreio: '', formaFrete, transportador: null };
  const { dispatch } = record;
  return {
    ...record,
    refusal: noLabels,
    dispatch: { ...dispatch, logistica: { ...dispatch.logistica, ...without } },
  };
}

function found<T>(value: T | undefined, why: string): T {
  if (value === undefined) throw new RangeError(why);
  return value;
}
