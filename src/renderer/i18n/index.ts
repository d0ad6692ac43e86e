import { readCatalogue, type Words } from './catalogue.ts';
import { printingWords } from './printing-words.ts';
import { stationWords } from './station-words.ts';
import { workWords } from './work-words.ts';

const catalogue = { ...workWords, ...stationWords, printing: printingWords };

export type Messages = Words<typeof catalogue>;
export const messages = readCatalogue(catalogue);
