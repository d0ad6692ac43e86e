/**
 * Receives one line of structured log and writes it as it is: callers pass no secret and no
 * personal data.
 */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined };
