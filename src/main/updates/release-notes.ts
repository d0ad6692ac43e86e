import { z } from 'zod';
import type { Language } from '#shared/faults/languages.ts';
import { cleanText } from '../os/text/clean-text.ts';
import { readJson } from '../os/text/read-json.ts';

const longestNotes = 4_000;

const feedNotes = z.object({ 'pt-BR': z.string(), en: z.string() });

/**
 * Returns the notes of a feed, which is one text: JSON with the notes in each language. It comes
 * from outside: no control characters, no text direction tricks, limited in length.
 */
export function readNotes(text: unknown): Readonly<Record<Language, string>> {
  const notes = typeof text === 'string' ? readJson(feedNotes, text) : null;
  return { 'pt-BR': cleanNotes(notes?.['pt-BR'] ?? ''), en: cleanNotes(notes?.en ?? '') };
}

function cleanNotes(text: string): string {
  const clean = text.split(/\r?\n/).map(cleanText).join('\n').trim();
  return clean.length <= longestNotes ? clean : `${clean.slice(0, longestNotes).trimEnd()}…`;
}
