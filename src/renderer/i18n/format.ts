import { SvelteMap } from 'svelte/reactivity';
import * as shared from '#shared/formats.ts';
import type { PlaceSpan } from '#shared/domain/printing.ts';
import type { NamedRef, Shipment, Volume } from '#shared/domain/records.ts';
import type { Language } from '#shared/faults/languages.ts';

export { formatDateTime, formatTime } from '#shared/formats.ts';

/**
 * Formats for the window alone, with a dash for missing values. The rest is in
 * `src/shared/formats.ts`.
 */
function makeFigures(language: Language) {
  const write = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    new Intl.NumberFormat(language, options);
  return {
    integer: write({ maximumFractionDigits: 0 }),
    measure: write({ maximumFractionDigits: 2 }),
    weight: write({ minimumFractionDigits: 3, maximumFractionDigits: 3 }),
    money: write({ style: 'currency', currency: 'BRL' }),
  };
}

/**
 * A map of Svelte's, so that templates update when the language changes; plain Node has a plain
 * one.
 */
const figures = new SvelteMap([['now', makeFigures('pt-BR')]]);

/** Sets the language of figures: a point in English is a comma in Portuguese. */
export function setFigures(language: Language): void {
  figures.set('now', makeFigures(language));
}

function use(kind: keyof ReturnType<typeof makeFigures>, value: number): string {
  return figures.get('now')?.[kind].format(value) ?? String(value);
}

export function formatInteger(value: number): string {
  return use('integer', value);
}

/** The time for today, with the day for all others. */
export function formatMoment(atMs: number, nowMs = Date.now()): string {
  const isToday = shared.findDayStart(atMs) === shared.findDayStart(nowMs);
  return isToday ? shared.formatTime(atMs) : shared.formatDateTime(atMs);
}

/** Shown for a missing value. */
export const absent = '–';

function orAbsent<T>(format: (value: T) => string): (value: T | null) => string {
  return (value) => (value === null || value === '' ? absent : format(value));
}

/** Ids and document numbers: never with thousands separators, so that they read as on paper. */
export const formatNumber = orAbsent<number>(String);
export const formatMoney = orAbsent<number>((value) => use('money', value));
export const formatWeightKg = orAbsent<number>((value) => `${use('weight', value)} kg`);
export const formatDate = orAbsent(shared.formatDate);
export const formatPostalCode = orAbsent(shared.formatPostalCode);
export const formatTaxId = orAbsent(shared.formatTaxId);

/** Length × width × height; a roll has length × diameter. */
export function formatDimensionsCm(
  size: Pick<Volume, 'length' | 'width' | 'height' | 'diameter'>,
): string {
  const sides = [size.length, size.width, size.height];
  if (sides.every((side) => side !== null && side > 0)) {
    return `${sides.map((side) => use('measure', side ?? 0)).join(' × ')} cm`;
  }
  if (size.diameter !== null && size.diameter > 0) {
    const length =
      size.length !== null && size.length > 0 ? `${use('measure', size.length)} × ` : '';
    return `${length}⌀ ${use('measure', size.diameter)} cm`;
  }
  return absent;
}

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${shared.formatTwoDigits(whole % 60)} s`;
  return formatMinutes(Math.floor(whole / 60));
}

export function formatMinutes(minutes: number): string {
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${shared.formatTwoDigits(minutes % 60)} min`;
}

export const formatPhone = orAbsent<string>((value) => {
  const digits = /^[\d\s()+-]+$/.test(value) ? value.replace(/\D/g, '') : '';
  if (digits.length !== 10 && digits.length !== 11) return value;
  return `(${digits.slice(0, 2)}) ${digits.slice(2, -4)}-${digits.slice(-4)}`;
});

/**
 * A code in groups for reading aloud: `AA 123 456 789 BR` for postal codes, else groups of four.
 */
export function groupCode(code: string): string {
  const post = /^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/.exec(code);
  if (post !== null) return post.slice(1).join(' ');
  if (code.length < 8 || code.length > 48 || !/^[0-9A-Za-z]+$/.test(code)) return code;
  return shared.groupInFours(code);
}

/** List positions: `1–8, 12, 40–63`. */
export function writeSpans(spans: readonly PlaceSpan[]): string {
  return spans
    .map(({ from, to }) =>
      from === to ? formatInteger(from) : `${formatInteger(from)}–${formatInteger(to)}`,
    )
    .join(', ');
}

/** Joins the parts that are there. */
export function joinGiven(
  parts: readonly (string | false | null | undefined)[],
  separator: string,
): string {
  return parts.filter(Boolean).join(separator);
}

/** Saves layout time for very long texts in a single line. */
export function clip(text: string, length = 160): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A shipping method as people know it: by its name, or by its number if the ERP has no name. */
export function formatMethod({ id, name }: NamedRef): string {
  return clip(name ?? String(id), 60);
}

export function formatCity({ recipient }: Shipment): string {
  return clip(shared.writeStateFirst(recipient?.address ?? null)) || absent;
}
