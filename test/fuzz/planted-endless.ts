/** A reader that never comes back from one input. */
export function read(bytes: Buffer): void {
  while (bytes.toString() === 'for ever') bytes.fill('for ever');
}

export function seeds(): readonly Uint8Array[] {
  return [Buffer.from('for ever')];
}
