/**
 * Receives one line of structured log and writes it as it is: callers pass no secret and no
 * personal data.
 */
export interface Log {
  readonly info: Write;
  readonly warn: Write;
}

type Write = (
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

export const silentLog: Log = { info: () => undefined, warn: () => undefined };
