import type { FaultKind } from './faults.ts';

type Tone = 'red' | 'amber' | 'work';

/** `see`: the rows are shown, with what can be done about each. */
export type Remedy =
  | 'fetch'
  | 'check'
  | 'see'
  | 'confirm'
  | 'keep'
  | 'put-aside'
  | 'have-from-panel'
  | 'skip-print'
  | 'accept-fewer';

/** The things that a problem stands against, and how. */
interface Meaning {
  /** The fault with which its label is held back from the paper. */
  readonly paper?: FaultKind;
  /** The answer to the scan of its parcel. `red`: it does not go. */
  readonly check?: 'red' | 'amber';
  /**
   * The light. `red`: the parcel must not leave, or the conclusion will be refused; `amber`: a
   * person has to see to it; `work`: the ordinary steps that are left.
   */
  readonly leaving?: Tone;
  /** The fault with which the conclusion is refused; null if a person has decided. */
  readonly conclusion?: FaultKind | null;
  /** A conclusion that labels come after does not wait for it. */
  readonly mayFollow?: true;
  /** No person's word lets the grouping go with it. */
  readonly isAwaited?: true;
  /** The recommended one first. */
  readonly remedies?: readonly [Remedy, ...Remedy[]];
}

const notValid = {
  paper: 'shipment-cancelled',
  check: 'red',
  leaving: 'red',
  conclusion: 'shipment-cancelled',
  remedies: ['see', 'put-aside'],
} as const;
const changed = { leaving: 'amber', conclusion: 'grouping-changed', remedies: ['fetch'] } as const;

/** All problems of a grouping, in display order. */
export const problemTable = {
  'grouping-empty': { leaving: 'red' },
  forbidden: { leaving: 'red', conclusion: 'not-ready', remedies: ['see'] },
  'sale-cancelled': notValid,
  'invoice-cancelled': notValid,
  'invoice-rejected': notValid,
  'invoice-denied': notValid,
  'conclusion-refused': { leaving: 'amber' },
  /** A fault, which the detail names. */
  trouble: { leaving: 'amber' },
  cutoff: { leaving: 'amber' },
  'invoice-unauthorised': {
    paper: 'invoice-unauthorised',
    leaving: 'amber',
    conclusion: 'invoice-unauthorised',
    remedies: ['see', 'confirm'],
  },
  /** These are in the snapshot's difference alone. */
  removed: { leaving: 'amber', conclusion: 'grouping-changed' },
  added: changed,
  changed,
  'invoice-unknown': { leaving: 'amber' },
  'invoice-unread': { leaving: 'amber' },
  'no-invoice': { leaving: 'amber' },
  'no-recipient': { leaving: 'amber' },
  'no-postal-code': { leaving: 'amber' },
  'no-weight': { leaving: 'amber' },
  'label-outlived': { leaving: 'amber' },
  'label-of-another': {
    paper: 'label-of-another',
    check: 'red',
    leaving: 'amber',
    conclusion: 'not-ready',
    remedies: ['see', 'confirm'],
  },
  'label-many-pages': {
    paper: 'label-many-pages',
    leaving: 'amber',
    conclusion: 'label-many-pages',
    remedies: ['see'],
  },
  'printed-before': {
    paper: 'printed-before',
    leaving: 'amber',
    conclusion: 'printed-before',
    remedies: ['see', 'keep'],
  },
  unchecked: { leaving: 'work', conclusion: 'unchecked', mayFollow: true, remedies: ['check'] },
  failed: { leaving: 'amber', conclusion: 'not-ready', remedies: ['see'] },
  waiting: { leaving: 'work', conclusion: 'not-ready', isAwaited: true },
  'label-in-panel': {
    leaving: 'amber',
    conclusion: 'not-ready',
    remedies: ['see', 'have-from-panel'],
  },
  unprinted: {
    check: 'amber',
    leaving: 'work',
    conclusion: 'not-ready',
    mayFollow: true,
    remedies: ['skip-print'],
  },
  'fewer-labels': {
    leaving: 'amber',
    conclusion: 'fewer-labels',
    remedies: ['see', 'accept-fewer'],
  },
  'label-after-conclusion': { leaving: 'work' },
  /** Another station has the label. */
  'floor-busy': { leaving: 'work', conclusion: 'not-ready', isAwaited: true },
  'under-way': { leaving: 'work' },
  unread: { leaving: 'work' },
  /** A person has decided that it goes as it is. */
  accepted: { conclusion: null },
  /** A person has decided that it stays here. */
  staying: { conclusion: null },
  /** There is none, whatever became of it. */
  'no-label': { check: 'amber' },
  /**
   * The code is right, and may be another's: an access key of an issuer that is not known, or a
   * number that is another parcel's tracking code.
   */
  unsure: { check: 'amber' },
  /** A person chose the row. */
  named: { check: 'amber' },
} as const satisfies Readonly<Record<string, Meaning>>;

type Table = typeof problemTable;
export type ProblemKind = keyof Table;
/** Those against this. */
export type KindAgainst<Place extends keyof Meaning> = {
  [K in ProblemKind]: Table[K] extends Record<Place, unknown> ? K : never;
}[ProblemKind];

export const problemKinds = Object.keys(problemTable) as readonly ProblemKind[];

/** One problem, with all shipments that have it; none if it is the grouping's as a whole. */
export interface Problem<Kind extends ProblemKind = ProblemKind> {
  readonly kind: Kind;
  readonly shipmentIds: readonly number[];
  /**
   * The carrier's time, or the shipping method whose service has to act; null if there is nothing
   * to name.
   */
  readonly detail: string | null;
}

export function readMeaning(kind: ProblemKind): Meaning {
  return problemTable[kind];
}

export function isAgainst<Place extends keyof Meaning>(
  place: Place,
  kind: ProblemKind,
): kind is KindAgainst<Place> {
  return place in problemTable[kind];
}

const refusals = new Set(problemKinds.map((kind) => readMeaning(kind).conclusion));

/** A conclusion is refused with it for a problem of the list. */
export function isRefusal(kind: FaultKind): boolean {
  return kind === 'grouping-empty' || refusals.has(kind);
}

/** A person has decided. */
export function isDecided(kind: ProblemKind): boolean {
  return readMeaning(kind).conclusion === null;
}

/**
 * May the grouping leave? Green is a statement: each row is on paper, or goes by a person's word,
 * and was checked; the ERP's list was read minutes ago; no step, fault or question is open.
 */
export type Light = Tone | 'green';

const tones = ['red', 'amber', 'work'] as const;

/** Returns those against leaving, the worst first. */
export function listAgainstLeaving(problems: readonly Problem[]): readonly Problem[] {
  return tones.flatMap((tone) => problems.filter(({ kind }) => readMeaning(kind).leaving === tone));
}

export function findLight(problems: readonly Problem[]): Light {
  const [worst] = listAgainstLeaving(problems);
  return (worst && readMeaning(worst.kind).leaving) ?? 'green';
}

/** Returns those that the conclusion asks about. `isFirst`: labels come after it. */
export function listAgainstConclusion(
  problems: readonly Problem[],
  isFirst: boolean,
): readonly Problem<KindAgainst<'conclusion'>>[] {
  return problems.filter(
    (problem): problem is Problem<KindAgainst<'conclusion'>> =>
      isAgainst('conclusion', problem.kind) &&
      problem.shipmentIds.length > 0 &&
      !(isFirst && readMeaning(problem.kind).mayFollow === true),
  );
}
