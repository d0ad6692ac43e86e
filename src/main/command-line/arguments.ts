import type { PlaceSpan } from '#shared/domain/printing.ts';
import { sandboxFormats, sandboxKinds } from '../../training-erp/data/label-ways.ts';
import type { SandboxOptions } from '../../training-erp/index.ts';
import { refuse } from '../os/errors.ts';
import {
  choice,
  custom,
  flag,
  type Options,
  readOptions,
  readWholeNumber,
  some,
  type Values,
  wholeNumber,
  word,
  words,
  writeOptions,
} from './options.ts';

const json = { json: flag('end with one line of JSON') };

const trainingOptions = {
  shipments: wholeNumber('N', 24, [1, 5000], 'shipments in the grouping (24)'),
  formats: some(
    'LIST',
    sandboxFormats,
    sandboxFormats,
    `label formats, some of ${sandboxFormats.join()} (all)`,
  ),
  fail: wholeNumber('N', 0, [0, 5000], 'break N of the labels'),
  kind: choice(
    'K',
    sandboxKinds,
    `a grouping of this kind, in the service’s manners: ${sandboxKinds.join(', ')}`,
  ),
  contractOnly: flag('only what the ERP’s contract documents, nothing else of the service’s'),
};

/** What ends a run unless a person accepts it, in the words of the help. */
const acceptances = {
  missing: 'labels',
  changes: 'of the list since the print',
  unplaced: 'labels of files',
  fewer: 'labels than volumes',
  many: 'pages, you looked at them',
  other: 'shipment’s code, you looked at it',
  printed: 'in another grouping, these papers count',
  'print-again': 'although printed there',
  cancelled: 'orders or invoices, without their labels',
  'print-cancelled': 'with their labels',
  unauthorised: 'invoices',
};

/** Of a command that asks an ERP: see `openTokenSource`. */
const erpOptions = {
  baseUrl: word('URL', 'the ERP’s API, ending in its version, like https://…/public-api/v3'),
  tokenEnv: word('NAME', 'take the token from this environment variable'),
  tokenStdin: flag('take the token from standard input; the next line when it has run out'),
};

const dispatchOptions = {
  ...erpOptions,
  out: word('DIR', 'where the PDF goes (the current folder)'),
  data: word('DIR', 'where the journal and the label files are kept'),
  patience: wholeNumber(
    'S',
    30,
    [0, 3600],
    'seconds to wait for an ERP or a label host that fails everybody (30)',
  ),
  labels: words('PATH', 'take labels from this file or folder first; may be given several times'),
  printer: word('NAME', 'print them on this printer of the system as well, each once'),
  conclude: choice(
    'X',
    ['no', 'first', 'refused'],
    'no: stop before; first: before the labels, for ERPs that want it so; ' +
      'refused: the ERP refused, get the labels that come after it all the same',
  ),
  accept: some(
    'LIST',
    Object.keys(acceptances) as (keyof typeof acceptances)[],
    [],
    `go on in spite of ${Object.entries(acceptances)
      .map(([name, what]) => `${name} (${what})`)
      .join(', ')}`,
  ),
  conclusionWas: choice(
    'X',
    ['done', 'not-done'],
    'say what you saw in the ERP, done or not-done, against what Doca believes too',
  ),
  printWas: custom(
    'X',
    null,
    'say what is on paper: done, not-done, or the places, like 1-20,23',
    readPrintWas,
  ),
  printJob: choice(
    'X',
    ['wait', 'withdraw'],
    'wait for the spool job of an earlier run that still goes on, or withdraw it',
  ),
  floorPasswordEnv: word(
    'NAME',
    'the shared server’s password is in this variable (the keychain’s, see set-secret)',
  ),
  alone: flag('go on while that server does not answer: another station may print the same'),
  takeOver: word(
    'NAME',
    'take over what that station has of the grouping; paper in doubt is asked about',
  ),
  stationGone: word(
    'NAME',
    'after a backup of that server: this station will not tell what it knows',
  ),
  ...json,
};

const ownBaseUrl = {
  baseUrl: word('URL', 'the ERP’s API (the one of this computer’s desktop)'),
};
const program = {
  issuer: word('URL', 'the sign-in service’s address'),
  clientId: word('ID', 'what the sign-in service knows Doca by'),
};

