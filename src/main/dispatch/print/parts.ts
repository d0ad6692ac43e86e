import type { LabelBook } from '../../labels/index.ts';
import { refuse } from '../../os/errors.ts';
import { Collector } from '../collect/collector.ts';
import { Invoices } from '../collect/invoices.ts';
import { LabelFetcher } from '../collect/label-fetcher.ts';
import { LabelReadings } from '../collect/label-readings.ts';
import { TokenGate } from '../collect/token-gate.ts';
import type { JobModel } from '../model/job-model.ts';
import { Danfes } from './danfes.ts';
import type { SharedJob } from '../share/shared-job.ts';
import type { JobServices } from '../types.ts';

export type JobParts = ReturnType<typeof makeParts>;

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
    /** For actions that concern other stations. */
    needShare: () => share ?? refuse('there is one station'),
    invoices,
    collector: new Collector(tools, invoices),
    readings: new LabelReadings(tools),
    danfes: new Danfes(tools),
  };
}
