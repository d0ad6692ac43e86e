/** An answer before it is sent. */
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

/** How an answer, or none, goes out. */
export type Delivery =
  | {
      readonly manner: 'whole' | 'half-then-reset' | 'half-then-stall';
      readonly answer: Answer;
      readonly sent?: () => void;
    }
  /** Status 200, and then these bytes again and again until the other side has had enough. */
  | { readonly manner: 'endless'; readonly answer: Answer }
  | { readonly manner: 'cut' | 'silence' };

export function answerBytes(status: number, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer {
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
export function answerError(status: number, mensagem: string, detalhes: readonly Detail[] | null = null): Answer {
  return answerJson(status, { mensagem, detalhes });
}

/** Contract section 7, rule 1. */
export function answerInvalid(detalhes: readonly Detail[]): Answer {
  return answerError(400, 'Ocorreram erros de validação', detalhes);
}
