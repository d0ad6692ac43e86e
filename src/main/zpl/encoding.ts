export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** UTF-16 with a byte order mark becomes UTF-8; everything else keeps its bytes. */
export function toLatin1(bytes: Uint8Array): string {
  if (!isUtf16(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Returns field data with these characters as hex escapes; `escape` is the field's own (`^FH`), or
 * null.
 */
export function escapeField(
  command: string,
  data: string,
  escape: string | null,
  chars: RegExp,
): string {
  const sign = escape ?? '_';
  const hex = (char: string) =>
    `${sign}${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  const bare = escape === null ? data.replaceAll('_', '_5F') : data;
  const escaped = bare.replaceAll(chars, hex);
  if (escaped === bare) return command + data;
  return `${escape === null ? '^FH_' : ''}${command}${escaped}`;
}
