import { type Language, languages } from '#shared/faults/languages.ts';
import { cleanText } from '../os/text/clean-text.ts';

type ReleaseNotes = Readonly<Record<Language, string>>;

const longestNotes = 4_000;

/**
 * Returns a release's notes as the one text of an update feed: older versions ignore the tags, and
 * show all.
 */
export function writeNotes(notes: ReleaseNotes): string {
  return languages
    .map((language) => `<div lang="${language}">\n${escapeHtml(notes[language])}\n</div>`)
    .join('\n');
}

/**
 * Returns a feed's notes as safe text: they come from outside, may contain HTML, and may mark the
 * language of their parts; unmarked notes count for each. No tags, no control characters, no text
 * direction tricks, limited in length.
 */
export function readNotes(notes: unknown): ReleaseNotes {
  return {
    'pt-BR': cleanNotes(pickLanguage(notes, 'pt-BR')),
    en: cleanNotes(pickLanguage(notes, 'en')),
  };
}

export function notedLanguages(notes: unknown): readonly Language[] {
  return languages.filter((language) => cleanNotes(partOf(notes, language) ?? '') !== '');
}

function partOf(notes: unknown, language: Language): string | null {
  const parts = readText(notes).matchAll(/<div lang="([\w-]{2,8})">([^<]*)<\/div>/g);
  return [...parts].find(([, of]) => of === language)?.[2] ?? null;
}

/** An empty part counts as absent. */
function pickLanguage(notes: unknown, language: Language): string {
  return partOf(notes, language)?.trim() || readText(notes);
}

function cleanNotes(text: string): string {
  const clean = text
    .replace(/<(br|\/p|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity)
    .split(/\r?\n/)
    .map(cleanText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return clean.length <= longestNotes ? clean : `${clean.slice(0, longestNotes).trimEnd()}…`;
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
