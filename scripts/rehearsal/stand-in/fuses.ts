/**
 * The place of the fuses in Electron's program; version 1, nine fuses, as Electron 45 is delivered.
 * In latin1.
 */
export const deliveredFuses = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101100011';
