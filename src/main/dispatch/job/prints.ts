import type { PrintPlanInfo } from '#shared/contract/print.ts';
import type { Result } from '#shared/faults/faults.ts';
import type { PrintLayout } from '#shared/label-route.ts';
import type { PrintWishes } from '../../printing/index.ts';
import type { DanfePrint } from '../print/danfe-print.ts';
import type { MergedFiles } from '../print/merged-files.ts';
import type { OpenPrint } from '../print/open-print.ts';
import type { JobParts } from '../print/parts.ts';
import { plainLayout, type SpoolFiles } from '../print/spool-files.ts';
import type { Done, JobRunner } from '../print/job-runner.ts';

/** Everything that becomes paper, and the questions about it. */
export class JobPrints {
  readonly #danfes;
  readonly #runner;
  readonly #files;
  readonly #merged;
  readonly #danfePrint;
  readonly #model;
  readonly #open;

  constructor(
    { danfes, model }: Pick<JobParts, 'danfes' | 'model'>,
    runner: JobRunner,
    merged: MergedFiles,
    files: SpoolFiles,
    open: OpenPrint,
    danfePrint: DanfePrint,
  ) {
    this.#danfes = danfes;
    this.#runner = runner;
    this.#files = files;
    this.#merged = merged;
    this.#danfePrint = danfePrint;
    this.#model = model;
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
   * The packer's answer about `printVerdict.perhaps`: all, none, or those on paper. Not during
   * `interruptedPrint`.
   */
  resolve(printed: boolean | readonly number[]): Done {
    return this.#settle(() => this.#open.answer(printed));
  }

  /**
   * Follows `interruptedPrint` until it ends. The signal, or `cancel`, withdraws it if it is in a
   * queue.
   */
  waitForInterrupted(signal?: AbortSignal): Done {
    return this.#settle((joined) => this.#open.waitForLeft(joined), signal);
  }

  /**
   * Removes `interruptedPrint` from its queue; labels that it has begun to print are in doubt then.
   */
  withdrawInterrupted(): Done {
    return this.#settle(() => this.#open.withdrawLeft());
  }

  /** Work that tells which labels of an earlier print are on paper. */
  #settle(work: (joined: AbortSignal) => Promise<void>, signal?: AbortSignal): Done {
    const ids = this.#model.printVerdict?.perhaps ?? [];
    return this.#runner.work((joined) => this.#danfePrint.watch(ids, () => work(joined)), signal);
  }
}
