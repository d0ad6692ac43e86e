import { parseArgs, type ParseArgsConfig } from 'node:util';
import { labelPaper, rawLanguages, type PageChoice, type Paper, type RawLanguage } from '../../shared/index.ts';
import { sandboxKinds } from '../../training-erp/index.ts';
import type { SandboxLabelFormat, SandboxOptions } from '../../training-erp/index.ts';
import { parsePlaces } from './output/places.ts';
import type { ShipOptions } from './ship.ts';
import type { TokenChoice } from './token-source.ts';

/** A usage error; the message names it. `main` catches it and ends with the usage code. */
export class UsageError extends Error {}

const sandboxFormats: readonly SandboxLabelFormat[] = ['pdf', 'png', 'zpl', 'zip'];

export interface DemoArguments {
  readonly command: 'demo';
  readonly sandbox: SandboxOptions;
  readonly out: string;
}

export interface DispatchArguments extends ShipOptions {
  readonly command: 'dispatch';
  readonly baseUrl: string;
  readonly token: TokenChoice;
  readonly out: string;
  /** The folder of journal and label files; null for the system's place for application data. */
  readonly data: string | null;
  readonly paper: Paper;
  /** How long an outage of the ERP or of the label hosts is waited for. */
  readonly patienceMs: number;
  /** Read the codes on labels, unless IT has decided. */
  readonly readLabels: boolean;
  /** The variable of the environment with the password of the stations' server; null for the keychain's. */
  readonly floorPasswordEnv: string | null;
  /** The user's word to go on while that server does not answer. */
  readonly alone: boolean;
  /** The user's word that stations of this name will not report after that server was restored from a backup. */
  readonly stationGone: string | null;
  /** A printer of this system; null if the merged file is the print. */
  readonly printer: string | null;
  /** A further language of the printer, unless IT has decided. */
  readonly printerLanguage: RawLanguage | null;
}

interface SandboxArguments {
  readonly command: 'sandbox';
  readonly sandbox: SandboxOptions;
}

/** Null fields come from IT, the desktop or the defaults. */
export interface LoginArguments {
  readonly command: 'login';
  readonly baseUrl: string | null;
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly scopes: string | null;
  readonly redirect: string | null;
  /** With a code for another device, instead of a browser of this computer. */
  readonly device: boolean;
  /** Opens the browser; otherwise only prints the address. */
  readonly browser: boolean;
}

export interface LogoutArguments {
  readonly command: 'logout';
  readonly baseUrl: string | null;
  readonly browser: boolean;
}

export interface WhoamiArguments {
  readonly command: 'whoami';
  readonly baseUrl: string | null;
}

export interface SetSecretArguments {
  readonly command: 'set-secret';
  readonly args: readonly string[];
}

const commands = ['demo', 'dispatch', 'sandbox', 'login', 'logout', 'whoami', 'set-secret'] as const;

export interface HelpArguments {
  readonly command: 'help';
  readonly about: (typeof commands)[number] | null;
}

export type Arguments =
  | DemoArguments
  | DispatchArguments
  | SandboxArguments
  | LoginArguments
  | LogoutArguments
  | WhoamiArguments
  | SetSecretArguments
  | HelpArguments
  | { readonly command: 'version' };

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
    case 'login':
      return parseLogin(rest);
    case 'logout':
      return parseLogout(rest);
    case 'whoami':
      return parseWhoami(rest);
    case 'set-secret':
      return { command, args: rest };
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
  kind: { type: 'string' },
  shipments: { type: 'string' },
  latency: { type: 'string' },
  'rate-limit': { type: 'string' },
  formats: { type: 'string' },
  fail: { type: 'string' },
} as const;

