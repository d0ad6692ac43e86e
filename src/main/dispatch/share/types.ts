import type { Result } from '../../../shared/index.ts';
import type { LabelCopy, TakenOver } from '../../floor/index.ts';

/** What a job asks before an effect that other stations share. Faults `floor-…`: nothing was done. */
export interface JobShare {
  /** Which print of each label is meant by who wants to print them now: what others print meanwhile is none of it. */
  nameCopies(shipmentIds: readonly number[]): readonly LabelCopy[];
  /** Before a print: these copies are this station's to print. */
  claim(copies: readonly LabelCopy[], signal: AbortSignal): Promise<Result<void>>;
  /** Right before these are sent to a printer: they are still this station's. Faults `floor-taken`, `floor-away`. */
  holdClaims(shipmentIds: readonly number[]): Promise<Result<void>>;
  /** Before the ERP is asked. Fault `conclusion-unknown`: another station died at it, and this one is to say how it is. */
  beginConclusion(): Promise<Result<void>>;
  /** Right before the request that concludes. Faults `floor-concluding`, `floor-away`. */
  holdConclusion(): Promise<Result<void>>;
  /** Keeps these rows for this station, until they are printed or given back. */
  take(shipmentIds: readonly number[]): Promise<Result<void>>;
  giveBack(shipmentIds: readonly number[]): Promise<Result<void>>;
  /** Before a packer says what is on paper: labels that another station is asked about by now are out of the question after it. */
  confirmDoubts(): Promise<Result<void>>;
  takeOver(stationId: string): Promise<Result<TakenOver>>;
  close(): void;
}
