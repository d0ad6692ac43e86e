import type { Bridge, Fault, PrintScanAnswer, RequestInput, ScanAnswer } from '../../shared/index.ts';
import { Repeats } from '../scanner/scan-detector.ts';
import type { Screen } from './screens.ts';

type PrintScan = Pick<RequestInput<'scan.print'>, 'code' | 'parcel' | 'again'>;

const ofPrints: readonly PrintScanAnswer['result'][] = ['printing', 'waiting', 'again', 'several', 'refused'];

/** It is about a parcel, as the Check screen's answers are. */
export function isOfCheck(answer: PrintScanAnswer): answer is PrintScanAnswer & ScanAnswer {
  return !ofPrints.includes(answer.result);
}

interface Way {
  readonly isOn: () => boolean;
  readonly screen: () => Screen;
  readonly go: (screen: Screen) => void;
}

/** Where scans print: passes them to main, one after the other, and keeps the last answer for the window. */
export class ScanPrints {
  readonly #bridge: Bridge;
  readonly #way: Way;
  /** A held scanner is one scan. */
  readonly #repeats = new Repeats<string>();
  #turn: Promise<void> = Promise.resolve();
  answer = $state.raw<PrintScanAnswer | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** Counts the answers, so that equal ones in a row are shown as new. */
  answers = $state(0);
  /** As many of them had their sound. */
  heard = 0;
  /** A person has to answer: no scan of a parcel does. */
  readonly asks = $derived(this.answer?.result === 'again' || this.answer?.result === 'several');

  constructor(bridge: Bridge, way: Way) {
    this.#bridge = bridge;
    this.#way = way;
  }

  /**
   * Returns false if scans do not print. `keep` gets the answers that the screen shows itself: the Check screen those
   * about a parcel, others that the code is unknown.
   */
  take(code: string, keep: (answer: ScanAnswer) => unknown): boolean {
    if (!this.#way.isOn()) return false;
    this.#repeats.run(code, performance.now(), () => {
      this.send({ code: code.trim().slice(0, 200) }, keep);
      return true;
    });
    return true;
  }

  /** With a person's word on the question before, if it has one. */
  send(asked: PrintScan, keep?: (answer: ScanAnswer) => unknown): void {
    this.#turn = this.#turn.then(async () => {
      // The answer before may have opened another grouping.
      const screen = this.#way.screen();
      const here = 'groupingId' in screen ? screen.groupingId : null;
      const isCheck = screen.name === 'check';
      const result = await this.#bridge.request('scan.print', { ...asked, here, isCheck });
      const answer = result.ok ? result.value : null;
      this.fault = result.ok ? null : result.fault;
      this.answer = answer;
      if (keep !== undefined && answer !== null && isOfCheck(answer) && (isCheck || answer.result === 'unknown')) {
        this.answer = null;
        keep(answer);
        return;
      }
      this.answers += 1;
      this.#show(screen, answer);
    });
  }

  /** What was said to come out may not: the window shows why. */
  stop(): void {
    if (this.answer?.result === 'printing' || this.answer?.result === 'waiting') this.answer = null;
  }

  /** Brings the window to the answer's row. */
  #show({ name }: Screen, answer: PrintScanAnswer | null): void {
    const { groupingId = null, shipmentId = null } = answer ?? {};
    if (groupingId === null || shipmentId === null) return;
    if (name === 'check') this.#way.go({ name, groupingId });
    else this.#way.go({ name: 'grouping', groupingId, shipmentId });
  }
}
