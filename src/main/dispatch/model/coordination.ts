import type { GroupingShare, RowShare } from '#shared/domain/floor.ts';
import type { JobSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import type { Fault, FaultKind } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import { refuse } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import type { FloorRows, JobHead, JobRecord, Journal } from '../../journal/index.ts';
import type { JobList, ModelChange } from './job-list.ts';
import type { JobCore } from './job-state.ts';
import type { LabelChange } from './label-state.ts';

/**
 * The other stations that work on a job's grouping. Refusals are thrown as faults `floor-…`: after
 * one nothing was done.
 */
export interface Coordination {
  /** Notes the copies that a print would make now: later prints of others are not meant. */
  askForPaper(shipmentIds: readonly number[]): PaperRequest;
  /** Before the ERP is asked. */
  askForConclusion(): Promise<ConclusionPermit>;
  /** Called with each change of the job, right before it is written. */
  publish(change: ModelChange, before: JobCore, verdict: PrintVerdict | null): Publication;
  /**
   * Called first without questions, when the list is up to date: resolves when other stations'
   * deeds are in the job, or cannot be had. Called then with them, when the printers have been
   * asked about an open print.
   */
  follow(questions: PaperQuestions | null): Promise<void>;
  takeOver(wanted: WantedRows): Promise<void>;
  /**
   * Called before a packer answers about paper: releases labels that are another station's question.
   */
  readHolders(): Promise<void>;
}

/** A job as the coordination of its station sees and changes it. */
export interface CoordinatedJob
  extends
    Pick<JobHead, 'grouping' | 'difference' | 'printVerdict'>,
    Pick<JobList, 'shipments' | 'entries' | 'find' | 'findKnown' | 'entry' | 'files'> {
  readonly company: string;
  readonly core: JobCore;
  readonly view: {
    snapshot(): Pick<JobSnapshot, 'readAtMs'>;
    subscribe(listener: () => void): () => void;
    showFloor(fault: FaultKind | null): void;
    showShare(share: GroupingShare, rows: ReadonlyMap<number, RowShare | null>): void;
  };
  gone(): readonly ShipmentSnapshot[];
  isInPrint(id: number): boolean;
  releaseWithheld(): readonly LabelChange[];
  apply(change: ModelChange, options?: { readonly durable?: boolean }): void;
}

export interface OpenedJob {
  readonly job: CoordinatedJob;
  readonly record: JobRecord;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the job is closed, which ends its coordination. */
  readonly closed: AbortSignal;
}

/** Connects the jobs of a station with other stations. */
export interface Coordinator {
  coordinate(opened: OpenedJob): Coordination;
}

export interface PaperRequest {
  /** Before a print: claims these for this station, all or none. */
  claim(shipmentIds: readonly number[], signal: AbortSignal): Promise<void>;
  /**
   * Right before these are sent to a printer: returns null if they are still this station's. A
   * print that is under way waits longer for the answer.
   */
  confirm(shipmentIds: readonly number[], isUnderWay: boolean): Promise<Fault | null>;
}

export interface ConclusionPermit {
  /** Another station died at it, and this one has to say how it ended. */
  readonly isLeft: boolean;
  /** Right before the request that concludes: returns null if it may be sent. */
  confirm(): Promise<Fault | null>;
}

export interface Publication {
  /** Written with the change. */
  readonly rows: FloorRows;
  /** The change is in the journal and in the job. */
  written(): void;
}

/** The questions of this station's packer about paper. */
export interface PaperQuestions {
  /** Another station has these: its packer is asked about them, and this one's is not any more. */
  release(shipmentIds: readonly number[]): void;
  /** These were taken over, and nobody has been asked yet. */
  open(shipmentIds: readonly number[], rows: FloorRows): void;
}

/** Rows to be reserved for this station or released, or all those of another one. */
export type WantedRows =
  | { readonly kind: 'take' | 'give-back'; readonly shipmentIds: readonly number[] }
  | { readonly kind: 'take-over'; readonly stationId: string };

const isGranted = () => Promise.resolve(null);
const doNothing = () => undefined;

/** A single station asks nobody. */
export const alone: Coordination = {
  askForPaper: () => ({ claim: () => Promise.resolve(), confirm: isGranted }),
  askForConclusion: () => Promise.resolve({ isLeft: false, confirm: isGranted }),
  publish: ({ floor = {} }) => ({ rows: floor, written: doNothing }),
  follow: () => Promise.resolve(),
  takeOver: () => refuse('there is one station'),
  readHolders: () => Promise.resolve(),
};
