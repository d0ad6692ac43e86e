export type * from './types.ts';
export type { GroupingJob } from './job.ts';
export type { FiledSnapshot } from './state/job-view.ts';
export {
  findListedStep,
  isNeverPrinted,
  listComingPrints,
  listUnaskedPrints,
} from './model/decide.ts';
export { decideScan, type ScanCandidate } from './model/scan-print.ts';
export { findAtCheck, findCutoff, isReadingDue, leavingIntervalMs } from './model/problems.ts';
export { describeGrouping, findGroupings, findKnownGroupings } from './groupings/find.ts';
export { earlierDays, type ErpGroupings, GroupingListing } from './groupings/listing.ts';
export { openGrouping } from './open-grouping.ts';
export type * from './model/coordination.ts';
export { alone } from './model/coordination.ts';
export { addReissue, digestLabelMarks, isReissued } from './model/grouping-merge.ts';
export type { ModelChange } from './model/job-list.ts';
export { changeLabel, type LabelChange, nextLabel, renewLabel } from './model/label-state.ts';
export { CompanyOfToken } from './company.ts';
export { createJobServices, type JobServicesOptions } from './services.ts';
export { isConcluding, type JobCore, readClosedState } from './model/job-state.ts';
export { findOnPapers, putAside } from './model/holds.ts';
export {
  findParcelCodes,
  findReadVolumes,
  isNameless,
  matchScan,
  type ScanMatch,
} from './codes/parcel-codes.ts';
