import { isBadgeId } from './domain/badges.ts';
import { computeModulo11 } from './domain/erp.ts';
import type { Paper, Shipment } from './domain/records.ts';
import type { Language } from './faults/languages.ts';

/**
 * The symbology identifier that some scanners send first (`]C1`), or as much of it as has come so
 * far.
 */
const symbology = /^\](?:$|[A-Za-z]$|[A-Za-z][0-9A-Za-z])/;

/** Returns the code on the paper, without the characters that a scanner adds. */
export function readScan(scanned: string): string {
  return scanned.trim().replace(symbology, '');
}

/**
 * Returns a code as codes are compared: without case, blanks, hyphens and the scanner's own
 * characters.
 */
export function normaliseCode(raw: string): string {
  // GS1 codes have control characters.
  return readScan(raw)
    .toUpperCase()
    .replace(/[\s\p{Cc}\p{Cf}\p{Pd}]/gu, '');
}

/** NF-e and NFC-e. A carrier's CT-e has a key of the same length with another number in it. */
const invoiceModels = ['55', '65'];

/**
 * Returns the number in a 44-digit access key, or null; a wrong check digit means a misread key,
 * perhaps another's.
 */
export function readInvoiceNumber(code: string): number | null {
  if (!/^\d{44}$/.test(code) || !invoiceModels.includes(code.slice(20, 22))) return null;
  return computeCheckDigit(code.slice(0, -1)) === Number(code.at(-1))
    ? Number(code.slice(25, 34))
    : null;
}

/**
 * Modulo 11 with weights 2 to 9 from the right; 10 and 11 become 0. Capitals count as in a CNPJ
 * that has some.
 */
export function computeCheckDigit(first43: string): number {
  const weights = Array.from(first43, (_, index) => 2 + ((first43.length - 1 - index) % 8));
  const rest = computeModulo11(first43, weights);
  return rest < 2 ? 0 : 11 - rest;
}

/** Returns the number that a code consists of, without leading zeros, or null. */
export function readNumber(code: string): number | null {
  return /^\d{1,15}$/.test(code) ? Number(code) : null;
}

export function listCodes({ logistics, invoice, sale }: Shipment) {
  return {
    trackingCode: logistics?.trackingCode ?? null,
    invoiceNumber: invoice?.number ?? null,
    orderNumber: sale?.number ?? null,
  };
}

/**
 * Returns a function that says by which of a shipment's codes a scanned one names it; null if by
 * none.
 */
export function readNaming(
  raw: string,
): (shipment: Shipment) => 'tracking' | 'invoice' | 'order' | null {
  const code = normaliseCode(raw);
  const number = readNumber(code);
  const invoice = number ?? readInvoiceNumber(code);
  return (shipment) => {
    const { trackingCode, invoiceNumber, orderNumber } = listCodes(shipment);
    if (code !== '' && normaliseCode(trackingCode ?? '') === code) return 'tracking';
    // Some files have a 0 if there is no number.
    if (invoice === null || invoice === 0) return null;
    if (invoiceNumber === invoice) return 'invoice';
    return number !== null && orderNumber === number ? 'order' : null;
  };
}

/**
 * Returns every row that a code names: by tracking code, else by invoice number or key, else by
 * order number.
 */
export function findByCode<T extends { readonly shipment: Shipment }>(
  raw: string,
  rows: readonly T[],
): readonly T[] {
  const nameBy = readNaming(raw);
  const named = Map.groupBy(rows, ({ shipment }) => nameBy(shipment));
  return named.get('tracking') ?? named.get('invoice') ?? named.get('order') ?? [];
}

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
