import { readCatalogue } from './catalogue.ts';
import { floorWords } from './floor-words.ts';

/** Texts about other stations: loaded if there are any, and in Settings. */
export const floorMessages = readCatalogue(floorWords);
