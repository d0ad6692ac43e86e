import { faultText } from '#shared/faults/fault-text.ts';
import type { Fault, FaultKind } from '#shared/faults/faults.ts';
import { isRefusal } from '#shared/faults/problems.ts';
import { cleanText } from '../../os/text/clean-text.ts';
import { say, type Terminal } from './terminal.ts';
import type { Summary } from './summary.ts';

/** The fixed meaning of each exit code. */
export const exitCodes = {
  done: 0,
  usage: 2,
  notAuthorised: 3,
  labelsMissing: 4,
  failure: 5,
  conclusionUnknown: 6,
  labelOfAnother: 7,
  policyBroken: 8,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Ending {
  readonly exitCode: ExitCode;
  readonly fault: Fault | null;
  /** The grouping's summary, if one was opened. */
  readonly summary: Summary | null;
  /** Other results of the command, for `--json`. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export const endedWell: Ending = { exitCode: exitCodes.done, fault: null, summary: null };

/** Returns the JSON line that `--json` always ends with; it has more if a grouping was opened. */
export function writeJson({ exitCode, fault, summary, answers }: Ending): string {
  const spoken = fault === null ? null : { ...faultText(fault.kind, 'en'), ...fault };
  return JSON.stringify({ exitCode, fault: spoken, conclusion: null, ...summary, ...answers });
}

/** Of refused conclusions: `labelsMissing`; of all other kinds: `failure`. */
const kindsOf: readonly (readonly [ExitCode, ...FaultKind[]])[] = [
  [
    exitCodes.usage,
    'invalid-input',
    'token-malformed',
    'address-malformed',
    'address-not-https',
    'address-with-extras',
  ],
  [
    exitCodes.notAuthorised,
    'unauthorized',
    'forbidden',
    'no-token',
    'token-refused',
    'other-company',
    'keychain',
    'signed-out',
    'sign-in-refused',
    'sign-in-broken',
    'sign-in-timeout',
    'floor-refused',
    'floor-rights',
  ],
  [
    exitCodes.labelsMissing,
    'label-after-conclusion',
    'labels-unplaced',
    'floor-taken',
    'floor-printing',
    'floor-busy',
    'floor-restored',
    'floor-concluding',
  ],
  [exitCodes.conclusionUnknown, 'conclusion-unknown', 'conclusion-doubted', 'concluded-elsewhere'],
  [exitCodes.labelOfAnother, 'label-of-another'],
  [exitCodes.policyBroken, 'policy-stops'],
];

const lookInErp =
  'After looking in the ERP, run again with --conclusion-was done or --conclusion-was not-done.';

const hints: Readonly<Partial<Record<FaultKind, string>>> = {
  'invalid-input': 'The options of a command: <command> --help.',
  'no-token': 'On the command line: login, --token-env or --token-stdin.',
  'grouping-changed': 'Get the labels again, or run again with --accept changes.',
  'fewer-labels':
    'If this is right, run again with --accept fewer; if not, print other pages in the desktop.',
  'labels-unplaced': 'Put them on their rows in the desktop, or run again with --accept unplaced.',
  'label-many-pages':
    'Look at the pages; to print all of them, run again with --accept many; ' +
    'to print some, choose them for the shipping method in the desktop.',
  'printed-before':
    'If the parcels have these labels, run again with --accept printed; if not, with ' +
    '--accept print-again.',
  'shipment-cancelled':
    'Put these parcels aside and run again: --accept cancelled concludes without their labels, ' +
    '--accept print-cancelled prints these too.',
  'invoice-unauthorised':
    'See to it in the ERP and run again, or with --accept unauthorised to print and conclude.',
  unchecked:
    'IT has made checking mandatory on this computer: check and conclude in the desktop. ' +
    'Labels only: --conclude no.',
  'floor-busy':
    'When other stations have printed their labels or given them back, run again. ' +
    'If a station is gone for good, take over its labels with --take-over NAME.',
  'conclusion-refused':
    'Run again to conclude again; with --conclusion-was done if it is concluded in the ERP; ' +
    'or with --conclude refused to get the labels all the same.',
  'conclusion-unknown': lookInErp,
  'conclusion-doubted': lookInErp,
  'concluded-elsewhere': lookInErp,
  'label-of-another': 'Look at the labels; if they are right, run again with --accept other.',
};

/**
 * Prints a fault on standard error: what happened, what to do, the ERP's words, how to go on.
 * Returns the ending.
 */
export function reportFault(terminal: Pick<Terminal, 'err'>, fault: Fault): Ending {
  const { what, next } = faultText(fault.kind, 'en');
  const status = fault.status === null ? '' : ` (HTTP ${fault.status})`;
  const hint = hints[fault.kind];
  const lines = [
    `${what}${status} ${next}`,
    ...(fault.erpMessage === null ? [] : [`  the ERP says: ${fault.erpMessage}`]),
    ...fault.erpDetails.map((detail) => `  ${detail.field}: ${detail.message}`),
    ...(fault.detail === null ? [] : [`  [${fault.kind}: ${fault.detail}]`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  for (const line of lines) say(terminal, cleanText(line));
  const [known] = kindsOf.find(([, ...kinds]) => kinds.includes(fault.kind)) ?? [];
  const exitCode = known ?? exitCodes[isRefusal(fault.kind) ? 'labelsMissing' : 'failure'];
  return { exitCode, fault, summary: null };
}
