import type { RequestInput } from '#shared/contract/index.ts';
import type { PrintScanAnswer, ScanAnswer } from '#shared/contract/scan.ts';
import { fault, ok, type Result } from '#shared/faults/faults.ts';
import { Serial } from '#shared/serial.ts';
import { Repeats } from '../scanner/repeats.ts';
import type { Window } from './window.ts';

const ofPrints: readonly PrintScanAnswer['result'][] = [
  'printing',
  'waiting',
  'again',
  'several',
  'refused',
];

/** It is about a parcel, as the Check screen's answers are. */
export function isOfCheck(result: PrintScanAnswer['result']): result is ScanAnswer['result'] {
  return !ofPrints.includes(result);
}

/**
 * Where scans print: passes them to main, one after the other, and keeps the last answer for the
 * window.
 */
export class ScanPrints {
  readonly #app: Window;
  /** A held scanner is one scan. */
  readonly #repeats = new Repeats<string>();
  readonly #turns = new Serial();
  answer = $state.raw<PrintScanAnswer | null>(null);
  /** A person has to answer: no scan of a parcel does. */
  readonly asks = $derived(this.answer?.result === 'again' || this.answer?.result === 'several');

  constructor(app: Window) {
    this.#app = app;
  }

  get isOn(): boolean {
    return this.#app.settings.printsOnScan && this.#app.connected;
  }

  /**
   * Returns false if scans do not print. `keep` gets the answers that the screen shows itself: the
   * Check screen those about a parcel and faults, others that the code is unknown.
   */
  take(code: string, keep: (answer: Result<ScanAnswer>) => unknown): boolean {
    if (!this.isOn) return false;
    return this.#repeats.run(code, performance.now(), () => {
      this.send({ code: code.trim() }, keep);
      return true;
    });
  }

  /** With a person's word on the question before, if it has one. */
  send(
    asked: Pick<RequestInput<'scan.print'>, 'code' | 'parcel' | 'again'>,
    keep?: (answer: Result<ScanAnswer>) => unknown,
  ): void {
    const app = this.#app;
    const carryOut = async (): Promise<void> => {
      // The answer before may have opened another grouping.
      const here = app.groupingId;
      const isCheck = app.screen.name === 'check';
      const got = await app.request('scan.print', { ...asked, here, isCheck });
      if (!got.ok && isCheck && keep !== undefined) {
        this.answer = null;
        keep(got);
        return;
      }
      const answer = app.takeValue(got, null);
      this.answer = answer;
      if (answer === null) return;
      const { result, groupingId, shipmentId } = answer;
      if (keep !== undefined && isOfCheck(result) && (isCheck || result === 'unknown')) {
        this.answer = null;
        keep(ok({ ...answer, result }));
        return;
      }
      if (groupingId === null || shipmentId === null) return;
      // The window follows the label to its row.
      app.go(
        isCheck ? { name: 'check', groupingId } : { name: 'grouping', groupingId, shipmentId },
      );
    };
    this.#turns
      .run(carryOut)
      .catch((error: unknown) => app.addNotice(fault('internal', { detail: String(error) })));
  }

  /** Takes back the answer that a label comes out: it may not, and the window shows why. */
  stop(): void {
    if (this.answer?.result === 'printing' || this.answer?.result === 'waiting') this.answer = null;
  }
}
