import type { Language } from '../../../shared/index.ts';

/** What a spreadsheet needs to read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Between two fields, as the spreadsheets of this language expect it. */
const separators: Readonly<Record<Language, string>> = { 'pt-BR': ';', en: ',' };

export function writeLine(fields: readonly string[], language: Language): string {
  return fields.map(quote).join(separators[language]) + lineEnd;
}

/** A spreadsheet runs what begins like a formula, behind blanks and in wide letters too; an apostrophe makes it a text. */
const formulaLike = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function quote(field: string): string {
  const safe = formulaLike.test(field) ? `'${field}` : field;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
