import type { Language } from './faults/fault-text.ts';

/**
 * What a packer can ask for by scanning a code of the command sheet. The codes are in capital letters and a hyphen: keys
 * that lie in the same place on the Brazilian and the American keyboard, whichever of them a scanner pretends to be. No
 * tracking code, invoice, access key or grouping id begins like them.
 */
export const commandCodes = {
  primary: 'DOCA-NEXT',
  back: 'DOCA-BACK',
  yes: 'DOCA-YES',
  no: 'DOCA-NO',
  'go-desk': 'DOCA-DESK',
  'go-print': 'DOCA-PRINT',
  'go-check': 'DOCA-CHECK',
  'go-history': 'DOCA-HISTORY',
  undo: 'DOCA-UNDO',
  retry: 'DOCA-RETRY',
  accept: 'DOCA-ACCEPT',
  cancel: 'DOCA-STOP',
} as const;

export type ScanCommand = keyof typeof commandCodes;
export const scanCommands = Object.keys(commandCodes) as readonly ScanCommand[];

/** As the command sheet and messages call them. */
export const commandNames: Readonly<Record<Language, Readonly<Record<ScanCommand, string>>>> = {
  'pt-BR': {
    primary: 'Próximo passo',
    back: 'Voltar',
    yes: 'Sim',
    no: 'Não',
    'go-desk': 'Mesa',
    'go-print': 'Imprimir',
    'go-check': 'Conferir',
    'go-history': 'Histórico',
    undo: 'Desfazer',
    retry: 'Buscar de novo',
    accept: 'Seguir sem',
    cancel: 'Parar a busca',
  },
  en: {
    primary: 'Next step',
    back: 'Back',
    yes: 'Yes',
    no: 'No',
    'go-desk': 'Desk',
    'go-print': 'Print',
    'go-check': 'Check',
    'go-history': 'History',
    undo: 'Undo',
    retry: 'Retry',
    accept: 'Go without',
    cancel: 'Stop fetching',
  },
};

const prefix = 'DOCA-';

/** Whether a scan that begins so may become a command. */
export function mayBecomeCommand(begun: string): boolean {
  const text = plain(begun);
  return text.length < prefix.length ? prefix.startsWith(text) : text.startsWith(prefix);
}

/** The command a scanned code stands for; `unknown` for one that only begins like a command, `null` for any other. */
export function readCommand(scanned: string): ScanCommand | 'unknown' | null {
  const code = plain(scanned);
  if (!code.startsWith(prefix)) return null;
  return scanCommands.find((command) => commandCodes[command] === code) ?? 'unknown';
}

/** Without what a scanner may add: the symbology before it (`]C0`), blanks, and the case that Caps Lock turned. */
function plain(scanned: string): string {
  return scanned
    .trim()
    .replace(/^\](?:$|[A-Za-z]$|[A-Za-z][0-9A-Za-z])/, '')
    .toUpperCase();
}
