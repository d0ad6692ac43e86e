import { isHeld } from '#shared/domain/cancelled.ts';
import {
  hasLabel,
  isSettled,
  type LabelBlock,
  type LabelSnapshot,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { PageChoice, SeenVolumes } from '#shared/domain/records.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import { defaultPageChoice } from '#shared/domain/labels.ts';
import type { FileRecord, NewEvent } from '../../journal/index.ts';
import { findFile } from './label-faults.ts';

export type LabelContent = Pick<LabelSnapshot, keyof typeof noContent>;

/** Facts that are known only after the files were found in this run of the program. */
export const unread = { twins: 0, storedAtMs: null } as const;

const noContent = {
  formats: [],
  pages: 0,
  danfes: 0,
  filePages: 0,
  croppedPages: 0,
  paper: null,
  hasZpl: false,
  choice: defaultPageChoice,
  leftOut: [],
  isMended: false,
  kinds: [],
  ...unread,
} as const;

/** `by`: what belongs to the fault. */
interface Block {
  readonly block: LabelBlock;
  readonly by: string;
}

export type LabelEvent =
  | { readonly type: 'locating' }
  | { readonly type: 'downloading' }
  /** The ERP is still making it; null: Doca no longer waits for that. */
  | { readonly type: 'not-yet'; readonly fault: Fault | null }
  | { readonly type: 'ready'; readonly content: LabelContent }
  | { readonly type: 'failed'; readonly fault: Fault }
  | ({ readonly type: 'stopped' } & Block)
  /** A person confirmed a stopped label, or the reason is gone. */
  | { readonly type: 'confirmed' }
  /** The work on it was cancelled. */
  | { readonly type: 'interrupted' }
  | { readonly type: 'retry' }
  /**
   * There is another label for the shipment: the present one, or the one on paper, is outdated, and
   * so is every word on it.
   */
  | { readonly type: 'reissued' }
  /** The packer chose its pages, or withdrew the choice: the printed one was another print. */
  | { readonly type: 'chosen'; readonly choice: PageChoice | null }
  | { readonly type: 'fewer-seen'; readonly seen: SeenVolumes }
  /**
   * The packer lets the shipment go without its label, or without its print. `stays`: it must not
   * be sent, and stays here, printed or not.
   */
  | { readonly type: 'accepted'; readonly stays?: Block }
  | { readonly type: 'taken-back' }
  /** A spool job with it ended well, or a person found it on paper. */
  | { readonly type: 'printed' };

/** To be fetched and printed as if it never had been. */
const unprinted = {
  file: 'missing',
  block: null,
  fault: null,
  waived: null,
  reading: null,
  timesPrinted: 0,
} as const;

export const pendingLabel: LabelSnapshot = {
  ...unprinted,
  ...noContent,
  ownChoice: null,
  fewerSeen: null,
  manySeen: null,
  printRunId: null,
  isSaved: false,
};

/**
 * The label's state machine: the state after the event, or null if the event does not fit. Two
 * things never happen: a printed label does not become unprinted unless it is another one now, by
 * the ERP or by a person's choice of pages, or never was this shipment's; and a label counts as
 * printed before its files are there only by a person's word: `timesPrinted` says so then, and it
 * becomes printed as soon as they are.
 */
export function nextLabel(label: LabelSnapshot, event: LabelEvent): LabelSnapshot | null {
  const { file, block, timesPrinted } = label;
  const isFetched = file === 'coming';
  const isOpen = !isSettled(label);
  const isHere = hasLabel(label);
  const isPrinted = readState(label) === 'printed';
  const change = (fits: boolean, to: Partial<LabelSnapshot>): LabelSnapshot | null =>
    fits ? { ...label, ...to } : null;
  switch (event.type) {
    case 'locating':
      return change(isOpen, { file: file === 'late' ? file : 'coming' });
    case 'downloading':
      return change(isOpen, { file: 'coming', fault: null });
    case 'not-yet':
      return change(isOpen, {
        file: event.fault === null ? 'missing' : 'late',
        fault: event.fault,
      });
    case 'ready': {
      const waived = timesPrinted === 0 ? label.waived : null;
      const read = { ...event.content, reading: null };
      return change(isOpen || (isHere && !isPrinted), {
        ...read,
        file: event.type,
        fault: null,
        waived,
      });
    }
    case 'failed':
      return change(block === null && !isPrinted, {
        file: findFile(event.fault),
        fault: event.fault,
      });
    case 'stopped':
      return change(isHere, blockBy(event));
    case 'confirmed':
      return change(block !== null, { block: null, fault: null, waived: null });
    case 'interrupted':
      return change(isFetched, { file: 'missing' });
    case 'retry': {
      // The paper of a stopped one is another shipment's.
      const onPaper = block === 'label-of-another' ? 0 : timesPrinted;
      return change(!isOpen && !isHere, { ...unprinted, timesPrinted: onPaper });
    }
    case 'reissued': {
      const { printRunId, isSaved } = label;
      return change(!isFetched, { ...pendingLabel, printRunId, isSaved });
    }
    case 'chosen': {
      const choice = { ownChoice: event.choice, fewerSeen: null };
      return change(isHere || block === 'label-many-pages', { ...unprinted, ...choice });
    }
    case 'fewer-seen':
      return change(isHere, { fewerSeen: event.seen });
    case 'accepted': {
      if (event.stays === undefined) {
        return change(!isFetched && !isPrinted, { waived: nameWaiver(block) });
      }
      const kept = isWhole(label) ? {} : ({ ...noContent, file: 'missing' } as const);
      return change(!isFetched, { ...kept, ...blockBy(event.stays), waived: 'stays' });
    }
    case 'taken-back':
      return change(label.waived !== null, { waived: null });
    case 'printed':
      return change(true, {
        timesPrinted: timesPrinted + 1,
        waived: isHere ? null : label.waived,
      });
  }
}

function blockBy({ block, by }: Block) {
  return { block, fault: fault(block, { detail: by }) };
}

/** Nothing but its order, its invoice or an earlier print is against it. */
function isWhole({ file, block }: LabelSnapshot): boolean {
  return file === 'ready' && (block === null || isHeld({ block, waived: null }));
}

function nameWaiver(block: LabelBlock | null): NonNullable<LabelSnapshot['waived']> {
  if (!isHeld({ block, waived: null })) return 'without';
  return block === 'printed-before' ? 'keeps' : 'stays';
}

export interface LabelChange {
  readonly id: number;
  readonly label: LabelSnapshot;
  readonly files?: readonly FileRecord[];
  /** It is another label than before, or stays here: a check of its parcel is void. */
  readonly voidsCheck?: boolean;
  /** Its line of history. */
  readonly event?: Omit<NewEvent, 'shipmentId'> | undefined;
}

/** Returns the label after the event, with its line of history; null if the event does not fit. */
export function changeLabel(
  { shipment, label }: ShipmentSnapshot,
  event: LabelEvent,
  line?: LabelChange['event'],
): LabelChange | null {
  const next = nextLabel(label, event);
  return next && { id: shipment.id, label: next, event: line };
}

/**
 * Returns the label as another that is to come; null while the present one is fetched. `retry`: for
 * one that never was the shipment's.
 */
export function renewLabel(
  entry: ShipmentSnapshot,
  type: 'reissued' | 'retry' = 'reissued',
): LabelChange | null {
  const change = changeLabel(entry, { type });
  return change && { ...change, files: [], voidsCheck: true };
}

/** Returns the label as it waits for a person's word; null if it is not there. */
export function stopLabel(
  entry: ShipmentSnapshot,
  block: Block,
  data: NonNullable<NewEvent['data']>,
): LabelChange | null {
  return changeLabel(entry, { type: 'stopped', ...block }, { kind: 'label-stopped', data });
}
