import type { FloorTally, Language } from '../../../shared/index.ts';
import { byteOrderMark, writeLine } from './csv.ts';

export const tallyCsvWords: Readonly<
  Record<Language, { readonly fileName: string; readonly heads: readonly string[] }>
> = {
  'pt-BR': {
    fileName: 'doca-bancadas',
    heads: ['Bancada', 'Quem', 'Etiquetas', 'Volumes conferidos', 'Agrupamentos concluídos'],
  },
  en: {
    fileName: 'doca-stations',
    heads: ['Station', 'Who', 'Labels', 'Parcels checked', 'Groupings concluded'],
  },
};

/** The work of a day, by station and person, as a table for spreadsheets. */
export function writeTallyCsv(tallies: readonly FloorTally[], language: Language): string {
  const rows = tallies.map(({ station, person, labels, parcels, groupings }) => [
    station,
    person ?? '',
    ...[labels, parcels, groupings].map(String),
  ]);
  const lines = [tallyCsvWords[language].heads, ...rows].map((fields) => writeLine(fields, language));
  return byteOrderMark + lines.join('');
}
