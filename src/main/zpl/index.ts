export { escapeToAscii, encodeForPrinter, toLatin1 } from './encoding.ts';
export { findDotsPerMm, findLabelEnds, printsSomething, splitZpl, readWholePieces, ZplDamage } from './formats.ts';
