export { fitColumns, formatGridTemplate, sumFloorsPx, type Wanted } from './column-widths.ts';
export {
  chooseColumns,
  type ColumnId,
  columnIds,
  fixedColumns,
  isNumeric,
  readCell,
} from './columns.ts';
export { JobStore, type StateFilter } from './job.svelte.ts';
export { countLeft, isUnchecked } from './parcels.ts';
export {
  isComing,
  isPrintable,
  isToPrint,
  listFromHere,
  listIds,
  listLastSpoolJob,
} from './reprint.ts';
export {
  clearSelection,
  type ClickMode,
  moveActive,
  selectClick,
  selectMove,
  selectOnly,
} from './selection.ts';
export { advanceSort, listOrder } from './sorting.ts';
export { type Cell, describeStages, findStage, type Stage, stages } from './stages.ts';
export { countOf, countOpen, listHolders, orderStations } from './stations.ts';
