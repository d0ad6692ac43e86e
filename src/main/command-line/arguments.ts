import { parseArgs, type ParseArgsConfig } from 'node:util';
import { labelPaper, type LabelFormat, type Paper } from '../../shared/index.ts';

/** What was typed is wrong; the message says where. Caught by `main`, which ends with the usage code. */
export class UsageError extends Error {}

export type SandboxFormat = Exclude<LabelFormat, 'jpeg'>;
export const sandboxFormats: readonly SandboxFormat[] = ['pdf', 'png', 'zpl', 'zip'];

export interface DemoArguments {
  readonly command: 'demo';
  readonly shipments: number;
  readonly out: string;
  readonly latencyMs: number;
  readonly rateLimitPerMinute: number | null;
  readonly formats: readonly SandboxFormat[];
  readonly fail: number;
  readonly json: boolean;
}

export type TokenChoice =
  { readonly from: 'env'; readonly name: string } | { readonly from: 'stdin' } | { readonly from: 'keychain' };

export interface DispatchArguments {
  readonly command: 'dispatch';
  readonly groupingId: number;
  readonly baseUrl: string;
  readonly token: TokenChoice;
  readonly out: string;
  /** Where journal and label files live; the system's place for application data where null. */
  readonly data: string | null;
  readonly paper: Paper;
  /** A printer of this system; the merged file is the print where null. */
  readonly printer: string | null;
  readonly conclude: boolean;
  readonly concludeFirst: boolean;
  readonly acceptMissing: boolean;
  readonly acceptChanges: boolean;
  /** The user's answer to an earlier `conclusion unknown`. */
  readonly conclusionWas: 'done' | 'not-done' | null;
  /** The user's answer to an earlier print that nobody knew the end of. */
  readonly printWas: 'done' | 'not-done' | null;
  readonly json: boolean;
}

export interface SandboxArguments {
  readonly command: 'sandbox';
  readonly port: number;
  readonly shipments: number;
  readonly token: string | null;
  readonly latencyMs: number;
  readonly rateLimitPerMinute: number | null;
  readonly formats: readonly SandboxFormat[];
  readonly fail: number;
  readonly labelLess: number;
  readonly labelsAfterConclusion: boolean;
}

export interface HelpArguments {
  readonly command: 'help';
  readonly about: 'demo' | 'dispatch' | 'sandbox' | null;
}

export type Arguments =
  DemoArguments | DispatchArguments | SandboxArguments | HelpArguments | { readonly command: 'version' };

const commands = ['demo', 'dispatch', 'sandbox'] as const;

export function parseArguments(argv: readonly string[]): Arguments {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-V') return { command: 'version' };
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    return { command: 'help', about: commands.find((command) => command === rest[0]) ?? null };
  }
  const command = commands.find((name) => name === first);
  if (command === undefined) throw new UsageError(`unknown command: ${first}`);
  if (rest.includes('--help') || rest.includes('-h')) return { command: 'help', about: command };
  switch (command) {
    case 'demo':
      return parseDemo(rest);
    case 'dispatch':
      return parseDispatch(rest);
    case 'sandbox':
      return parseSandbox(rest);
  }
}

function parse<T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const sandboxOptions = {
  shipments: { type: 'string' },
  latency: { type: 'string' },
  'rate-limit': { type: 'string' },
  formats: { type: 'string' },
  fail: { type: 'string' },
} as const;

function parseDemo(args: readonly string[]): DemoArguments {
  const { values, positionals } = parse(args, {
    ...sandboxOptions,
    out: { type: 'string' },
    json: { type: 'boolean' },
  });
  noPositionals(positionals);
  const shipments = wholeNumber('--shipments', values.shipments, 24, 1, 5000);
  return {
    command: 'demo',
    shipments,
    out: values.out ?? 'demo-output',
    latencyMs: wholeNumber('--latency', values.latency, 0, 0, 60_000),
    rateLimitPerMinute: optionalNumber('--rate-limit', values['rate-limit'], 1, 100_000),
    formats: formats(values.formats),
    fail: wholeNumber('--fail', values.fail, 0, 0, shipments),
    json: values.json ?? false,
  };
}

function parseDispatch(args: readonly string[]): DispatchArguments {
  const { values, positionals } = parse(args, {
    'base-url': { type: 'string' },
    'token-env': { type: 'string' },
    'token-stdin': { type: 'boolean' },
    out: { type: 'string' },
    data: { type: 'string' },
    paper: { type: 'string' },
    printer: { type: 'string' },
    'no-conclude': { type: 'boolean' },
    'conclude-first': { type: 'boolean' },
    'accept-missing': { type: 'boolean' },
    'accept-changes': { type: 'boolean' },
    'conclusion-was': { type: 'string' },
    'print-was': { type: 'string' },
    json: { type: 'boolean' },
  });
  const [id, ...others] = positionals;
  if (id === undefined) throw new UsageError('which grouping? give its id');
  noPositionals(others);
  if (values['base-url'] === undefined) throw new UsageError('--base-url is missing');
  if (values['token-env'] !== undefined && values['token-stdin']) {
    throw new UsageError('--token-env and --token-stdin exclude each other');
  }
  if (values['no-conclude'] && values['conclude-first']) {
    throw new UsageError('--no-conclude and --conclude-first exclude each other');
  }
  if (values.printer === '') throw new UsageError('--printer takes the name of a printer');
  return {
    command: 'dispatch',
    groupingId: wholeNumber('the grouping id', id, 0, 1, Number.MAX_SAFE_INTEGER),
    baseUrl: values['base-url'],
    token:
      values['token-env'] !== undefined
        ? { from: 'env', name: values['token-env'] }
        : { from: values['token-stdin'] ? 'stdin' : 'keychain' },
    out: values.out ?? '.',
    data: values.data ?? null,
    paper: paper(values.paper),
    printer: values.printer ?? null,
    conclude: !values['no-conclude'],
    concludeFirst: values['conclude-first'] ?? false,
    acceptMissing: values['accept-missing'] ?? false,
    acceptChanges: values['accept-changes'] ?? false,
    conclusionWas: doneOrNot('--conclusion-was', values['conclusion-was']),
    printWas: doneOrNot('--print-was', values['print-was']),
    json: values.json ?? false,
  };
}

function parseSandbox(args: readonly string[]): SandboxArguments {
  const { values, positionals } = parse(args, {
    ...sandboxOptions,
    port: { type: 'string' },
    token: { type: 'string' },
    'label-less': { type: 'string' },
    'labels-after-conclusion': { type: 'boolean' },
  });
  noPositionals(positionals);
  const shipments = wholeNumber('--shipments', values.shipments, 24, 1, 5000);
  return {
    command: 'sandbox',
    port: wholeNumber('--port', values.port, 8484, 0, 65_535),
    shipments,
    token: values.token ?? null,
    latencyMs: wholeNumber('--latency', values.latency, 0, 0, 60_000),
    rateLimitPerMinute: optionalNumber('--rate-limit', values['rate-limit'], 1, 100_000),
    formats: formats(values.formats),
    fail: wholeNumber('--fail', values.fail, 0, 0, shipments),
    labelLess: wholeNumber('--label-less', values['label-less'], 0, 0, shipments),
    labelsAfterConclusion: values['labels-after-conclusion'] ?? false,
  };
}

function doneOrNot(name: string, text: string | undefined): 'done' | 'not-done' | null {
  if (text === undefined || text === 'done' || text === 'not-done') return text ?? null;
  throw new UsageError(`${name} takes done or not-done`);
}

function noPositionals(positionals: readonly string[]): void {
  if (positionals[0] !== undefined) throw new UsageError(`unexpected argument: ${positionals[0]}`);
}

function wholeNumber(name: string, text: string | undefined, otherwise: number, least: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new UsageError(`${name} takes a whole number from ${least} to ${most}, not ${text}`);
  }
  return value;
}

function optionalNumber(name: string, text: string | undefined, least: number, most: number): number | null {
  return text === undefined ? null : wholeNumber(name, text, 0, least, most);
}

function formats(text: string | undefined): readonly SandboxFormat[] {
  if (text === undefined) return sandboxFormats;
  const chosen = text.split(',').map((part) => {
    const format = sandboxFormats.find((known) => known === part.trim());
    if (format === undefined) throw new UsageError(`--formats takes some of ${sandboxFormats.join(',')}, not ${part}`);
    return format;
  });
  return chosen;
}

function paper(text: string | undefined): Paper {
  if (text === undefined) return labelPaper;
  const match = /^(\d{2,3})x(\d{2,3})$/.exec(text);
  const widthMm = Number(match?.[1]);
  const heightMm = Number(match?.[2]);
  if (!match || widthMm < 20 || heightMm < 20 || widthMm > heightMm) {
    throw new UsageError(`--paper takes width x height in mm, the width the smaller one, like 100x150, not ${text}`);
  }
  return { widthMm, heightMm };
}
