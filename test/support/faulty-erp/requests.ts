import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as the sandbox saw it. */
export interface SandboxRequest {
  readonly host: 'erp' | 'labels';
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The Authorization header as it came, or null. */
  readonly authorization: string | null;
  readonly atMs: number;
  /** The answered status; 0 before an answer, and if the connection broke before it. */
  readonly status: number;
}

/** Calls `tell` with the status as soon as the head of this answer is sent. */
export function whenAnswered(response: ServerResponse, tell: (status: number) => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...more: unknown[]) => {
    tell(status);
    return Reflect.apply(writeHead, response, [status, ...more]) as ServerResponse;
  };
}

/** Keeps a record of requests in the order of their arrival. */
export function recordRequests() {
  const requests: SandboxRequest[] = [];
  const arrived = (
    host: SandboxRequest['host'],
    { method, url, headers }: IncomingMessage,
    answer: ServerResponse,
  ) => {
    const { authorization = null } = headers;
    const request = {
      host,
      method: method ?? 'GET',
      path: url ?? '/',
      authorization,
      atMs: Date.now(),
    };
    const place = requests.push({ ...request, status: 0 }) - 1;
    whenAnswered(answer, (status) => (requests[place] = { ...request, status }));
  };
  return { requests: requests as readonly SandboxRequest[], arrived };
}
