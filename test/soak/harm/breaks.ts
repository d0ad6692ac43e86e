/**
 * Guards of the product that the campaign can take out on purpose: one line each, and the figure
 * that shows it.
 */
export const breaks = {
  /** A request to conclude that went out before a crash is forgotten. */
  'conclusion-guard': {
    file: '/src/main/dispatch/model/job-state.ts',
    line: "return { ...freshJob, conclusion: 'unknown', print };",
    instead: 'return { ...freshJob, print };',
    shows: 'conclusions',
  },
  /** Ignores the guard beside the journal: if the journal is lost, everything is forgotten. */
  'guard-file': {
    file: '/src/main/dispatch/station/guards.ts',
    line: "return guard === 'concluding' && toGuardState(state) === null ? guard : state;",
    instead: 'return state;',
    shows: 'conclusions',
  },
  /** The packer's word that labels are on paper is not kept. */
  'duplicate-print': {
    file: '/src/main/dispatch/print/print-runs.ts',
    line: 'labels: this.#listPrinted([...out], open),',
    instead: 'labels: [],',
    shows: 'labels',
  },
  /** An answer that was lost on the way counts as a refusal. */
  'journal-answer': {
    file: '/src/main/dispatch/conclusion.ts',
    line: "const open = question === null ? 'refused' : 'unknown';",
    instead: "const open = 'refused';",
    shows: 'sentences',
  },
} as const;

export type Break = keyof typeof breaks;

export function isBreak(name: string): name is Break {
  return Object.hasOwn(breaks, name);
}
