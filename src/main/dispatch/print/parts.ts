import type { LabelBook } from '../../labels/index.ts';
import { Collector } from '../collect/collector.ts';
import { Invoices } from '../collect/invoices.ts';
import { LabelFetcher } from '../collect/label-fetcher.ts';
import { LabelReadings } from '../collect/label-readings.ts';
import { TokenGate } from '../collect/token-gate.ts';
import type { Coordination } from '../model/coordination.ts';
import type { JobModel } from '../state/job-model.ts';
import { Danfes } from './danfes.ts';
import type { JobServices } from '../types.ts';

export type JobParts = ReturnType<typeof makeParts>;

/** The parts of a job that its prints and its conclusion share. */
export function makeParts(
  services: JobServices,
  model: JobModel,
  book: LabelBook,
  coordination: Coordination,
  closed: AbortController,
) {
  const basic = { services, model, book, gate: new TokenGate() };
  const tools = { ...basic, fetcher: new LabelFetcher(basic) };
  const invoices = new Invoices(tools);
  return {
    ...tools,
    coordination,
    closed,
    invoices,
    collector: new Collector(tools, invoices),
    readings: new LabelReadings(tools),
    danfes: new Danfes(tools),
  };
}
