import { readCommands } from './commands.ts';

/** A bar code's command; `^BY` only sets the next ones up. */
const barcode = /^\^B[0-9A-XZ]$/;
/** The position of a shape's colour among its parameters, from 0. */
const colourPositions: Readonly<Record<string, number>> = {
  '^GB': 3,
  '^GC': 2,
  '^GD': 3,
  '^GE': 3,
};

/**
 * Returns true if a label of `splitZpl` may leave ink, as far as its text tells. False only if
 * every field is blank, every graphic empty and every shape white: such a label stays white on
 * every printer. True is not certain.
 */
export function leavesInk(text: string): boolean {
  let isReversed = false;
  let hasBarcode = false;
  let hasData = false;
  for (const { name, data } of readCommands(text)) {
    const parameters = data.split(',', 5);
    if (name === '^FD' || name === '^FV' || name === '^SN') {
      hasData = true;
      if (/\S/.test(data)) return true;
    } else if (name === '^XF' || name === '^GS') return true;
    else if (name === '^GF' || name === '~DG') {
      // Hexadecimal with `!` for the rest of a row in black; base 64 after `:` cannot be judged
      // here.
      const content = data
        .split(',')
        .slice(name === '^GF' ? 4 : 3)
        .join(',');
      if (/^:[A-Z]|[1-9A-Fa-f!]/.test(content)) return true;
    } else if (name === '^FR' || (name === '^LR' && /^\s*Y/i.test(data))) isReversed = true;
    else if (barcode.test(name)) hasBarcode = true;
    else if (
      colourPositions[name] !== undefined &&
      !/^\s*W/i.test(parameters[colourPositions[name]] ?? '')
    )
      return true;
    if (isReversed && name.startsWith('^G')) return true;
    if (hasBarcode && hasData) return true;
  }
  return false;
}
