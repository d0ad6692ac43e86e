/**
 * How figures are written. The formats are the Brazilian ones in both languages, because they must read like the paper,
 * the invoice and the ERP beside the screen. What does not have the expected shape is shown as it came.
 */
const locale = 'pt-BR';
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const measure = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const weight = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });

/** Stands where the ERP gave nothing. */
export const absent = '–';

export function formatInteger(value: number): string {
  return integer.format(value);
}

export function formatRate(perSecond: number): string {
  return oneDecimal.format(perSecond);
}

/** Ids and document numbers: never grouped by thousands, so that they read like on the paper. */
export function formatNumber(value: number | null): string {
  return value === null ? absent : String(value);
}

export function formatMoney(value: number | null): string {
  return value === null ? absent : money.format(value);
}

export function formatWeightKg(value: number | null): string {
  return value === null ? absent : `${weight.format(value)} kg`;
}

export interface Dimensions {
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly diameter: number | null;
}

/** Length × width × height; a roll has length × diameter. */
export function formatDimensionsCm(size: Dimensions): string {
  const sides = [size.length, size.width, size.height];
  if (sides.every((side) => side !== null && side > 0)) {
    return `${sides.map((side) => measure.format(side ?? 0)).join(' × ')} cm`;
  }
  if (size.diameter !== null && size.diameter > 0) {
    const length = size.length !== null && size.length > 0 ? `${measure.format(size.length)} × ` : '';
    return `${length}⌀ ${measure.format(size.diameter)} cm`;
  }
  return absent;
}

/** `YYYY-MM-DD`, with or without a time behind it. A date without a zone is a day, not a moment. */
export function formatDate(value: string | null): string {
  if (value === null || value === '') return absent;
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(value);
  return match === null ? value : `${match[3] ?? ''}/${match[2] ?? ''}/${match[1] ?? ''}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

export function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function formatDateTime(atMs: number): string {
  const at = new Date(atMs);
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${formatTime(atMs)}`;
}

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

export function formatPostalCode(value: string | null): string {
  if (value === null || value === '') return absent;
  const digits = value.replace(/\D/g, '');
  return digits.length === 8 && /^[\d\s.-]+$/.test(value) ? `${digits.slice(0, 5)}-${digits.slice(5)}` : value;
}

/** CPF (11 digits) or CNPJ (14 signs; since 2026 the first twelve may be letters). */
export function formatTaxId(value: string | null): string {
  if (value === null || value === '') return absent;
  const bare = value.toUpperCase().replace(/[\s./-]/g, '');
  if (/^\d{11}$/.test(bare)) {
    return `${bare.slice(0, 3)}.${bare.slice(3, 6)}.${bare.slice(6, 9)}-${bare.slice(9)}`;
  }
  if (/^[0-9A-Z]{12}\d{2}$/.test(bare)) {
    return `${bare.slice(0, 2)}.${bare.slice(2, 5)}.${bare.slice(5, 8)}/${bare.slice(8, 12)}-${bare.slice(12)}`;
  }
  return value;
}

export function formatPhone(value: string | null): string {
  if (value === null || value === '') return absent;
  const digits = /^[\d\s()+-]+$/.test(value) ? value.replace(/\D/g, '') : '';
  if (digits.length !== 10 && digits.length !== 11) return value;
  return `(${digits.slice(0, 2)}) ${digits.slice(2, -4)}-${digits.slice(-4)}`;
}

/** A code in groups for reading aloud: `AA 123 456 789 BR` for the post's form, else groups of four. */
export function groupCode(code: string): string {
  const post = /^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/.exec(code);
  if (post !== null) return post.slice(1).join(' ');
  if (code.length < 8 || code.length > 48 || !/^[0-9A-Za-z]+$/.test(code)) return code;
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Keeps very long texts from costing layout time where one line is shown anyway. */
export function clip(text: string, length = 160): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
