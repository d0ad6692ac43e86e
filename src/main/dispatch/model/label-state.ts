import { isHeld, waitsForWord } from '#shared/domain/cancelled.ts';
import {
  hasLabel,
  hasManyPages,
  type LabelSnapshot,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { PageChoice, SeenVolumes } from '#shared/domain/records.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { defaultPageChoice } from '#shared/domain/labels.ts';
import type { FileRecord, NewEvent } from '../../journal/index.ts';
import { isRetryable } from './label-faults.ts';

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
  bytes: 0,
  leftOut: [],
  isMended: false,
  kinds: [],
  ...unread,
} as const;

export type LabelEvent =
  | { readonly type: 'locating' }
  | { readonly type: 'downloading' }
  /** The ERP is still making it; null: Doca no longer waits for that. */
  | { readonly type: 'not-yet'; readonly fault: Fault | null }
  | { readonly type: 'ready'; readonly content: LabelContent }
  | { readonly type: 'failed'; readonly fault: Fault }
  /**
   * It is another shipment's by its codes, or has too many pages, or its shipment was cancelled
   * before the print.
   */
  | { readonly type: 'stopped'; readonly fault: Fault }
  /** A person confirmed a stopped label, or its shipment is not cancelled any more. */
  | { readonly type: 'confirmed' }
  /** It comes after the conclusion, by the packer's word on the shipping method. */
  | { readonly type: 'withheld'; readonly fault: Fault }
  /** The ERP does not provide it: it is in a marketplace's panel, or there is none. */
  | { readonly type: 'none'; readonly fault: Fault }
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
  | { readonly type: 'accepted'; readonly stays?: Fault }
  | { readonly type: 'taken-back' }
  /** A spool job with it ended well, or a person found it on paper. */
  | { readonly type: 'printed' };

/** To be fetched and printed as if it never had been. */
const unprinted = {
  state: 'pending',
  fault: null,
  retryable: false,
  accepted: false,
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
  const { state } = label;
  const underWay = state === 'pending' || state === 'locating' || state === 'downloading';
  const there = endAs(label.timesPrinted > 0 ? 'printed' : 'ready', null);
  switch (event.type) {
    case 'locating':
      return underWay ? { ...label, state: event.type } : null;
    case 'downloading':
      return underWay ? { ...label, state: event.type, fault: null } : null;
    case 'not-yet':
      return underWay ? { ...label, state: 'pending', fault: event.fault } : null;
    case 'ready':
      return underWay || state === 'ready'
        ? {
            ...label,
            ...event.content,
            reading: null,
            ...there,
            accepted: label.accepted && label.timesPrinted === 0,
          }
        : null;
    case 'failed':
    case 'none':
      return underWay || state === 'ready' ? { ...label, ...endAs(event.type, event.fault) } : null;
    case 'stopped':
      return hasLabel(label) ? { ...label, ...endAs('failed', event.fault) } : null;
    case 'confirmed':
      if (!waitsForWord(label)) return null;
      // It was put aside before it came.
      return label.bytes === 0
        ? { ...label, ...unprinted, timesPrinted: label.timesPrinted }
        : { ...label, ...there, accepted: false };
    case 'withheld':
      return state === 'pending' || state === 'failed'
        ? { ...label, ...endAs('failed', event.fault) }
        : null;
    case 'interrupted':
      return state === 'locating' || state === 'downloading'
        ? { ...label, state: 'pending' }
        : null;
    case 'retry':
      // The paper of a stopped one is another shipment's.
      if (state !== 'failed' && state !== 'none') return null;
      return isStopped(label)
        ? { ...label, ...unprinted }
        : { ...label, ...unprinted, timesPrinted: label.timesPrinted };
    case 'reissued':
      if (state === 'locating' || state === 'downloading') return null;
      return { ...pendingLabel, printRunId: label.printRunId, isSaved: label.isSaved };
    case 'chosen':
      return hasLabel(label) || hasManyPages(label)
        ? { ...label, ...unprinted, ownChoice: event.choice, fewerSeen: null }
        : null;
    case 'fewer-seen':
      return hasLabel(label) ? { ...label, fewerSeen: event.seen } : null;
    case 'accepted':
      if (state === 'locating' || state === 'downloading') return null;
      if (event.stays === undefined)
        return state === 'printed' ? null : { ...label, accepted: true };
      return {
        ...label,
        ...(!isWhole(label) && noContent),
        ...endAs('failed', event.stays),
        accepted: true,
      };
    case 'taken-back':
      return label.accepted ? { ...label, accepted: false } : null;
    case 'printed':
      return {
        ...label,
        timesPrinted: label.timesPrinted + 1,
        ...(hasLabel(label) ? { state: 'printed', accepted: false } : {}),
      };
  }
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
  fault: Fault,
  data: NonNullable<NewEvent['data']>,
): LabelChange | null {
  return changeLabel(entry, { type: 'stopped', fault }, { kind: 'label-stopped', data });
}

export function endAs<S extends LabelSnapshot['state']>(state: S, fault: Fault | null) {
  return {
    state,
    fault,
    retryable: fault !== null && state === 'failed' && isRetryable(fault.kind),
  };
}

/** Nothing is left to collect for it. */
export function isSettled({ state }: LabelSnapshot): boolean {
  return state === 'ready' || state === 'printed' || state === 'failed' || state === 'none';
}

/** Nothing but its order, its invoice or an earlier print is, or was, against it. */
export function isWhole(label: LabelSnapshot): boolean {
  return hasLabel(label) || isHeld({ ...label, accepted: false });
}

/** Its codes are another shipment's, and nobody confirmed it. */
export function isStopped({ state, fault }: LabelSnapshot): boolean {
  return state === 'failed' && fault?.kind === 'label-of-another';
}

export function allowsConclusion(label: LabelSnapshot): boolean {
  return label.state === 'printed' || label.accepted;
}

/**
 * The label is missing because it exists only after the conclusion, or because it was not requested
 * yet.
 */
export function awaitsConclusion({ state, fault }: LabelSnapshot): boolean {
  return state === 'pending' || (state === 'failed' && fault?.kind === 'label-after-conclusion');
}
