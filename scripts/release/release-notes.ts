import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/shared/faults/languages.ts';

/** The file of each language's notes. */
export const changeLogNames: Readonly<Record<Language, string>> = {
  'pt-BR': 'CHANGELOG.pt-BR.md',
  en: 'CHANGELOG.md',
};

/**
 * Returns the section of a version in a change log, without its heading; null if it is missing or
 * empty.
 */
export function releaseNotes(changeLog: string, version: string): string | null {
  const sections = changeLog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version);
  const text = section?.slice(section.indexOf('\n') + 1).trim() ?? '';
  return text === '' ? null : text;
}

/** Returns the notes of a version in each language; null if a change log has none. */
export function readReleaseNotes(
  root: string,
  version: string,
): Readonly<Record<Language, string | null>> {
  const read = (language: Language): string | null =>
    releaseNotes(readFileSync(join(root, changeLogNames[language]), 'utf8'), version);
  return { 'pt-BR': read('pt-BR'), en: read('en') };
}

/** Every language's notes. Throws with the change logs that lack the version. */
export function needNotes(
  notes: Readonly<Record<Language, string | null>>,
  version: string,
): Readonly<Record<Language, string>> {
  const { 'pt-BR': portuguese, en } = notes;
  if (portuguese !== null && en !== null) return { 'pt-BR': portuguese, en };
  const lacking = [
    portuguese === null ? changeLogNames['pt-BR'] : null,
    en === null ? changeLogNames.en : null,
  ];
  throw new Error(
    `${lacking.filter((name) => name !== null).join(' and ')}: no section for ${version}`,
  );
}
