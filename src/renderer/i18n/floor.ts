import type { Language } from '../../shared/index.ts';
import { floorEn } from './en-floor.ts';
import { floorPtBr } from './pt-br-floor.ts';

/** Texts about other stations: loaded if there are any, and in Settings. */
export const floorMessages: Readonly<Record<Language, typeof floorPtBr>> = { 'pt-BR': floorPtBr, en: floorEn };
