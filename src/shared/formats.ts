/** `YYYY-MM-DD`, with or without a time. A date without a zone is a day, not a moment. */
export function formatDate(value: string): string {
  return value.replace(/^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/, '$3/$2/$1');
}

export function formatTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${formatTwoDigits(at.getHours())}:${formatTwoDigits(at.getMinutes())}`;
}

export function formatDateTime(atMs: number): string {
  const at = new Date(atMs);
  const day = `${formatTwoDigits(at.getDate())}/${formatTwoDigits(at.getMonth() + 1)}/${at.getFullYear()}`;
  return `${day} ${formatTime(atMs)}`;
}

/**
 * Returns midnight of that day, or of a day before it, in this computer's zone (epoch
 * milliseconds).
 */
export function findDayStart(atMs: number, daysBefore = 0): number {
  const at = new Date(atMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysBefore).getTime();
}

/**
 * Returns the day of this moment in this computer's zone as `YYYY-MM-DD`, as the ERP writes days.
 */
export function writeDay(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${formatTwoDigits(at.getMonth() + 1)}-${formatTwoDigits(at.getDate())}`;
}

type Town = { readonly city: string | null; readonly state: string | null } | null;

/** Returns `Ribeirão Preto/SP`, or the part that is known. */
export function writeCity(town: Town): string {
  return [town?.city, town?.state].filter(Boolean).join('/');
}

/**
 * Returns `SP Ribeirão Preto`, or the part that is known: in a column, the state is read however
 * long the city is.
 */
export function writeStateFirst(town: Town): string {
  return [town?.state, town?.city].filter(Boolean).join(' ');
}

/** Returns a long code as it is read aloud: `1234 5678 9012`. */
export function groupInFours(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

/** A CEP of eight digits. */
export function formatPostalCode(value: string): string {
  const bare = value.replace(/[\s.-]/g, '');
  return /^\d{8}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : value;
}

/** CPF (11 digits) or CNPJ (14 characters; since 2026 the first twelve may be letters). */
export function formatTaxId(value: string): string {
  const bare = value.toUpperCase().replace(/[\s./-]/g, '');
  if (/^\d{11}$/.test(bare)) return bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (/^[\dA-Z]{12}\d\d$/.test(bare))
    return bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return value;
}

/** Lower case without accents, blanks collapsed: `sao joao` finds `São  João`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Returns the name that people use for a grouping: its running number or its name; the id if it has
 * neither.
 */
export function nameGrouping(id: number, identification: string | null): string {
  const name = identification?.trim() ?? '';
  return name === '' ? String(id) : name;
}
