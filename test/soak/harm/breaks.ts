import type { Figures } from '../types.ts';

export interface Replacement {
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

interface Removal extends Replacement {
  readonly shows: keyof Figures;
  /** The names of the scenarios that meet the guard begin so; any may if omitted. */
  readonly first?: string;
}

/**
 * Guards of the product that the campaign can take out on purpose: one line each, and the figure
 * that shows it.
 */
const removals = {
  /** A request to conclude that went out before a crash is forgotten. */
  'conclusion-guard': {
    file: '/src/main/dispatch/model/job-state.ts',
    line: "return { ...freshJob, conclusion: 'unknown', print };",
    instead: 'return { ...freshJob, print };',
    shows: 'conclusions',
  },
  /** Ignores the guard beside the journal: if the journal is lost, everything is forgotten. */
  'guard-file': {
    file: '/src/main/journal/station/guards.ts',
    line: "return guard === 'concluding' && toGuardState(state) === null ? guard : state;",
    instead: 'return state;',
    shows: 'conclusions',
  },
  /** The packer's word that labels are on paper is not kept. */
  'duplicate-print': {
    file: '/src/main/dispatch/print/open-print.ts',
    line: 'labels: this.#runs.notePrinted([...out], open),',
    instead: 'labels: [],',
    shows: 'labels',
  },
  /** An answer that was lost on the way counts as a refusal. */
  'journal-answer': {
    file: '/src/main/dispatch/job/conclusion.ts',
    line: "const open = question === null ? 'refused' : 'unknown';",
    instead: "const open = 'refused';",
    shows: 'sentences',
  },
  /** A shipment that was printed in another grouping is printed again. */
  'moved-hold': {
    file: '/src/main/dispatch/model/holds.ts',
    line: "({ block: 'printed-before', detail: before } as const)",
    instead: 'null',
    shows: 'labels',
    first: 'move:',
  },
  /** A label from a file is on the row whose invoice or order has its number. */
  'number-alone': {
    file: '/src/main/dispatch/model/import-placing.ts',
    line: "else if (piece.owners.get(owner) === 'number') leave([piece], 'number');",
    instead: '',
    shows: 'labels',
    first: 'label files:',
  },
} as const satisfies Readonly<Record<string, Removal>>;

export type Break = keyof typeof removals;
export const breaks: Readonly<Record<Break, Removal>> = removals;

export function isBreak(name: string): name is Break {
  return Object.hasOwn(breaks, name);
}

/** Returns the lines for a run in which accounts share this folder, and a home is an account. */
export function shareFolder(folder: string): readonly Replacement[] {
  const file = '/src/main/os/station.ts';
  return [
    {
      file,
      line: '}[process.platform as string];',
      instead: `}['none'] ?? ${JSON.stringify(folder)};`,
    },
    { file, line: 'if (folder === undefined || home !== own) return null;', instead: '' },
    { file, line: '`${uid} ${username}`', instead: '`${String(process.env.HOME)}`' },
  ];
}
