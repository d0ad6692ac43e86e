/*
 * An independent parser of ZPL: reads character after character, as a printer with the usual
 * prefixes does, and as one that accepts RS, DLE, STX and ETX for them as well.
 */

const drawing = new Set(
  (
    'FO FT FB FP FR FN FE FC FM FS FW FD FV FH TB SN SF CF CI CW GB GC GD GE GS GF LH LL LR LS MU PM PO PW PQ XA XZ XG IM IL XF DF ID ' +
    'B0 B1 B2 B3 B4 B5 B7 B8 B9 BA BB BC BD BE BF BI BJ BK BL BM BO BP BQ BR BS BT BU BX BY BZ'
  ).split(' '),
);

/**
 * Returns, by name, each part of a file that a printer could take for more than drawing; empty if
 * it is safe.
 */
export function countUnsafe(text: string): readonly string[] {
  const found: string[] = [];
  const mine = new Set<string>();
  let open = false;
  for (const char of text) {
    const code = char.charCodeAt(0);
    if (code === 0x7f || (code < 0x20 && !'\t\r\n'.includes(char))) found.push(`control ${code}`);
  }
  if (
    /![ \t]*U1|![ \t]+\d|\{\}\{|%-12345X/.test(
      text.replaceAll('%-12345X', (pjl, at: number) => (text[at - 1] === '\x1b' ? pjl : '')),
    )
  )
    found.push('another language');
  const starts = text.split('').flatMap((char, at) => (char === '^' || char === '~' ? [at] : []));
  if (text.slice(0, starts[0] ?? text.length).trim() !== '') found.push('text outside');
  for (const [index, at] of starts.entries()) {
    const command = text.slice(at, starts[index + 1] ?? text.length);
    const isFont = command.startsWith('^A');
    const code = isFont ? 'A' : command.slice(1, 3);
    const data = command.slice(isFont ? 2 : 3);
    if (command.startsWith('~')) {
      const graphic = /^~DG(?:R:)?(\w+)(?:\.(\w+))?,\d+,\d+,[^ "]*$/s.exec(command);
      if (graphic === null) found.push(command);
      else mine.add(`${graphic[1]}.${graphic[2] ?? 'GRF'}`.toUpperCase());
      continue;
    }
    if (!isFont && !drawing.has(code)) found.push(command);
    if (code === 'XA') open = true;
    else if (!open) found.push(`outside: ${command}`);
    if (code === 'XZ') {
      open = false;
      if (data.trim() !== '') found.push(`after ^XZ: ${data}`);
    }
    if (code === 'PQ' && Number(data.split(',')[0]) !== 1) found.push(command);
    if (code === 'GF' && !/^A?,/i.test(data)) found.push(command);
    const place = /^\s*(?:R:)?(\w+)(?:\.(\w+))?\s*(?:,|$)/.exec(data);
    const object =
      place === null
        ? ''
        : `${place[1]}.${place[2] ?? (code === 'XF' || code === 'DF' ? 'ZPL' : 'GRF')}`.toUpperCase();
    if (code === 'DF') mine.add(object);
    if (['XG', 'IM', 'IL', 'XF', 'ID'].includes(code) && !mine.has(object))
      found.push(`not its own: ${command}`);
    if (code === 'ID') mine.delete(object);
  }
  if (open) found.push('without end');
  return [...found, ...[...mine].map((object) => `left behind: ${object}`)];
}
