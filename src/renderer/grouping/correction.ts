import { normaliseCode, readCode } from '#shared/identities/code.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import type { Language } from '#shared/faults/languages.ts';

export interface CorrectionText {
  readonly weight: string;
  readonly tracking: string;
}

/**
 * The problems: a field that is `wrong`, or a code that another row has, which is named by its
 * position.
 */
export interface CorrectionProblems {
  readonly weight: 'wrong' | null;
  readonly tracking: 'wrong' | number | null;
}

export const noProblems: CorrectionProblems = { weight: null, tracking: null };

const heaviestKg = 100_000;
const longestCode = 60;

/**
 * The present values as a person would type them: with all of the ERP's decimals, without thousands
 * separators.
 */
export function writeCorrection(
  { volume, logistics }: Shipment,
  language: Language,
): CorrectionText {
  const weight = String(volume?.grossWeight ?? '');
  return {
    weight: language === 'en' ? weight : weight.replace('.', ','),
    tracking: logistics?.trackingCode?.trim() ?? '',
  };
}

/**
 * Returns the input of `job.correct`: null leaves a field as it is. Only changed input is checked:
 * the rest is the ERP's.
 */
export function readCorrection(
  typed: CorrectionText,
  before: CorrectionText,
  others: readonly ShipmentSnapshot[],
) {
  const isOther = (field: keyof CorrectionText): boolean => typed[field].trim() !== before[field];
  const grossWeightKg = isOther('weight') ? parseWeightKg(typed.weight) : null;
  const trackingCode = isOther('tracking') ? trimCode(typed.tracking) : null;
  const problems: CorrectionProblems = {
    weight: isOther('weight') && grossWeightKg === null ? 'wrong' : null,
    tracking: trackingCode === null ? null : findCodeProblem(trackingCode, others),
  };
  return { grossWeightKg, trackingCode, problems };
}

/** To the gram, with comma or point; null for an impossible weight. */
function parseWeightKg(text: string): number | null {
  const typed = text.trim();
  if (!/^\d{0,6}(?:[.,]\d{1,3})?$/.test(typed)) return null;
  const weightKg = Number(typed.replace(',', '.'));
  return weightKg > 0 && weightKg <= heaviestKg ? weightKg : null;
}

/** Without the blanks between groups on paper, and without a scanner's own characters. */
function trimCode(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]/gu, '');
}

function findCodeProblem(
  code: string,
  others: readonly ShipmentSnapshot[],
): CorrectionProblems['tracking'] {
  // The invoice's key is on the same label, and is longer and easier to hit.
  if (!/^[!-~]+$/.test(code) || code.length > longestCode || readCode(code).key !== null)
    return 'wrong';
  const same = others.find(
    ({ shipment }) => normaliseCode(shipment.logistics?.trackingCode ?? '') === normaliseCode(code),
  );
  return same?.position ?? null;
}
