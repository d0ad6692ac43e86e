import { readCatalogue } from './catalogue.ts';
import { floorWords } from './floor-words.ts';

/** Texts about other stations: the start loads them only if there are any. */
export const floorMessages = readCatalogue(floorWords);
