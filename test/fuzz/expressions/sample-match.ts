/** Characters that a class is tried with, beside those that it names. */
const usual = [
  'a',
  'A',
  '1',
  ' ',
  '-',
  '.',
  '_',
  '\n',
  '\xe9',
  '\u0301',
  '\u202e',
  '\u0001',
  '\u65e5',
];

/**
 * A text that an expression matches, or nearly: of each choice the one with this number, and
 * everything that may be left out is there once.
 */
export function sampleMatch({ source, flags }: RegExp, choice: number): string {
  let at = 0;
  const plainFlags = flags.replaceAll(/[gy]/g, '');

  const readChoices = (): string => {
    const options = [''];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        options.push('');
      } else options.push((options.pop() ?? '') + readPiece());
    }
    return options[choice % options.length] ?? '';
  };

  const readPiece = (): string => {
    const atom = readAtom();
    const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at));
    at += quantifier?.[0].length ?? 0;
    return atom.repeat(Math.min(80, Number(quantifier?.[1] ?? 1)));
  };

  const readAtom = (): string => {
    const group = /^\((\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(at));
    if (group !== null) {
      at += group[0].length;
      const inside = readChoices();
      at += 1;
      return group[1]?.includes('!') === true ? '' : inside;
    }
    const single =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:p\{[^}]*\}|P\{[^}]*\}|x..|u\{[^}]*\}|u....|k<\w+>|.)|[^])/u.exec(
        source.slice(at),
      )?.[0] ?? '';
    at += single.length;
    if (/^(?:[$^]|\\[bB\d]|\\k.*)$/.test(single)) return '';
    const test = new RegExp(`^${single}$`, plainFlags);
    const coded = [...single.matchAll(/\\[xu]([\da-f]{2,4})/gi)].map(([, hex = '']) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
    return [...coded, ...single.split(''), ...usual].find((sign) => test.test(sign)) ?? '';
  };

  return readChoices();
}
