/** A ZPL file as a printer understands it: its own bytes, but in ASCII where it came as UTF-16, which no printer reads. */
export function encodeForPrinter(bytes: Buffer): Buffer {
  return isUtf16(bytes) ? Buffer.from(escapeToAscii(toLatin1(bytes)), 'latin1') : bytes;
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** UTF-16 with a byte order mark becomes UTF-8; everything else keeps its bytes. */
export function toLatin1(bytes: Uint8Array): string {
  if (!isUtf16(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * The same format in ASCII: bytes beyond it in field data become `^FH` hex escapes, which keep them exact whatever
 * `^CI` says they mean. Text that is UTF-8 and does not say so is taken as such.
 */
export function escapeToAscii(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const saysEncoding = /\^CI/i.test(text);
  const declared = saysEncoding || !isUtf8(text) ? text : text.replaceAll(/\^XA/gi, '$&^CI28');
  let escape: string | null = null;
  return declared.replace(/\^(FH|FD|FV|FS)([^^~]*)/gi, (whole, name: string, data: string) => {
    const command = name.toUpperCase();
    if (command === 'FS') escape = null;
    else if (command === 'FH') escape = data.trim().slice(0, 1) || '_';
    else {
      const own = escape;
      escape = null;
      // eslint-disable-next-line no-control-regex
      if (/^[\x00-\x7f]*$/.test(data)) return whole;
      const safe = own === null ? data.replaceAll('_', '_5F') : data;
      return `${own === null ? '^FH_' : ''}^${name}${escapeToHex(safe, own ?? '_')}`;
    }
    return whole;
  });
}

function escapeToHex(data: string, escape: string): string {
  // eslint-disable-next-line no-control-regex
  return data.replace(/[^\x00-\x7f]/g, (char) => escape + char.charCodeAt(0).toString(16).toUpperCase());
}

function isUtf8(latin1: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
    return true;
  } catch {
    return false;
  }
}
