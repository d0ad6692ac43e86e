import { defaultPageChoice } from '#shared/domain/labels.ts';
import type { LabelSnapshot } from '#shared/domain/job.ts';

/** A label that was not fetched yet. */
export const noLabel: LabelSnapshot = {
  file: 'missing',
  block: null,
  fault: null,
  waived: null,
  formats: [],
  pages: 0,
  filePages: 0,
  danfes: 0,
  croppedPages: 0,
  paper: { widthMm: 100, heightMm: 150 },
  hasZpl: false,
  choice: defaultPageChoice,
  ownChoice: null,
  fewerSeen: null,
  manySeen: null,
  leftOut: [],
  isMended: false,
  twins: 0,
  kinds: [],
  storedAtMs: null,
  timesPrinted: 0,
  reading: null,
  printRunId: null,
  isSaved: false,
};
