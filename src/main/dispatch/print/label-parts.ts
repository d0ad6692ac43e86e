import type { LabelBook } from '../../labels/index.ts';
import { refuse } from '../../os/errors.ts';
import { Collector } from '../collect/collector.ts';
import { Invoices } from '../collect/invoices.ts';
import { JobPart } from '../collect/job-part.ts';
import { LabelFetcher } from '../collect/label-fetcher.ts';
import { LabelReadings } from '../collect/label-readings.ts';
import { TokenGate } from '../collect/token-gate.ts';
import type { JobModel } from '../model/job-model.ts';
import type { SharedJob } from '../share/shared-job.ts';
import type { JobServices } from '../types.ts';
import { Danfes } from './danfes.ts';

export type LabelParts = ReturnType<typeof makeParts>;

/**
 * The parts of a job that its prints and its conclusion share. `share`: null for a single station.
 */
export function makeParts(
  services: JobServices,
  model: JobModel,
  book: LabelBook,
  share: SharedJob | null,
) {
  const basic = { services, model, book, gate: new TokenGate() };
  const tools = { ...basic, fetcher: new LabelFetcher(basic) };
  const invoices = new Invoices(tools);
  return {
    ...tools,
    share,
    invoices,
    collector: new Collector(tools, invoices),
    readings: new LabelReadings(tools),
    danfes: new Danfes(tools),
  };
}

/** A part of a job that needs others of its parts. */
export class LabelPart extends JobPart {
  protected readonly parts: LabelParts;

  constructor(parts: LabelParts) {
    super(parts);
    this.parts = parts;
  }

  /** For actions that concern other stations. */
  protected needShare(): SharedJob {
    return this.parts.share ?? refuse('there is one station');
  }
}
