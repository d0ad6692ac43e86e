import type { Result } from '../../../shared/index.ts';
import type { LabelCopy, TakenOver } from '../../floor/index.ts';

/** A job's requests before an effect that other stations share. Faults `floor-…`: nothing was done. */
export interface JobShare {
  /** Returns the copies that a print would make now: later prints of others are not meant. */
  nameCopies(shipmentIds: readonly number[]): readonly LabelCopy[];
  /** Before a print: claims these copies for this station. */
  claim(copies: readonly LabelCopy[], signal: AbortSignal): Promise<Result<void>>;
  /** Right before these are sent to a printer: they are still this station's. Faults `floor-taken`, `floor-away`. */
  holdClaims(shipmentIds: readonly number[]): Promise<Result<void>>;
  /**
   * Before the ERP is asked. Fault `conclusion-unknown`: another station died at it, and this one has to say how it
   * ended.
   */
  beginConclusion(): Promise<Result<void>>;
  /** Right before the request that concludes. Faults `floor-concluding`, `floor-away`. */
  holdConclusion(): Promise<Result<void>>;
  /** Reserves these rows for this station, until they are printed or released. */
  take(shipmentIds: readonly number[]): Promise<Result<void>>;
  giveBack(shipmentIds: readonly number[]): Promise<Result<void>>;
  /** Before a packer answers about paper: removes labels that another station is asked about by now. */
  confirmDoubts(): Promise<Result<void>>;
  takeOver(stationId: string): Promise<Result<TakenOver>>;
  close(): void;
}