function parseDemo(args: readonly string[]): DemoArguments {
  const { values, positionals } = parse(args, {
    ...sandboxOptions,
    'contract-only': { type: 'boolean' },
    out: { type: 'string' },
    json: { type: 'boolean' },
  });
  refusePositionals(positionals);
  return {
    command: 'demo',
    // The contract alone has to be enough: without a kind the demo shows that it is.
    sandbox: { ...parseSandboxOptions(values), contractOnly: values['contract-only'] ?? values.kind === undefined },
    out: values.out ?? 'demo-output',
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
    patience: { type: 'string' },
    printer: { type: 'string' },
    'printer-language': { type: 'string' },
    'no-conclude': { type: 'boolean' },
    'conclude-first': { type: 'boolean' },
    'labels-anyway': { type: 'boolean' },
    'accept-missing': { type: 'boolean' },
    'accept-changes': { type: 'boolean' },
    'accept-fewer': { type: 'boolean' },
    'accept-many': { type: 'boolean' },
    'accept-other': { type: 'boolean' },
    'accept-cancelled': { type: 'boolean' },
    'print-cancelled': { type: 'boolean' },
    'print-unauthorised': { type: 'boolean' },
    'no-read': { type: 'boolean' },
    pages: { type: 'string' },
    'whole-pages': { type: 'boolean' },
    'conclusion-was': { type: 'string' },
    'print-was': { type: 'string' },
    'print-job': { type: 'string' },
    'floor-password-env': { type: 'string' },
    alone: { type: 'boolean' },
    'take-over': { type: 'string' },
    'station-gone': { type: 'string' },
    json: { type: 'boolean' },
  });
  const [id, ...others] = positionals;
  if (id === undefined) throw new UsageError('which grouping? give its id');
  refusePositionals(others);
  if (values['base-url'] === undefined) throw new UsageError('--base-url is missing');
  if (values['token-env'] !== undefined && values['token-stdin']) {
    throw new UsageError('--token-env and --token-stdin exclude each other');
  }
  if (values['no-conclude'] && values['conclude-first']) {
    throw new UsageError('--no-conclude and --conclude-first exclude each other');
  }
  if (values.printer === '') throw new UsageError('--printer takes the name of a printer');
  const printerLanguage = parseLanguage(values['printer-language']);
  if (printerLanguage !== null && values.printer === undefined) {
    throw new UsageError('--printer-language goes with --printer');
  }
  return {
    command: 'dispatch',
    number: parseWholeNumber('the grouping’s number', id, 0, 1, Number.MAX_SAFE_INTEGER),
    baseUrl: values['base-url'],
    token:
      values['token-env'] !== undefined
        ? { from: 'env', name: values['token-env'] }
        : { from: values['token-stdin'] ? 'stdin' : 'kept' },
    out: values.out ?? '.',
    data: values.data ?? null,
    paper: parsePaper(values.paper),
    patienceMs: parseWholeNumber('--patience', values.patience, 30, 0, 3600) * 1000,
    printer: values.printer ?? null,
    printerLanguage,
    conclude: !values['no-conclude'] && values['labels-anyway'] !== true,
    concludeFirst: values['conclude-first'] ?? false,
    labelsAnyway: values['labels-anyway'] ?? false,
    acceptMissing: values['accept-missing'] ?? false,
    acceptChanges: values['accept-changes'] ?? false,
    acceptFewer: values['accept-fewer'] ?? false,
    acceptMany: values['accept-many'] ?? false,
    acceptOther: values['accept-other'] ?? false,
    acceptCancelled: values['accept-cancelled'] ?? false,
    printCancelled: values['print-cancelled'] ?? false,
    printUnauthorised: values['print-unauthorised'] ?? false,
    readLabels: !values['no-read'],
    pages: parsePages(values.pages, values['whole-pages'] ?? false),
    conclusionWas: parseDoneOrNot('--conclusion-was', values['conclusion-was']),
    printWas: parsePrintWas(values['print-was']),
    printJob: parsePrintJob(values['print-job']),
    floorPasswordEnv: values['floor-password-env'] ?? null,
    alone: values.alone ?? false,
    takeOver: values['take-over'] ?? null,
    stationGone: values['station-gone'] ?? null,
  };
}

function parseSandbox(args: readonly string[]): SandboxArguments {
  const { values, positionals } = parse(args, {
    ...sandboxOptions,
    port: { type: 'string' },
    token: { type: 'string' },
    'label-less': { type: 'string' },
    'labels-after-conclusion': { type: 'boolean' },
    'contract-only': { type: 'boolean' },
  });
  refusePositionals(positionals);
  const sandbox = parseSandboxOptions(values);
  return {
    command: 'sandbox',
    sandbox: {
      ...sandbox,
      port: parseWholeNumber('--port', values.port, 8484, 0, 65_535),
      ...(values.token === undefined ? {} : { token: values.token }),
      labelLess: parseWholeNumber('--label-less', values['label-less'], 0, 0, sandbox.shipments),
      labelsAfterConclusion: values['labels-after-conclusion'] ?? false,
      contractOnly: values['contract-only'] ?? false,
    },
  };
}

