/** Of `^BQ`, what stands before the data: how much of it may be damaged, and how it is encoded. */
export function readQrData(data: string): { readonly level: string | null; readonly text: string } {
  // The first three characters are these, whatever is written there.
  const [, level = null, input] = /^([HQML])([AM]),/i.exec(data) ?? [];
  const rest = data.slice(3);
  const mode = input === 'M' ? (/^(?:[NAK]|B\d{4})/.exec(rest)?.[0] ?? '') : '';
  return { level, text: rest.slice(mode.length) };
}

/** Of `^B2`, the digits: some programs write before them what begins the data of other codes. */
export function readItfData(data: string): string {
  return data.replace(/^>[;:]/, '');
}

/** Of `^BX`, the pieces between function signs 1, which the field's own escape (`_`) begins. */
export function splitAtFunction1(data: string, parameters: readonly string[]): readonly string[] {
  return data.split(`${parameters[6] || '_'}1`);
}

/** Digits with one more that checks them: modulo 10, with weights 3 and 1 from the right. */
export function addCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
