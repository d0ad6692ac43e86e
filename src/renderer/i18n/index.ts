import type { Language } from '../../shared/index.ts';
import { en } from './en.ts';
import { ptBr } from './pt-br.ts';
import type { Messages } from './pt-br.ts';

export type { Messages } from './pt-br.ts';
export const messages: Readonly<Record<Language, Messages>> = { 'pt-BR': ptBr, en };
