import { type FaultKind, faultKinds } from './faults.ts';
import { type Language, pickLanguage } from './languages.ts';
import { type LeavingKind, leavingKinds, type LeavingReason } from './leaving.ts';
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

type OwnKind =
  Extract<keyof typeof faultWords, `${string}.against`> extends `${infer Kind}.against`
    ? Kind
    : never;

/**
 * Returns what a reason is and its next step; the detail, if there is one, stands before the words.
 */
export function leavingText(
  { kind, detail }: Pick<LeavingReason, 'kind' | 'detail'>,
  language: Language,
): FaultText {
  const known = kind === 'trouble' && faultKinds.find((one) => one === detail);
  if (known) return faultText(known, language);
  const what = pick(isOwn(kind) ? `${kind}.against` : `${kind}.what`, language);
  return {
    what: detail === null ? what : `${detail} · ${what}`,
    next: pick(`${kind}.next`, language),
  };
}

/** Returns the reasons against this shipment that no fault and no step of the work says already. */
export function listOwnReasons(
  reasons: readonly LeavingReason[],
  shipmentId: number,
): readonly LeavingReason[] {
  return reasons.filter(
    ({ kind, shipmentIds }) =>
      shipmentIds.includes(shipmentId) && isOwn(kind) && leavingKinds[kind] !== 'work',
  );
}

/** The others are faults too, with the same words. */
function isOwn(kind: LeavingKind): kind is OwnKind {
  return `${kind}.against` in faultWords;
}

function pick(key: keyof typeof faultWords, language: Language): string {
  return pickLanguage(faultWords[key], language);
}
