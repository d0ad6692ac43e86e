import { asksAboutConclusion, asksAboutPaper, fault, type Fault } from '#shared/faults/faults.ts';
import { isForgotten, type JobRecord } from '../../journal/index.ts';
import type { JobCore } from '../model/job-state.ts';

/**
 * Labels that are being sent to a printer, or whose paper is in doubt, with the question about
 * them.
 */
export class PaperDoubt {
  #ids: ReadonlySet<number>;
  #question: 'print-unknown' | 'paper-unknown';

  constructor({ openPrint, head }: JobRecord) {
    this.#ids = new Set(openPrint === null ? [] : (head.printVerdict?.perhaps ?? []));
    this.#question = isForgotten(openPrint) ? 'paper-unknown' : 'print-unknown';
  }

  get question(): 'print-unknown' | 'paper-unknown' {
    return this.#question;
  }

  has(shipmentId: number): boolean {
    return this.#ids.has(shipmentId);
  }

  set(shipmentIds: readonly number[], isElsewhere = false): void {
    this.#ids = new Set(shipmentIds);
    if (isElsewhere) this.#question = 'paper-unknown';
  }

  end(): readonly number[] {
    const released = [...this.#ids];
    this.#ids = new Set();
    this.#question = 'print-unknown';
    return released;
  }

  /** An open question stays visible, whatever else happens. */
  chooseFault({ conclusion, print }: JobCore, kept: Fault | null): Fault | null {
    if (conclusion === 'unknown')
      return asksAboutConclusion(kept) ? kept : fault('conclusion-unknown', { reached: 'maybe' });
    if (print === 'unknown') return asksAboutPaper(kept) ? kept : fault(this.#question);
    return kept;
  }
}
