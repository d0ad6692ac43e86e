import { type JobSnapshot, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { PlaceSpan } from '#shared/domain/printing.ts';
import {
  asksAboutConclusion,
  asksAboutPaper,
  failed,
  type Fault,
  isTakenElsewhere,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import { readShare } from '#shared/floor-rows.ts';
import { need, refuse } from '../os/errors.ts';
import { listIds, type Run } from './services.ts';

/**
 * Settles what an earlier run left open: a conclusion by the user's word, a file by writing it
 * again.
 */
export async function finishEarlierRun({ terminal, job, output, options }: Run): Promise<void> {
  const { state } = job.snapshot();
  const { conclusionWas, printJob, printWas } = options;
  if (conclusionWas === null) needAnswer(job, asksAboutConclusion);
  else {
    const wasDone = conclusionWas === 'done';
    if (state === 'conclusion-unknown' || (state === 'concluded') !== wasDone)
      need(job.conclusion.resolve(wasDone));
  }
  const isAsked = (): boolean => asksAboutPaper(job.snapshot().fault);
  if (!isAsked()) return;
  if (job.snapshot().interruptedPrint !== null) {
    if (printJob === null) needAnswer(job, asksAboutPaper);
    const ended = await (printJob === 'wait'
      ? job.prints.waitForInterrupted(terminal.signal)
      : job.prints.withdrawInterrupted());
    if (!ended.ok && !asksAboutPaper(ended.fault)) need(ended);
  }
  if (!isAsked()) return;
  const snapshot = job.snapshot();
  // A label that was taken over may be on paper at its first station, even if this run writes to a
  // file.
  const isOfFloor = snapshot.shipments.some(({ shipment, share }) => {
    return (
      share?.state === 'doubt' && snapshot.printVerdict?.perhaps.includes(shipment.id) === true
    );
  });
  if (printWas === null && (output.isPaper || isOfFloor)) needAnswer(job, asksAboutPaper);
  const answer =
    typeof printWas === 'string' ? printWas === 'done' : readPlaces(printWas ?? [], snapshot);
  need(await job.prints.resolve(answer));
}

/** Ends the run with the job's fault, if it is a question of this kind. */
export function needAnswer(job: Run['job'], isAsked: (fault: Fault) => boolean): void {
  const { fault: asked } = job.snapshot();
  if (asked !== null && isAsked(asked)) need(failed(asked));
}

/**
 * Returns which of the doubtful shipments are on paper by the user's word; throws if the answer is
 * impossible.
 */
function readPlaces(
  spans: readonly PlaceSpan[],
  { printVerdict, shipments }: JobSnapshot,
): readonly number[] {
  const named = shipments.filter(({ position }) =>
    spans.some(({ from, to }) => from <= position && position <= to),
  );
  const ids = new Set(listIds(named));
  const isPossible = printVerdict?.not.every((id) => !ids.has(id)) === true;
  if (!isPossible || spans.some(({ to }) => to > shipments.length))
    refuse('--print-was: some were not sent');
  return printVerdict.perhaps.filter((id) => ids.has(id));
}

/** Labels that may be on paper there are asked about, as after a print of this station's own. */
export async function takeRowsOver({ job, options }: Run): Promise<void> {
  if (options.takeOver === null) return;
  const others = job.snapshot().share?.stations.filter(({ isHere }) => !isHere) ?? [];
  const meant = others.filter(({ station }) => station === options.takeOver);
  if (meant.length === 0) refuse(`--take-over: ${others.map(({ station }) => station).join(', ')}`);
  for (const { stationId } of meant) {
    need(await job.sharing.takeOver(stationId));
    needAnswer(job, asksAboutPaper);
  }
}

/** How often another station may take a label first that this run has chosen. */
const mostTries = 5;

/** Prints the open labels. If another station takes some of them meanwhile, the rest. */
export async function print(run: Run): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const printed = await printOnce(run);
    if (printed.ok) return;
    if (!isTakenElsewhere(printed.fault) || tries === mostTries) need(printed);
  }
}

export const usualPrint = { printer: null, copies: 1, sheet: null };

/** Prints the labels that are not printed yet. If none is left, only the merged file is written. */
async function printOnce({ job, output, terminal: { signal } }: Run): Promise<Result<void>> {
  const { isPaper } = output;
  const { shipments } = job.snapshot();
  const open = shipments.filter(
    (entry) => readState(entry.label) === 'ready' && readShare(entry) !== 'other',
  );
  const isOwn = (entry: ShipmentSnapshot): boolean =>
    readState(entry.label) === 'printed' && readShare(entry) !== 'printed';
  if (open.length === 0) {
    // Without a printer the file is the paper: labels that others print, or have printed, are not
    // in it.
    const isShared = shipments.some(
      (entry) => readShare(entry) === 'other' || readShare(entry) === 'printed',
    );
    const own = shipments.filter(isOwn);
    if (!isPaper && own.length === 0 && isShared) return ok();
    return job.prints.merge(isPaper || !isShared ? undefined : listIds(own));
  }
  if (isPaper) {
    const printed = await job.runs.print({ ...usualPrint, shipmentIds: listIds(open) }, signal);
    const merged = await job.prints.merge();
    return printed.ok ? merged : printed;
  }
  // The file is whole, or it is not the print.
  const all = shipments.filter((entry) => open.includes(entry) || isOwn(entry));
  return job.runs.print({ ...usualPrint, shipmentIds: listIds(all) }, signal);
}
