/**
 * A reader with a defect for the hunt to find, behind four comparisons that must be met one after
 * another.
 */
export function read(bytes: Buffer): void {
  let met = 0;
  for (const letter of 'Doca') {
    if (bytes[met] !== letter.charCodeAt(0)) return;
    met += 1;
  }
  throw new TypeError('planted');
}

export function seeds(): readonly Uint8Array[] {
  return [Buffer.from('....')];
}
