export { maxGraphicBytes, splitParameters } from './allowed.ts';
export { readCommands, type ZplCommand } from './commands.ts';
export { toLatin1 } from './encoding.ts';
export { filterZpl, ZplDamage } from './filter.ts';
export {
  findDotsPerMm,
  findLabelEnds,
  isReset,
  printsSomething,
  readPieces,
  restingSettings,
  selectLabels,
  splitZpl,
} from './formats.ts';
