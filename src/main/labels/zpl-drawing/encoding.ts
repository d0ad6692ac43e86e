/** The characters after 127 in code page 850, a printer's default (`^CI0` to `^CI13`). */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** The encodings of `^CI` by their names for `TextDecoder`. */
const encodings: Readonly<Record<number, string>> = {
  27: 'windows-1252',
  28: 'utf-8',
  29: 'utf-16be',
  30: 'utf-16le',
  31: 'windows-1250',
  33: 'windows-1251',
  34: 'windows-1253',
  35: 'windows-1254',
  36: 'windows-1255',
};

/**
 * Decodes a field's bytes by `^CI`; if that is null, valid UTF-8 counts as such: producers forget
 * to say it.
 */
export function decodeFieldText(data: string, encoding: number | null): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(data) && encoding !== 29 && encoding !== 30) return data;
  const bytes = Buffer.from(data, 'latin1');
  const name = encoding === null ? 'utf-8' : encodings[encoding];
  if (name !== undefined) {
    const text = new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
    if (encoding !== null || !text.includes('\ufffd')) return text;
  }
  return [...bytes]
    .map((byte) => (byte < 128 ? String.fromCharCode(byte) : codePage850.charAt(byte - 128)))
    .join('');
}

/** Decodes the hexadecimal escapes of `^FH` to bytes; `sign` begins one, null if there are none. */
export function unescapeHex(data: string, sign: string | null): string {
  if (sign === null) return data;
  const escaped = new RegExp(`${quote(sign)}([0-9a-f]{2})`, 'gi');
  return data.replaceAll(escaped, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Returns a sign as a regular expression that matches it alone. */
export function quote(sign: string): string {
  return sign.replace(/\W/, '\\$&');
}
