import type { Language } from '../../../shared/index.ts';

/** What a command sees of the outside. */
export interface Terminal {
  /** Results: the list of shipments, the summary, the line of JSON. */
  out(text: string): void;
  /** Everything else: progress, notices, faults. */
  err(text: string): void;
  readonly errIsTty: boolean;
  readonly columns: number;
  readonly language: Language;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lines of standard input, read only when asked for. */
  readonly stdin: AsyncIterable<string>;
  /** Aborted by Ctrl+C and by a polite kill. */
  readonly signal: AbortSignal;
}

/** The language of the environment, in the order in which Unix tools look for it. */
export function chooseLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^pt/i.test(locale) ? 'pt-BR' : 'en';
}

/** The fixed meaning of each exit code. */
export const exitCodes = {
  done: 0,
  usage: 2,
  notAuthorised: 3,
  labelsMissing: 4,
  failure: 5,
  conclusionUnknown: 6,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
