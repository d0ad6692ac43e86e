export { escapeToAscii, toLatin1 } from './encoding.ts';
export { filterZpl, ZplDamage } from './filter.ts';
export { findDotsPerMm, findLabelEnds, printsSomething, readPieces, splitZpl } from './formats.ts';
