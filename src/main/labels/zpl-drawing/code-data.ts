/** Reads the data of `^BQ`: the error correction before it, and its text. */
export function readQrData(data: string): { readonly level: string | null; readonly text: string } {
  // The first three characters are these, whatever the data says.
  const [, level = null, input] = /^([HQML])([AM]),/i.exec(data) ?? [];
  const rest = data.slice(3);
  const mode = input === 'M' ? (/^(?:[NAK]|B\d{4})/.exec(rest)?.[0] ?? '') : '';
  return { level, text: rest.slice(mode.length) };
}

/**
 * Returns the digits in the data of `^B2`: some programs write the start of other codes' data
 * before them.
 */
export function readItfData(data: string): string {
  return data.replace(/^>[;:]/, '');
}

/** Splits the data of `^BX` at function 1, which the field's own escape (`_`) marks. */
export function splitAtFunction1(data: string, parameters: readonly string[]): readonly string[] {
  return data.split(`${parameters[6] || '_'}1`);
}

/** Returns digits with their check digit: modulo 10, with weights 3 and 1 from the right. */
export function addCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
