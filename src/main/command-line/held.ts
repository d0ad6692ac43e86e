import { fault as makeFault, findHold, isHeldByPapers, ok } from '../../../shared/index.ts';
import type { ExceptionKind, Fault, Hold, JobSnapshot, Result, ShipmentSnapshot } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { Terminal } from './terminal.ts';
import { text } from './text.ts';

/** The user's word on shipments whose order or invoice is not good. */
export interface CancelledOptions {
  /** They go on without their labels. */
  readonly acceptCancelled: boolean;
  /** They are printed and go on like the others. */
  readonly printCancelled: boolean;
  /** Those whose invoice is not authorised yet are printed and go on like the others. */
  readonly printUnauthorised: boolean;
}

export const noWord: CancelledOptions = { acceptCancelled: false, printCancelled: false, printUnauthorised: false };

/** Each with whether their labels are printed. */
const kinds = [
  { kind: 'shipment-cancelled', exception: 'cancelled', prints: 'printCancelled' },
  { kind: 'invoice-unauthorised', exception: 'unauthorised', prints: 'printUnauthorised' },
] as const;

/** Returns the rows that have this exception. */
export function listRows({ exceptions, shipments }: JobSnapshot, wanted: ExceptionKind): readonly ShipmentSnapshot[] {
  const ids = new Set(exceptions.find(({ kind }) => kind === wanted)?.shipmentIds);
  return shipments.filter(({ shipment }) => ids.has(shipment.id));
}

/** Names the labels that are held for their orders or invoices, and releases them if the options say so. */
export function holdCancelled(terminal: Terminal, job: GroupingJob, options: CancelledOptions): Result<void> {
  const all = job.snapshot().shipments.filter(({ label }) => isHeldByPapers(label));
  for (const { kind, prints } of kinds) {
    const held = all.filter(({ label }) => label.fault?.kind === kind);
    tell(terminal, kind, held);
    const printed = options[prints] && held.length > 0 ? job.confirm(held.map(({ shipment }) => shipment.id)) : ok();
    if (!printed.ok) return printed;
  }
  return ok();
}

/**
 * Before the conclusion: names the shipments that would leave although their order or invoice is not good, printed or
 * not. Returns the fault that ends the run without the user's word.
 */
export function tellCancelled(terminal: Terminal, job: GroupingJob, options: CancelledOptions): Fault | null {
  for (const { kind, exception, prints } of kinds) {
    const found = listRows(job.snapshot(), exception);
    const isLetGo = options[prints] || (exception === 'cancelled' && options.acceptCancelled);
    if (found.length === 0 || isLetGo) continue;
    // Held ones were named when the others were printed.
    const others = found.filter(({ label }) => !isHeldByPapers(label));
    tell(terminal, kind, others);
    terminal.err(`${exception === 'cancelled' ? text.cancelledHint : text.unauthorisedHint}\n`);
    return makeFault(kind, { detail: `${found.length} ${exception}` });
  }
  return null;
}

function tell(terminal: Terminal, kind: Hold['kind'], rows: readonly ShipmentSnapshot[]): void {
  if (rows.length === 0) return;
  const lines = rows.map(({ position, shipment }) => {
    const hold = findHold(shipment);
    return hold === null ? '' : `  #${position}: ${text.heldBy[hold.by]}\n`;
  });
  const head = kind === 'shipment-cancelled' ? text.cancelled : text.unauthorised;
  terminal.err(`${head(rows.length)}\n${lines.join('')}`);
}
