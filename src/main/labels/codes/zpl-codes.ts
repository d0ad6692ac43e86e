import type { FoundCode } from '../../../shared/index.ts';
import { readCommands, splitZpl } from '../../zpl/index.ts';

/** A field that will be a code once its data are there. */
interface CodeField {
  readonly symbology: string;
  readonly toText: (data: string) => string | null;
}

const groupSeparator = '\u001d';
const maxTextLength = 500;

/** Of `^BC`, the data's invocation codes: they choose a subset of the symbology, or stand for a sign. */
function readCode128(data: string, mode: string): string | null {
  if (mode === 'D') return data.replaceAll(/[()\s]/g, '').replaceAll('>8', groupSeparator);
  if (mode === 'A' || mode === 'U') return data;
  // In subset A, which these begin, digits stand for other signs in pairs.
  if (/>[79]/.test(data)) return null;
  return data.replaceAll(/>(.)/gs, (_, sign: string) => (sign === '0' ? '>' : sign === '8' ? groupSeparator : ''));
}

/** Of `^BQ`, what stands before the data: how much of it may be damaged, and how it is encoded. */
function readQr(data: string): string | null {
  const [all, input] = /^[HQML]([AM]),/.exec(data) ?? [null];
  if (all === null) return null;
  const rest = data.slice(all.length);
  if (input === 'A') return rest;
  return /^[NA]/.test(rest) ? rest.slice(1) : /^B\d{4}/.test(rest) ? rest.slice(5) : null;
}

function readDataMatrix(data: string, parameters: readonly string[]): string {
  const escape = parameters[6] === undefined || parameters[6] === '' ? '_' : parameters[6];
  return data.replaceAll(`${escape}1`, groupSeparator);
}

const whole = (data: string): string => data;

function makeField(name: string, data: string): CodeField | null {
  const parameters = data.split(',').map((one) => one.trim().toUpperCase());
  switch (name) {
    case '^BC':
      return { symbology: 'Code128', toText: (text) => readCode128(text, parameters[5] ?? 'N') };
    case '^BQ':
      return { symbology: 'QRCode', toText: readQr };
    case '^BX':
      return { symbology: 'DataMatrix', toText: (text) => readDataMatrix(text, data.trim().split(',')) };
    case '^B2':
      return { symbology: 'ITF', toText: whole };
    case '^B3':
      return { symbology: 'Code39', toText: whole };
    case '^BA':
      return { symbology: 'Code93', toText: whole };
    case '^B7':
      return { symbology: 'PDF417', toText: whole };
    case '^B0':
    case '^BO':
      return { symbology: 'Aztec', toText: whole };
    case '^BD':
      return { symbology: 'MaxiCode', toText: whole };
    default:
      return null;
  }
}

/**
 * The codes that a ZPL printer makes of these labels, as `filterZpl` gives them, told from their commands: nothing is
 * drawn. A picture of a code is none of them.
 */
export function readZplCodes(zpl: Buffer): { readonly codes: readonly FoundCode[]; readonly pages: number } {
  const codes: FoundCode[] = [];
  let pages = 0;
  for (const label of splitZpl(zpl)) {
    pages += 1;
    for (const code of readLabel(label)) codes.push({ ...code, page: pages });
  }
  return { codes, pages };
}

function readLabel(label: string): readonly Omit<FoundCode, 'page'>[] {
  const found = new Map<string, Omit<FoundCode, 'page'>>();
  /** Fields of a stored format that get their data by number later. */
  const numbered = new Map<number, CodeField>();
  let field: CodeField | null = null;
  let escape: string | null = null;
  let number: number | null = null;
  let data: string | null = null;
  const endField = (): void => {
    const of = field ?? (number === null ? null : (numbered.get(number) ?? null));
    if (number !== null && field !== null && data === null) numbered.set(number, field);
    const text = of === null || data === null ? null : of.toText(unescape(data, escape));
    if (of !== null && text !== null && text !== '') {
      const code = { symbology: of.symbology, text: text.slice(0, maxTextLength) };
      found.set(`${code.symbology} ${code.text}`, code);
    }
    [field, escape, number, data] = [null, null, null, null];
  };
  for (const { name, data: after } of readCommands(label)) {
    switch (name) {
      case '^FD':
      case '^FV':
        data = after.replaceAll(/[\r\n]/g, '');
        break;
      case '^FH':
        escape = after === '' || /\s/.test(after.charAt(0)) ? '_' : after.charAt(0);
        break;
      case '^FN':
        number = Number.parseInt(after, 10) || 0;
        break;
      case '^FS':
      case '^XZ':
        endField();
        break;
      default:
        field = makeField(name, after) ?? field;
    }
  }
  return [...found.values()];
}

function unescape(data: string, escape: string | null): string {
  if (escape === null) return data;
  return data
    .split(escape)
    .map((part, index) =>
      index > 0 && /^[0-9a-f]{2}/i.test(part)
        ? String.fromCharCode(Number.parseInt(part.slice(0, 2), 16)) + part.slice(2)
        : index > 0
          ? escape + part
          : part,
    )
    .join('');
}
