import { quote } from './encoding.ts';

/** The symbology's function character 1 in a code's data. */
export const function1 = '\ue000';

/** Reads the data of `^BQ`: the error correction before it, and its text. */
export function readQrData(data: string) {
  // The first three characters are these, whatever the data says.
  const [, level = null, input] = /^([HQML])([AM]),/i.exec(data) ?? [];
  const rest = data.slice(3);
  const mode = input === 'M' ? (/^(?:[NAK]|B\d{4})/.exec(rest)?.[0] ?? '') : '';
  return { level, text: rest.slice(mode.length) };
}

/** Reads a command's parameter by its place from 0. */
export function saysYes(parameters: readonly string[], place: number): boolean {
  return /^Y/i.test(parameters[place] ?? '');
}

/**
 * Returns the digits of `^B2`, in pairs, with their check digit if it has one. Some programs write
 * the start of other codes' data before them.
 */
export function readItfData(data: string, parameters: readonly string[]): string {
  const bare = data.replace(/^>[;:]/, '');
  const digits = saysYes(parameters, 4) ? addCheckDigit(bare) : bare;
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

const code39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';

/**
 * Returns the characters of `^B3` that the code holds, with their check character if it has one:
 * printers leave out the others.
 */
export function readCode39Data(data: string, parameters: readonly string[]): string {
  const signs = Array.from(data.toUpperCase()).filter((sign) => code39.includes(sign));
  const sum = signs.reduce((all, sign) => all + code39.indexOf(sign), 0);
  const hasCheck = signs.length > 0 && saysYes(parameters, 1);
  return signs.join('') + (hasCheck ? code39.charAt(sum % code39.length) : '');
}

/**
 * Returns the text of `^BX`, whose escapes begin with a sign of the field's: characters by their
 * numbers, controls by their letters, the sign itself, code pages, which readers do not show, and
 * function 1, here the separator.
 */
export function readMatrixData(
  data: string,
  parameters: readonly string[],
  separator: string,
): string {
  const sign = (parameters[6] || '_').charAt(0);
  const escaped = new RegExp(`${quote(sign)}([d5]\\d{3}|.)`, 'gs');
  return data.replaceAll(escaped, (whole, code: string) => {
    if (code === '1') return separator;
    if (code === sign) return sign;
    if (code.length > 1)
      return code.startsWith('5') ? '' : String.fromCharCode(+code.slice(1) % 256);
    return /[@-Z]/.test(code) ? String.fromCharCode(code.charCodeAt(0) - 64) : whole;
  });
}

/** Returns digits with their check digit: modulo 10, with weights 3 and 1 from the right. */
export function addCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
