export { escapeToAscii, encodeForPrinter, toLatin1 } from './encoding.ts';
export { cutZpl, findDotsPerMm, printsSomething, splitZpl, readWholePieces, ZplDamage } from './formats.ts';
export type { ZplBatch } from './formats.ts';
