import { fault as makeFault, findCancelled, isHeldAsCancelled, ok } from '../../../shared/index.ts';
import type { ExceptionKind, Fault, JobSnapshot, Result, ShipmentSnapshot } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { Terminal } from './terminal.ts';
import { chooseText } from './text.ts';

/** What the user said of shipments whose order or invoice is no longer good. */
export interface CancelledOptions {
  /** They go on without their labels. */
  readonly acceptCancelled: boolean;
  /** They are printed and go on like the others. */
  readonly printCancelled: boolean;
}

export const noWord: CancelledOptions = { acceptCancelled: false, printCancelled: false };

/** Returns the rows that have this exception. */
export function listRows({ exceptions, shipments }: JobSnapshot, wanted: ExceptionKind): readonly ShipmentSnapshot[] {
  const ids = new Set(exceptions.find(({ kind }) => kind === wanted)?.shipmentIds);
  return shipments.filter(({ shipment }) => ids.has(shipment.id));
}

/** Names the labels that are not printed because their shipments were cancelled; they are where the user says so. */
export function holdCancelled(terminal: Terminal, job: GroupingJob, options: CancelledOptions): Result<void> {
  const held = job.snapshot().shipments.filter(({ label }) => isHeldAsCancelled(label));
  if (held.length === 0) return ok();
  tell(terminal, held);
  return options.printCancelled ? job.confirm(held.map(({ shipment }) => shipment.id)) : ok();
}

/**
 * Before the conclusion: names what would leave although it was cancelled, printed or not. Without the user's word that is
 * the end.
 */
export function tellCancelled(terminal: Terminal, job: GroupingJob, options: CancelledOptions): Fault | null {
  const cancelled = listRows(job.snapshot(), 'cancelled');
  if (cancelled.length === 0) return null;
  if (!options.acceptCancelled && !options.printCancelled) {
    // Held ones were named when the others were printed.
    tell(
      terminal,
      cancelled.filter(({ label }) => !isHeldAsCancelled(label)),
    );
    terminal.err(`${chooseText(terminal.language).cancelledHint}\n`);
    return makeFault('shipment-cancelled', { detail: `${cancelled.length} cancelled` });
  }
  return null;
}

function tell(terminal: Terminal, cancelled: readonly ShipmentSnapshot[]): void {
  if (cancelled.length === 0) return;
  const text = chooseText(terminal.language);
  const lines = cancelled.map(({ position, shipment }) => {
    const by = findCancelled(shipment);
    return by === null ? '' : `  #${position}: ${text.cancelledBy[by]}\n`;
  });
  terminal.err(`${text.cancelled(cancelled.length)}\n${lines.join('')}`);
}
