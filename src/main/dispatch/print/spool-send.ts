import { failed, fault } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { LabelTally, PrintFile, Printer, SpoolEvent, SpoolOutcome } from '../../printing/index.ts';
import { JournalError } from '../journal/fault.ts';
import type { JobServices } from '../types.ts';
import type { JobShare } from '../share/types.ts';
import { SpoolWatch } from './spool-end.ts';
import type { SpoolReport } from './spool-end.ts';

/**
 * Sends a print run's spool job. Its id and how far it has come are in the journal before the paper can know it; where
 * the journal fails, nothing more is sent.
 */
export async function sendSpoolJob(
  services: JobServices,
  share: JobShare,
  shipmentIds: readonly number[],
  runId: number,
  printer: Printer,
  file: PrintFile,
  signal: AbortSignal,
  onCount: (labels: LabelTally) => void,
): Promise<SpoolReport> {
  const { journal } = services;
  const unwritten = new AbortController();
  const failures: Fault[] = [];
  let notedId: string | null = null;
  const note = ({ jobId, labels }: SpoolEvent): void => {
    if (jobId !== null && jobId !== notedId) journal.noteSpoolJob(runId, jobId);
    notedId = jobId;
    if (labels === null) return;
    journal.noteTally(runId, labels);
    onCount(labels);
  };
  const report = await hearOut(services, new SpoolWatch(), async (watch) => {
    const held = await share.holdClaims(shipmentIds);
    if (!held.ok) return failed({ ...held.fault, reached: 'no' });
    return printer.print(file, AbortSignal.any([signal, unwritten.signal]), (event) => {
      watch.hear(event);
      try {
        note(event);
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        failures.push(error.fault);
        unwritten.abort();
      }
    });
  });
  const [failure] = failures;
  const { result } = report;
  if (failure === undefined || result.ok || result.fault.kind !== 'cancelled') return report;
  return { ...report, result: failed({ ...failure, reached: result.fault.reached }) };
}

/** What a printer says, to the end; a defect of it leaves in doubt what it has not counted. */
export async function hearOut(
  { log }: Pick<JobServices, 'log'>,
  watch: SpoolWatch,
  work: (watch: SpoolWatch) => Promise<Result<SpoolOutcome>>,
): Promise<SpoolReport> {
  try {
    return watch.report(await work(watch));
  } catch (error) {
    const detail = error instanceof Error ? error.name : null;
    log.warn('printer-defect', { error: detail });
    return watch.report(failed(fault('print-unknown', { detail })));
  }
}