function parseLogin(args: readonly string[]): LoginArguments {
  const { values, positionals } = parse(args, {
    'base-url': { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    scopes: { type: 'string' },
    redirect: { type: 'string' },
    device: { type: 'boolean' },
    'no-browser': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  refusePositionals(positionals);
  return {
    command: 'login',
    baseUrl: values['base-url'] ?? null,
    issuer: values.issuer ?? null,
    clientId: values['client-id'] ?? null,
    scopes: values.scopes ?? null,
    redirect: values.redirect ?? null,
    device: values.device ?? false,
    browser: !values['no-browser'],
  };
}

function parseLogout(args: readonly string[]): LogoutArguments {
  const { values, positionals } = parse(args, {
    'base-url': { type: 'string' },
    'no-browser': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  refusePositionals(positionals);
  return { command: 'logout', baseUrl: values['base-url'] ?? null, browser: !values['no-browser'] };
}

function parseWhoami(args: readonly string[]): WhoamiArguments {
  const { values, positionals } = parse(args, { 'base-url': { type: 'string' }, json: { type: 'boolean' } });
  refusePositionals(positionals);
  return { command: 'whoami', baseUrl: values['base-url'] ?? null };
}

function parseSandboxOptions(values: Readonly<Partial<Record<keyof typeof sandboxOptions, string | undefined>>>) {
  const shipments = parseWholeNumber('--shipments', values.shipments, 24, 1, 5000);
  const limit = values['rate-limit'];
  const kinds = sandboxKinds.filter((kind) => kind === values.kind);
  if (values.kind !== undefined && kinds.length === 0) {
    throw new UsageError(`--kind takes one of ${sandboxKinds.join(', ')}, not ${values.kind}`);
  }
  return {
    shipments,
    latencyMs: parseWholeNumber('--latency', values.latency, 0, 0, 60_000),
    ...(limit === undefined ? {} : { rateLimitPerMinute: parseWholeNumber('--rate-limit', limit, 0, 1, 100_000) }),
    ...(kinds.length === 0 ? {} : { kinds, groupings: 0 }),
    formats: parseFormats(values.formats),
    brokenLabels: parseWholeNumber('--fail', values.fail, 0, 0, shipments),
  };
}

function parseDoneOrNot(name: string, text: string | undefined): 'done' | 'not-done' | null {
  if (text === undefined || text === 'done' || text === 'not-done') return text ?? null;
  throw new UsageError(`${name} takes done or not-done`);
}

function parsePrintWas(text: string | undefined): ShipOptions['printWas'] {
  if (text === undefined || text === 'done' || text === 'not-done') return text ?? null;
  const places = parsePlaces(text);
  if (places === null) throw new UsageError('--print-was takes done, not-done, or the places on paper, like 1-20,23');
  return places;
}

function parsePrintJob(text: string | undefined): ShipOptions['printJob'] {
  if (text === undefined || text === 'wait' || text === 'withdraw') return text ?? null;
  throw new UsageError('--print-job takes wait or withdraw');
}

function refusePositionals(positionals: readonly string[]): void {
  if (positionals[0] !== undefined) throw new UsageError(`unexpected argument: ${positionals[0]}`);
}

function parseWholeNumber(
  name: string,
  text: string | undefined,
  otherwise: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return otherwise;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new UsageError(`${name} takes a whole number from ${least} to ${most}, not ${text}`);
  }
  return value;
}

function parseFormats(text: string | undefined): readonly SandboxLabelFormat[] {
  if (text === undefined) return sandboxFormats;
  return text.split(',').map((part) => {
    const format = sandboxFormats.find((known) => known === part.trim());
    if (format === undefined) throw new UsageError(`--formats takes some of ${sandboxFormats.join(',')}, not ${part}`);
    return format;
  });
}

function parseLanguage(text: string | undefined): RawLanguage | null {
  if (text === undefined) return null;
  const language = rawLanguages.find((known) => known === text.toLowerCase());
  if (language === undefined) throw new UsageError(`--printer-language takes ${rawLanguages.join(', ')}, not ${text}`);
  return language;
}

function parsePaper(text: string | undefined): Paper {
  if (text === undefined) return labelPaper;
  const match = /^(\d{2,3})x(\d{2,3})$/.exec(text);
  const widthMm = Number(match?.[1]);
  const heightMm = Number(match?.[2]);
  if (!match || widthMm < 20 || heightMm < 20 || widthMm > heightMm) {
    throw new UsageError(`--paper takes width x height in mm, the width the smaller one, like 100x150, not ${text}`);
  }
  return { widthMm, heightMm };
}

/** Returns null if neither was given: the packer's choice in the window counts then. */
function parsePages(typed: string | undefined, isWhole: boolean): PageChoice | null {
  if (typed === undefined && !isWhole) return null;
  const crop = isWhole ? 'whole' : 'auto';
  if (typed === undefined || typed === 'auto' || typed === 'all') return { pages: typed ?? 'auto', crop };
  const ranges = parsePlaces(typed);
  if (ranges === null) throw new UsageError('--pages takes auto, all or numbers like 1,3-4');
  const pages = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
  if (pages.length > 200 || pages.some((page) => page > 5000)) throw new UsageError('--pages names too many pages');
  return { pages, crop };
}
