import type { PrintPlanInfo } from '#shared/contract/print.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';
import type { PrintLayout } from '#shared/label-route.ts';
import type { PrintWishes } from '../../printing/index.ts';
import type { DanfeFile } from '../print/danfes.ts';
import type { MergedFiles } from '../print/merged-files.ts';
import type { OpenPrint } from '../print/open-print.ts';
import type { JobParts } from '../print/parts.ts';
import type { PrintRuns } from '../print/print-runs.ts';
import { plainLayout, type SpoolFiles } from '../print/spool-files.ts';
import type { PrintOrder } from '../types.ts';
import type { Done, JobRunner } from './runner.ts';

/** Everything that becomes paper, and the questions about it. */
export class JobPrints {
  readonly #danfes;
  readonly #runner;
  readonly #files;
  readonly #merged;
  readonly #runs;
  readonly #open;

  constructor(
    { danfes }: Pick<JobParts, 'danfes'>,
    runner: JobRunner,
    merged: MergedFiles,
    files: SpoolFiles,
    runs: PrintRuns,
    open: OpenPrint,
  ) {
    this.#danfes = danfes;
    this.#runner = runner;
    this.#files = files;
    this.#merged = merged;
    this.#runs = runs;
    this.#open = open;
  }

  /** Writes the merged file of all ready labels, or of these shipments in the given order. */
  merge(shipmentIds?: readonly number[]): Done {
    return this.#runner.run((signal) => this.#merged.merge(shipmentIds, signal));
  }

  /** Returns the pages that `print` would send, as one PDF. Changes nothing. */
  preview(
    shipmentIds: readonly number[],
    layout: PrintLayout = plainLayout,
  ): Promise<Result<Uint8Array>> {
    return this.#runner.run((signal) => this.#merged.preview(shipmentIds, layout, signal));
  }

  /**
   * Writes the papers of these shipments' invoices as one PDF, if the service has them; the caller
   * removes it.
   */
  writeDanfes(shipmentIds: readonly number[]): Promise<Result<DanfeFile>> {
    return this.#runner.run((signal) => this.#danfes.write(shipmentIds, signal));
  }

  /**
   * Returns why some of these printed labels have no paper of their invoice behind them; null if
   * none should.
   */
  findLackingDanfes(shipmentIds: readonly number[]): Fault | null {
    return this.#danfes.findLackingBehind(shipmentIds);
  }

  /** Returns all pages of the files of a label, uncropped, chosen or not. */
  showPages(shipmentId: number): Promise<Result<Uint8Array>> {
    return this.#runner.run((signal) => this.#merged.showPages(shipmentId, signal));
  }

  /** Returns the effect of a print of these; each must have a label. Changes nothing. */
  plan(shipmentIds: readonly number[], wishes: PrintWishes): Promise<Result<PrintPlanInfo>> {
    this.#danfes.askAgain();
    return this.#runner.run(
      async (signal) => (await this.#files.plan(shipmentIds, wishes, signal)).info,
    );
  }

  /**
   * Prints labels in spool jobs, one after the other; they count as printed only when their own
   * spool job ended well. After one that did not, nothing more is sent.
   */
  print(order: PrintOrder, signal?: AbortSignal): Done {
    return this.#runner.work((joined) => this.#runs.print(order, joined), signal);
  }

  /**
   * The packer's answer about `printVerdict.perhaps`: all, none, or those on paper. Not during
   * `interruptedPrint`.
   */
  resolve(printed: boolean | readonly number[]): Done {
    return this.#runner.run(() => this.#open.answer(printed));
  }

  /**
   * Finds out the result of a print that was open when the program ended, before a person is asked;
   * call it once.
   */
  askAboutEarlier(): Done {
    return this.#runner.run(() => this.#open.askAboutEarlierPrint());
  }

  /**
   * Follows `interruptedPrint` until it ends. The signal, or `cancel`, withdraws it if it is in a
   * queue.
   */
  waitForInterrupted(signal?: AbortSignal): Done {
    return this.#runner.work((joined) => this.#open.waitForLeft(joined), signal);
  }

  /**
   * Removes `interruptedPrint` from its queue; labels that it has begun to print are in doubt then.
   */
  withdrawInterrupted(): Done {
    return this.#runner.work(() => this.#open.withdrawLeft());
  }
}