const commands = {
  demo: {
    summary: 'the main job, on training data',
    about: `Starts a training ERP, loads a grouping, gets every label, merges them into one PDF in
the order of the list, and concludes the grouping.`,
    options: {
      out: word('DIR', 'where the PDF goes (demo-output)'),
      ...trainingOptions,
      ...json,
    },
  },
  dispatch: {
    summary: 'the main job, on a real ERP',
    takes: '<number> --base-url URL [options]',
    about: `Gets every label of the grouping of this number, or of this id, writes them as one
PDF in the order of the list, and concludes the grouping. Run again after a failure, it goes on
where it stopped. The token is the one of the person who is signed in (see login) or that the
desktop put into the keychain, unless an option says where it is.

Which pages of a label are printed, and whether its codes are read first, is as IT or the desktop
of this computer has it. So is the server that several stations share, and this is one of them:
what another station has is left out and said (exit code 4).
HTTPS_PROXY, HTTP_PROXY and NO_PROXY are honoured, a user and password in them too. Certificates
are those of the system, and of NODE_EXTRA_CA_CERTS.`,
    options: dispatchOptions,
  },
  sandbox: {
    summary: 'a training ERP to try things on',
    about: `Starts a training ERP on this computer and keeps it running until Ctrl+C.`,
    options: {
      port: wholeNumber('P', 8484, [0, 65_535], 'port (8484)'),
      token: word('T', 'the token it accepts'),
      ...trainingOptions,
    },
  },
  login: {
    summary: 'signs you in at an ERP, for dispatch and the desktop',
    about: `Opens the sign-in service’s page in the browser and waits until you are signed in.
The session goes into the system’s keychain: dispatch and the desktop use it, and renew its tokens.
What is not given is as IT or the desktop of this computer has it.`,
    options: {
      baseUrl: word('URL', 'the ERP’s API, ending in its version'),
      ...program,
      scopes: word('LIST', 'what is asked for, blank separated (openid)'),
      redirect: word('URL', 'the address on this computer that is registered there for Doca'),
      noBrowser: flag('only say the address of the page'),
      ...json,
    },
  },
  logout: {
    summary: 'signs you out',
    about: `Ends the session at the sign-in service, as far as it can be reached, and takes it
out of the keychain in any case. The browser shows the service’s own page to sign out.`,
    options: { ...ownBaseUrl, noBrowser: flag('do not open the service’s page'), ...json },
  },
  whoami: {
    summary: 'says who is signed in',
    about: `Says who is signed in, where, and until when the present token is good.
Exit code 3: nobody.`,
    options: { ...ownBaseUrl, ...json },
  },
  'set-secret': {
    summary: 'keeps what the sign-in service knows Doca by',
    takes: '[options] < file',
    about: `Keeps the secret that the sign-in service knows Doca by, if it has one, in the system’s
keychain. It is the first line of standard input, and never an argument: those are seen by every
program of the computer. The installed program does the same: Doca --set-secret [options] < file
What is not given is as IT or the desktop of this computer has it.`,
    options: {
      ...program,
      floor: flag(
        'in its place, the password of the server that several stations share, ' +
          'if IT or the desktop has one',
      ),
      remove: flag('forget the secret'),
      ...json,
    },
  },
} satisfies Readonly<Record<string, CommandHelp>>;

interface CommandHelp {
  /** Its line in the list of all commands. */
  readonly summary: string;
  /** Its arguments in the help, if not options alone. */
  readonly takes?: string;
  readonly about: string;
  readonly options: Options;
}

export type Command = keyof typeof commands;

const list: Readonly<Record<string, CommandHelp>> = commands;

const general = `Doca: the dispatch desk of a warehouse, without its window.

Usage: npm run <command> -- [options]

${Object.entries(list)
  .map(([name, { summary }]) => `  ${name.padEnd(20)}${summary}`)
  .join('\n')}

  <command> --help    the options of one command
  --version           this version

Exit codes: 0 done, 2 usage, 3 not authorised, 4 labels missing or elsewhere, or grouping changed,
5 ERP, network, disk or printer failure,
6 nobody knows whether the grouping was concluded, 7 a label is another shipment’s,
8 IT’s decisions have errors.
`;

