import type { Books } from './books.ts';

/** One run of the command line as a bystander sees it. */
export interface Run {
  readonly args: readonly string[];
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The campaign killed it. */
  readonly killed: boolean;
  /** It was ended because it did not end. */
  readonly hung: boolean;
  /** Another process was at the same grouping. */
  readonly wasPair: boolean;
}

/** The report of an opened grouping in the line of JSON; null if none was opened. */
export interface Said {
  readonly shipments: number;
  readonly labels: number;
  readonly pages: number;
  readonly pdf: string | null;
  readonly failed: readonly { readonly shipment: number; readonly kind: string }[];
  readonly printed: boolean;
  readonly concluded: boolean | null;
}

export function readSaid({ stdout }: Pick<Run, 'stdout'>): Said | null {
  const said = readLine(stdout) as Partial<Said> | null;
  return said?.shipments === undefined ? null : (said as Said);
}

/** The line that `--json` ends with in every case. */
function readLine(stdout: string): { readonly exitCode?: unknown } | null {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  return line.startsWith('{') ? (JSON.parse(line) as { readonly exitCode?: unknown }) : null;
}

const ownCodes = new Set([0, 3, 4, 5, 6, 7]);
const stackTrace = /^\s+at .+:\d+:\d+\)?$|\bUnhandled|\bnode:internal\//m;

/**
 * Returns a run's sentences that were untrue by the ERP's books, without those about the contents
 * of its files.
 */
export function findUntruths(run: Run, books: Books, token: string): readonly string[] {
  const found: string[] = [];
  const output = run.stdout + run.stderr;
  if (run.hung) found.push('hangs');
  if (!run.killed && !run.hung && (run.code === null || !ownCodes.has(run.code))) {
    found.push(`ended with ${run.signal ?? String(run.code)}`);
  }
  if (stackTrace.test(output)) found.push('a stack trace for people');
  if (/\[internal\b/.test(run.stderr)) found.push('a defect, by its own words');
  if (output.includes(token)) found.push('the token in its output');
  if (run.killed || run.hung) return found;
  if (readLine(run.stdout)?.exitCode !== run.code) found.push('no line of JSON with its exit code');
  return [...found, ...findUntrueConclusion(run, books)];
}

function findUntrueConclusion(run: Run, books: Books): readonly string[] {
  const found: string[] = [];
  const said = readSaid(run);
  if (said?.concluded === true && !books.isConcluded) found.push('said concluded, and it is not');
  if (said?.concluded === false && run.stdout.includes('Grouping concluded.'))
    found.push('said both');
  const isAsked = !hasOption(run, '--conclude', 'no');
  if (run.code === 0 && isAsked && !books.isConcluded)
    found.push('ended well, and nothing is concluded');
  // This run cannot know the effects of another process.
  if (books.effects === 0 || run.wasPair) return found;
  if (run.stdout.includes('Grouping not concluded.'))
    found.push(`said not concluded (exit ${String(run.code)}), and it was`);
  else if (said?.concluded === false) found.push('its JSON says not concluded, and it was');
  return found;
}

/**
 * Returns the errors of a file that was reported as the print of all labels. `pages`: the codes on
 * each.
 */
export function findUntruePages(
  run: Run,
  said: Said,
  pages: readonly (readonly string[])[],
  books: Books,
  odd: ReadonlySet<number>,
): readonly string[] {
  const found: string[] = [];
  if (pages.length !== said.pages)
    found.push(`said ${said.pages} pages, the file has ${pages.length}`);
  const { required, codes } = books.standing();
  const owner = books.allCodes();
  const failed = new Set(said.failed.map(({ shipment }) => shipment));
  const order: number[] = [];
  for (const code of pages.flat()) {
    const id = owner.get(code) ?? 0;
    if (odd.has(id)) continue;
    if (failed.has(id)) found.push(`a label of shipment ${id}, which is said to have none`);
    else if (codes.get(id)?.has(code) === false) found.push(`an old label of shipment ${id}`);
    if (order.at(-1) !== id) order.push(id);
  }
  const twice = order.filter((id, index) => order.indexOf(id) !== index);
  if (twice.length > 0) found.push(`labels of shipments ${twice.join(', ')} twice`);
  if (hasOption(run, '--accept', 'changes')) return found;
  const there = new Set(order);
  const missing = required.filter(({ id }) => !there.has(id) && !failed.has(id) && !odd.has(id));
  if (missing.length > 0)
    found.push(`no label of shipments ${missing.map(({ id }) => id).join(', ')}`);
  const wanted = required.map(({ id }) => id).filter((id) => there.has(id));
  if (String(order.filter((id) => wanted.includes(id))) !== String(wanted))
    found.push('labels in another order');
  return found;
}

/** `value`: one of a list too. */
export function hasOption({ args }: Pick<Run, 'args'>, name: string, value: string): boolean {
  return args.some(
    (arg, index) => arg === name && args[index + 1]?.split(',').includes(value) === true,
  );
}

const held =
  /^\d+ shipments? printed in another grouping before \(again with --accept print-again\):\n((?: {2}#\d+: .*\n)+)/m;

/** The places of shipments that are said to be printed in another grouping. */
export function readPrintedBefore({ stderr }: Pick<Run, 'stderr'>): readonly number[] {
  const lines = held.exec(stderr)?.[1] ?? '';
  return Array.from(lines.matchAll(/^ {2}#(\d+):/gm), ([, place]) => Number(place));
}

/** How many labels of files are said to be on rows, now and since before; null: nothing is said. */
export function readPlaced({ stderr }: Pick<Run, 'stderr'>): number | null {
  const said = /^(\d+) labels? of the files on .+ rows?(?:; (\d+) there already)?$/m.exec(stderr);
  return said === null ? null : Number(said[1]) + Number(said[2] ?? 0);
}
