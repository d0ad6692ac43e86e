import { type FaultKind, faultKinds } from './faults.ts';
import { type BothLanguages, type Language, pickLanguage } from './languages.ts';
import { problemNames, problemWords } from './problem-words.ts';
import { isAgainst, type Problem, type ProblemKind, readMeaning } from './problems.ts';
import { faultWords } from './words.ts';

/** One sentence on what happened, one on what to do. */
export interface FaultText {
  readonly what: string;
  readonly next: string;
}

/** The kinds whose detail is a name. */
const named: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'file-damaged',
  'label-in-panel',
  'label-kind-language',
  'label-kind-picture',
  'printed-before',
  'settings-unread',
]);

/** `detail`: the fault's; if it is a name, it stands before the words. */
export function faultText(
  kind: FaultKind,
  language: Language,
  detail: string | null = null,
): FaultText {
  const name = named.has(kind) && detail !== null ? `${nameDetail(detail, language)} · ` : '';
  return { what: name + pick(`${kind}.what`, language), next: pick(`${kind}.next`, language) };
}

/** Writes the moment at a name's end as a day. */
export function nameDetail(detail: string, language: Language): string {
  // English with the day before the month, as everywhere else.
  const locale = language === 'en' ? 'en-GB' : language;
  const options = { weekday: 'long', day: '2-digit', month: '2-digit' } as const;
  return detail.replace(
    / (\d{12,})$/,
    (_, ms: string) => `, ${new Date(Number(ms)).toLocaleDateString(locale, options)}`,
  );
}

const allWords: Readonly<Record<string, BothLanguages>> = { ...problemWords, ...faultWords };

/**
 * Returns what a problem is and its next step; the detail, if there is one, stands before the
 * words.
 */
export function problemText(
  { kind, detail = null }: Pick<Problem, 'kind'> & Partial<Problem>,
  language: Language,
): FaultText {
  const known = kind === 'trouble' && faultKinds.find((one) => one === detail);
  if (known) return faultText(known, language);
  const whole = allWords[`${kind}.what`];
  const what =
    whole === undefined ? `${nameProblem(kind, language)}.` : pickLanguage(whole, language);
  return {
    what: detail === null ? what : `${detail} · ${what}`,
    next: pickLanguage(allWords[`${kind}.next`] ?? nameless, language),
  };
}

const nameless = ['', ''] as const;

/** Returns a problem of one shipment in a few words. */
export function nameProblem(kind: ProblemKind, language: Language): string {
  const names: Partial<Record<ProblemKind, BothLanguages>> = problemNames;
  const name = pickLanguage(names[kind] ?? nameless, language).replace(/\[(.*?)\|.*?\]/g, '$1');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the problems of this shipment that no fault and no step of the work says already. */
export function listOwnProblems(
  problems: readonly Problem[],
  shipmentId: number,
): readonly Problem[] {
  return problems.filter(
    ({ kind, shipmentIds }) =>
      shipmentIds.includes(shipmentId) &&
      `${kind}.next` in problemWords &&
      isAgainst('leaving', kind) &&
      readMeaning(kind).conclusion !== 'not-ready',
  );
}

function pick(key: keyof typeof faultWords, language: Language): string {
  return pickLanguage(faultWords[key], language);
}