export function writeHelp(command: Command | null): string {
  if (command === null) return general;
  const { takes = '[options]', about, options }: CommandHelp = commands[command];
  return `npm run ${command} -- ${takes}\n\n${about}\n\n${writeOptions(options)}`;
}

/**
 * How commands read what follows their names, if it is more than their options. One of the
 * installed program reads it itself.
 */
const readers = {
  demo: readDemo,
  sandbox: readSandbox,
  dispatch: parseDispatch,
  'set-secret': (args: readonly string[]) => ({ args }),
};

export type ArgumentsOf<T extends Command> = T extends keyof typeof readers
  ? ReturnType<(typeof readers)[T]>
  : Values<(typeof commands)[T]['options']>;
type Arguments = { [C in Command]: { readonly command: C } & ArgumentsOf<C> }[Command];

export function parseArguments(argv: readonly string[]) {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-V') return { command: 'version' } as const;
  const isCommand = (name: string | undefined): name is Command =>
    name !== undefined && Object.hasOwn(commands, name);
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return { command: 'help', about: isCommand(rest[0]) ? rest[0] : null } as const;
  if (!isCommand(first)) refuse(`unknown command: ${first}`);
  if (rest.includes('--help') || rest.includes('-h'))
    return { command: 'help', about: first } as const;
  const read =
    first in readers ? readers[first as keyof typeof readers](rest) : readAlone(first, rest);
  return { command: first, ...read } as Arguments;
}

/** Returns the options of a command that takes no other arguments. */
export function readAlone<T extends Command>(command: T, args: readonly string[]) {
  const { values, positionals } = readOptions<(typeof commands)[T]['options']>(
    args,
    commands[command].options,
  );
  refusePositionals(positionals);
  return values;
}

function readDemo(args: readonly string[]) {
  const { out, ...values } = readAlone('demo', args);
  const sandbox = describeSandbox(values);
  // The contract alone has to be enough: without a kind the demo shows that it is.
  return {
    out: out ?? 'demo-output',
    sandbox: { ...sandbox, contractOnly: values.contractOnly || values.kind === null },
  };
}

function readSandbox(args: readonly string[]) {
  const { port, token, contractOnly, ...values } = readAlone('sandbox', args);
  return {
    sandbox: {
      ...describeSandbox(values),
      contractOnly,
      port,
      ...(token === null ? {} : { token }),
    },
  };
}

function describeSandbox({
  shipments,
  formats,
  fail,
  kind,
}: Omit<Values<typeof trainingOptions>, 'contractOnly'>) {
  if (fail > shipments) refuse(`--fail takes a whole number from 0 to ${shipments}, not ${fail}`);
  return {
    shipments,
    ...(kind === null ? {} : { kinds: [kind], groupings: 0 }),
    formats,
    brokenLabels: fail,
  } satisfies SandboxOptions;
}

export function parseDispatch(args: readonly string[]) {
  const { values, positionals } = readOptions(args, dispatchOptions);
  const { baseUrl } = values;
  const [id, ...others] = positionals;
  if (id === undefined) refuse('which grouping? give its id');
  refusePositionals(others);
  if (baseUrl === null) refuse('--base-url is missing');
  if (values.tokenEnv !== null && values.tokenStdin)
    refuse('--token-env and --token-stdin exclude each other');
  return {
    ...values,
    out: values.out ?? '.',
    /** The grouping's number, as people call it, or its id. */
    number: readWholeNumber(id, 'the grouping’s number', 1, Number.MAX_SAFE_INTEGER),
    baseUrl,
  };
}

function refusePositionals([first]: readonly string[]) {
  if (first !== undefined) refuse(`unexpected argument: ${first}`);
}

function readPrintWas(text: string): 'done' | 'not-done' | readonly PlaceSpan[] {
  if (text === 'done' || text === 'not-done') return text;
  // Like `1-20,23`, in any order.
  const ranges = text.split(',').map((part) => {
    const match = /^#?(\d{1,6})(?:-(\d{1,6}))?$/.exec(part.trim());
    const from = Number(match?.[1]);
    return { from, to: match?.[2] === undefined ? from : Number(match[2]) };
  });
  if (ranges.every(({ from, to }) => from >= 1 && to >= from)) return ranges;
  refuse('--print-was takes done, not-done, or the places on paper, like 1-20,23');
}
