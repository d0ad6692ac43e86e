import type { FaultKind } from './faults.ts';
import { leavingKinds, type LeavingKind, type LeavingReason } from './leaving.ts';
import { en } from './words-en.ts';
import { ptBr } from './words-pt-br.ts';

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** One sentence on what happened, one on what to do. */
export interface FaultText {
  readonly what: string;
  readonly next: string;
}

const catalogues: Readonly<Record<Language, typeof ptBr>> = { 'pt-BR': ptBr, en };

/** `detail`: the fault's; if it is a name, it stands before the words. */
export function faultText(kind: FaultKind, language: Language, detail: string | null = null): FaultText {
  const words = catalogues[language];
  const named = kind === 'label-in-panel' && detail !== null ? `${detail} · ` : '';
  return { what: `${named}${words[`${kind}.what`]}`, next: words[`${kind}.next`] };
}

type OwnKind = Extract<keyof typeof en, `${string}.against`> extends `${infer Kind}.against` ? Kind : never;

/** Returns what a reason is and its next step; the detail, if there is one, stands before the words. */
export function leavingText({ kind, detail }: Pick<LeavingReason, 'kind' | 'detail'>, language: Language): FaultText {
  const words = catalogues[language];
  const { what, next } = isOwn(kind)
    ? { what: words[`${kind}.against`], next: words[`${kind}.next`] }
    : faultText(kind, language);
  return { what: detail === null ? what : `${detail} · ${what}`, next };
}

/** Returns the reasons against this shipment that no fault and no step of the work says already. */
export function listOwnReasons(reasons: readonly LeavingReason[], shipmentId: number): readonly LeavingReason[] {
  return reasons.filter(
    ({ kind, shipmentIds }) => shipmentIds.includes(shipmentId) && isOwn(kind) && leavingKinds[kind] !== 'work',
  );
}

/** The others are faults too, with the same words. */
function isOwn(kind: LeavingKind): kind is OwnKind {
  return `${kind}.against` in en;
}
