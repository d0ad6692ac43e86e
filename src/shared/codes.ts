import { isBadgeId } from './domain/badges.ts';
import type { Paper } from './domain/records.ts';
import type { Language } from './faults/languages.ts';
import { readScan } from './identities/code.ts';

/**
 * Codes consist of capital letters and hyphens, which are the same keys on Brazilian and American
 * keyboards, whichever a scanner imitates. No tracking code, invoice, access key or grouping id
 * begins like them.
 */
export const commands = {
  primary: { code: 'DOCA-NEXT', 'pt-BR': 'Próximo passo', en: 'Next step' },
  yes: { code: 'DOCA-YES', 'pt-BR': 'Sim', en: 'Yes' },
  no: { code: 'DOCA-NO', 'pt-BR': 'Não', en: 'No' },
  back: { code: 'DOCA-BACK', 'pt-BR': 'Voltar', en: 'Back' },
  'go-desk': { code: 'DOCA-DESK', 'pt-BR': 'Mesa', en: 'Desk' },
  'go-print': { code: 'DOCA-PRINT', 'pt-BR': 'Imprimir', en: 'Print' },
  'go-check': { code: 'DOCA-CHECK', 'pt-BR': 'Conferir', en: 'Check' },
  'go-history': { code: 'DOCA-HISTORY', 'pt-BR': 'Histórico', en: 'History' },
  undo: { code: 'DOCA-UNDO', 'pt-BR': 'Desfazer', en: 'Undo' },
  retry: { code: 'DOCA-RETRY', 'pt-BR': 'Buscar de novo', en: 'Retry' },
  accept: { code: 'DOCA-ACCEPT', 'pt-BR': 'Seguir sem', en: 'Go without' },
  cancel: { code: 'DOCA-STOP', 'pt-BR': 'Parar a busca', en: 'Stop fetching' },
  'conclude-anyway': {
    code: 'DOCA-ANYWAY',
    'pt-BR': 'Concluir com exceções',
    en: 'Conclude with exceptions',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language | 'code', string>>>>;

export type ScanCommand = keyof typeof commands;
export const scanCommands = Object.keys(commands) as readonly ScanCommand[];

export function writeBadge(id: string): string {
  return `DOCA-P-${id}`;
}

/** Returns the id of a scanned badge, or null for any other code. */
export function readBadge(scanned: string): string | null {
  const [, id] = /^DOCA-P-([A-Z0-9]+)$/.exec(readScan(scanned).toUpperCase()) ?? [];
  return id !== undefined && isBadgeId(id) ? id : null;
}

/** The code of the test page for this paper, in signs that every keyboard layout has. */
export function writeTestCode({ widthMm, heightMm }: Paper): string {
  return `DOCA${Math.round(widthMm)}X${Math.round(heightMm)}`;
}
