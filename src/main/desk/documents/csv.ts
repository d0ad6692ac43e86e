import type { Language } from '../../../shared/index.ts';

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** The separator that spreadsheets of this language expect. */
const separators: Readonly<Record<Language, string>> = { 'pt-BR': ';', en: ',' };

export function writeLine(fields: readonly string[], language: Language): string {
  return fields.map(quote).join(separators[language]) + lineEnd;
}

/**
 * A spreadsheet executes text that begins like a formula, after blanks and in wide letters too; an apostrophe prevents
 * it.
 */
const formulaLike = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function quote(field: string): string {
  const safe = formulaLike.test(field) ? `'${field}` : field;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
