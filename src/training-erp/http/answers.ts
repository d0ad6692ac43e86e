import type { ServerResponse } from 'node:http';

export interface Incoming {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Contract 2.13, ErrorDetailDTO. */
export interface Detail {
  readonly campo: string;
  readonly mensagem: string;
}

/** The way an answer is sent: whole, or by a function. */
export type Delivery =
  | { readonly answer: Answer; readonly sent?: () => void }
  | { readonly send: (response: ServerResponse) => Promise<void> | void };

export function answerBytes(
  status: number,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, body };
}

export function answerText(status: number, contentType: string, text: string): Answer {
  return answerBytes(status, Buffer.from(text, 'utf8'), { 'Content-Type': contentType });
}

export function answerJson(status: number, value: unknown): Answer {
  return answerText(status, 'application/json; charset=utf-8', JSON.stringify(value));
}

export function answerEmpty(status: 200 | 204): Answer {
  return answerBytes(status, new Uint8Array());
}

/** Contract 2.13. */
export function answerError(
  status: number,
  mensagem: string,
  detalhes: readonly Detail[] | null = null,
): Answer {
  return answerJson(status, { mensagem, detalhes });
}

export function answerNotFound(what: string): Answer {
  return answerError(404, `${what} não encontrada`);
}

/** Contract section 7, rule 1. */
export function answerInvalid(detalhes: readonly Detail[]): Answer {
  return answerError(400, 'Ocorreram erros de validação', detalhes);
}

const storageErrorPage =
  '<!DOCTYPE html><html lang="pt-BR"><head><title>Serviço indisponível</title></head>' +
  '<body><h1>Não foi possível gerar a etiqueta</h1><p>Tente novamente mais tarde.</p></body></html>\n';

/** The answer that stores of label files send with status 200 when they have trouble. */
export function answerStorageError(): Answer {
  return answerText(200, 'text/html; charset=utf-8', storageErrorPage);
}
