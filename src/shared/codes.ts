import { isBadgeId } from './domain/badges.ts';
import type { Badge, WantedBadge } from './domain/badges.ts';
import type { Shipment } from './domain/grouping.ts';
import type { Language } from './faults/fault-text.ts';

/** The symbology that a scanner may be set up to send first (`]C1`), also where only its beginning has come so far. */
const symbology = /^\](?:$|[A-Za-z]$|[A-Za-z][0-9A-Za-z])/;

/** What was on the paper, without what a scanner adds to it. */
export function readScan(scanned: string): string {
  return scanned.trim().replace(symbology, '');
}

/** The same code as people print, type and scan it: case, blanks, hyphens and the scanner's own signs do not count. */
export function normaliseCode(raw: string): string {
  // GS1 codes carry control characters.
  return readScan(raw)
    .toUpperCase()
    .replace(/[\s\p{Cc}\p{Cf}\p{Pd}]/gu, '');
}

/** NF-e and NFC-e. A carrier's CT-e has a key of the same length, whose number is no invoice's. */
const invoiceModels = ['55', '65'];

/**
 * The invoice's number in its 44-digit access key (chave de acesso). Null for everything that is not the key of an
 * invoice, a wrong check digit included: a digit misread may be another parcel's.
 */
export function readInvoiceNumber(code: string): number | null {
  if (!/^\d{44}$/.test(code) || !invoiceModels.includes(code.slice(20, 22))) return null;
  return computeCheckDigit(code.slice(0, -1)) === Number(code.at(-1)) ? Number(code.slice(25, 34)) : null;
}

/** Modulo 11 with weights 2 to 9 from the right; 10 and 11 become 0. */
export function computeCheckDigit(first43: string): number {
  const sum = Array.from(first43)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** A code that is a number. Leading zeros are a matter of print. */
export function readNumber(code: string): number | null {
  return /^\d{1,15}$/.test(code) ? Number(code) : null;
}

/** What of a shipment a code can name. */
export interface ShipmentCodes {
  readonly trackingCode: string | null;
  readonly invoiceNumber: number | null;
  /** Left out where an order's number must not be taken for an invoice's. */
  readonly orderNumber?: number | null;
}

export function listCodes({ logistics, invoice, sale }: Shipment): Required<ShipmentCodes> {
  return {
    trackingCode: logistics?.trackingCode ?? null,
    invoiceNumber: invoice?.number ?? null,
    orderNumber: sale?.number ?? null,
  };
}

/**
 * All that a code names: by the tracking code, which is the parcel's own, else by the invoice's number or access key,
 * else by the order's number.
 */
export function findByCode<T>(raw: string, all: readonly T[], codes: (one: T) => ShipmentCodes): readonly T[] {
  const code = normaliseCode(raw);
  if (code === '') return [];
  const byTracking = all.filter((one) => normaliseCode(codes(one).trackingCode ?? '') === code);
  if (byTracking.length > 0) return byTracking;
  const number = readNumber(code);
  const invoiceNumber = number ?? readInvoiceNumber(code);
  // Some files have a 0 for want of a number.
  if (invoiceNumber === null || invoiceNumber === 0) return [];
  const byInvoice = all.filter((one) => codes(one).invoiceNumber === invoiceNumber);
  if (byInvoice.length > 0 || number === null) return byInvoice;
  return all.filter((one) => codes(one).orderNumber === number);
}

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
  'conclude-anyway': 'DOCA-ANYWAY',
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
    'conclude-anyway': 'Concluir com exceções',
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
    'conclude-anyway': 'Conclude with exceptions',
  },
};

const prefix = 'DOCA-';

/** Whether a scan that begins so may become a command. */
export function mayBecomeCommand(begun: string): boolean {
  const text = readScan(begun).toUpperCase();
  return text.length < prefix.length ? prefix.startsWith(text) : text.startsWith(prefix);
}

export function writeBadge(id: string): string {
  return `DOCA-P-${id}`;
}

/** The id on a scanned badge; null for every other code. */
export function readBadge(scanned: string): string | null {
  const [, id] = /^DOCA-P-([A-Z0-9]+)$/.exec(readScan(scanned).toUpperCase()) ?? [];
  return id !== undefined && isBadgeId(id) ? id : null;
}

/** Badges as people keep them in a list: each line has a name, and behind it the code, where it has one. */
export function readBadgeList(text: string): readonly WantedBadge[] {
  return text.split('\n').flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const id = readBadge(words.at(-1) ?? '');
    const name = (id === null ? words : words.slice(0, -1)).join(' ');
    return name === '' && id === null ? [] : [{ id, name }];
  });
}

export function writeBadgeList(badges: readonly Badge[]): string {
  return badges.map(({ id, name }) => `${name} ${writeBadge(id)}`).join('\n');
}

/** The command a scanned code stands for; `unknown` for one that only begins like a command, `null` for any other. */
export function readCommand(scanned: string): ScanCommand | 'unknown' | null {
  const code = readScan(scanned).toUpperCase();
  if (!code.startsWith(prefix)) return null;
  return scanCommands.find((command) => commandCodes[command] === code) ?? 'unknown';
}
