import { failed, fault, hasManyPages, ok } from '../../shared/index.ts';
import type {
  Fault,
  JobSnapshot,
  PageChoice,
  PrintLayout,
  Result,
  ScannedVolumes,
  ShipmentSnapshot,
  Unfit,
} from '../../shared/index.ts';
import type { ShipmentCorrection } from '../erp/index.ts';
import type { Lock } from '../os/locks/sqlite.ts';
import type { RoutedLabel } from '../printing/index.ts';
import { letGo } from './model/decide.ts';
import { findHeldReason } from './model/holds.ts';
import { correctShipment } from './collect/corrections.ts';
import { Conclusion, type ConclusionOptions } from './conclusion.ts';
import { changeLabel, type LabelChange } from './model/label-state.ts';
import type { JobGlance } from './model/job-model.ts';
import { findScanned, type ScannedRow } from './model/scan-print.ts';
import { JournalError } from './journal/fault.ts';
import type { JobRecord, NewEvent } from './journal/records.ts';
import { Invoices } from './collect/invoices.ts';
import { LabelImporter, type ImportedFile } from './collect/label-import.ts';
import type { DanfeFile } from './print/danfes.ts';
import { LabelPart, type LabelParts } from './print/label-parts.ts';
import { MergedFiles, plainLayout } from './print/merged-files.ts';
import { PrintRuns } from './print/print-runs.ts';
import { oneStation } from './collect/job-part.ts';
import type { PlanSpoolJobs, PrintOptions } from './types.ts';

const neverAborted = new AbortController().signal;

/**
 * One grouping's job, open in this process and in no other. Every method can be called at any time:
 * a call that does not fit the state is a fault and changes nothing. Each change is in the journal
 * before the effect it guards.
 *
 * This is the job's door: every call comes through here, ends in a `Result`, and is waited for when
 * the job is closed.
 */
export class GroupingJob extends LabelPart {
  /** The key of the grouping's company. */
  readonly company: string;
  readonly #lock: Lock;
  readonly #merged: MergedFiles;
  readonly #prints: PrintRuns;
  readonly #conclusion: Conclusion;
  readonly #invoices: Invoices;
  readonly #importer: LabelImporter;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stopRateLimitWatch: () => void;
  #cancelling = new AbortController();
  #working = 0;
  #rateLimitUntilMs: number | null = null;
  #closed: Promise<void> | null = null;

  constructor(parts: LabelParts, lock: Lock, openPrint: JobRecord['openPrint']) {
    super(parts);
    this.company = this.model.company;
    this.#lock = lock;
    this.#merged = new MergedFiles(parts);
    this.#prints = new PrintRuns(parts, this.#merged, openPrint);
    this.#conclusion = new Conclusion(parts);
    this.#invoices = new Invoices(parts);
    this.#importer = new LabelImporter(parts, parts.collector);
    parts.readings.wake();
    this.model.settleHolds();
    this.gate.changes.subscribe(() => this.#showPause());
    this.#stopRateLimitWatch = this.services.rateLimit.subscribe((untilMs) => {
      this.#rateLimitUntilMs = untilMs;
      this.#showPause();
    });
  }

  snapshot(): JobSnapshot {
    return this.model.snapshot();
  }

  /**
   * Returns the state and the counts, at a cost that does not grow with the list: listeners ask for
   * it after each change.
   */
  glance(): JobGlance {
    return this.model.glance();
  }

  findScanned(code: string): readonly ScannedRow[] {
    return findScanned(code, this.model.entries());
  }

  find(shipmentId: number): ShipmentSnapshot | null {
    return this.model.find(shipmentId);
  }

  /**
   * Calls the listener after each change and when work ends; returns the function that stops it.
   */
  subscribe(listener: () => void): () => void {
    return this.model.subscribe(listener);
  }

  /** Fetches every missing label; ends when each shipment is ready, failed or without label. */
  collect(signal?: AbortSignal): Promise<Result<void>> {
    return this.#work(this.#joinSignals(signal), async (either) => {
      if (this.#invoices.isNeeded()) await this.#invoices.learn(either);
      return this.parts.collector.collect(either);
    });
  }

  /** Fetches failed ones again: all that may be retried, or these. */
  retry(shipmentIds?: readonly number[], signal?: AbortSignal): Promise<Result<void>> {
    return this.#work(this.#joinSignals(signal), async (either) => {
      const asked = shipmentIds === undefined ? null : new Set(shipmentIds);
      const again = this.model.entries().filter(({ shipment, label }) => {
        if (label.state !== 'failed' && label.state !== 'none') return false;
        return asked === null ? label.retryable && !label.accepted : asked.has(shipment.id);
      });
      if (asked !== null && again.length < asked.size)
        return failed(fault('invalid-input', { detail: 'only failed labels are tried again' }));
      const may = this.model.step({ type: 'collect' });
      if (!may.ok && !this.model.core.collecting) return may;
      await this.parts.collector.reset(again);
      return this.parts.collector.collect(either, { hurried: shipmentIds ?? [] });
    });
  }

  /** Puts the labels of a file on their rows. Faults: `label-*`, `disk*`. */
  importLabels(file: ImportedFile, signal?: AbortSignal): Promise<Result<void>> {
    return this.#work(this.#joinSignals(signal), (either) => this.#importer.take(file, either));
  }

  putImported(id: number, shipmentId: number): Promise<Result<void>> {
    return this.#work(neverAborted, () => this.#importer.put(id, shipmentId));
  }

  showImported(id: number): Promise<Result<Uint8Array>> {
    const path = this.#importer.findPath(id);
    if (path === null)
      return Promise.resolve(failed(fault('invalid-input', { detail: 'no such label' })));
    return this.#run(this.#joinSignals(), () => this.#merged.showFile(path));
  }

  dismissImported(): Promise<Result<void>> {
    return this.#run(neverAborted, () => this.#importer.dismiss());
  }

  /** A person waits with this parcel: its label is fetched next. */
  hurry(shipmentId: number): void {
    this.parts.collector.hurry(shipmentId);
  }

  /** A window shows it now: its labels do not wait in the background any more. */
  askAgain(): void {
    this.parts.collector.askAgain();
  }

  /** The packer's word that these may go without a label, or without printing it. */
  accept(shipmentIds: readonly number[]): Result<void> {
    const accept = (entry: ShipmentSnapshot) =>
      changeLabel(entry, { type: 'accepted' }, { kind: 'accepted' });
    return this.#change(() =>
      this.#changeEach(shipmentIds, accept, 'a shipment cannot be accepted'),
    );
  }

  /**
   * Undoes `accept` for these as long as it has no consequence: not while printing, nor once it is
   * to be concluded.
   */
  takeBack(shipmentIds: readonly number[]): Result<void> {
    return this.#change(() => {
      const may = this.model.step({ type: 'amend' });
      if (!may.ok) return may;
      const takeBack = (entry: ShipmentSnapshot) =>
        changeLabel(entry, { type: 'taken-back' }, { kind: 'taken-back' });
      return this.#changeEach(shipmentIds, takeBack, 'a shipment cannot be taken-back');
    });
  }

  /**
   * Chooses the pages of these labels, printed or not; `null`: by the shipping method's rule. It is
   * another print.
   */
  choosePages(shipmentIds: readonly number[], choice: PageChoice | null): Promise<Result<void>> {
    return this.#work(this.#joinSignals(), async (signal) => {
      const may = this.model.step({ type: 'print' });
      if (!may.ok) return may;
      const data = { pages: String(choice?.pages ?? 'rule'), crop: choice?.crop ?? null };
      const choose = (entry: ShipmentSnapshot) =>
        changeLabel(entry, { type: 'chosen', choice }, { kind: 'pages-chosen', data });
      const chosen = this.#changeEach(shipmentIds, choose, 'no label to choose pages of');
      if (!chosen.ok) return chosen;
      for (const id of shipmentIds) this.fetcher.forget(id);
      return this.parts.collector.collect(signal);
    });
  }

  correct(shipmentId: number, correction: ShipmentCorrection): Promise<Result<void>> {
    const { services, model, fetcher } = this;
    const tools = { services, model, fetcher };
    return this.#work(this.#joinSignals(), (either) =>
      correctShipment(tools, shipmentId, correction, either),
    );
  }

  /** The packer's word that these go with fewer labels than volumes. */
  acceptFewer(shipmentIds: readonly number[]): Result<void> {
    const accept = (entry: ShipmentSnapshot) => letGo('fewer', entry);
    return this.#change(() =>
      this.#changeEach(shipmentIds, accept, 'a shipment has labels for all of its volumes'),
    );
  }

  /**
   * The packer's word that stopped labels are right: they are not stopped again for the same
   * reason.
   */
  confirm(shipmentIds: readonly number[]): Result<void> {
    const confirm = (entry: ShipmentSnapshot): LabelChange | null => {
      const { id } = entry.shipment;
      const cancelled = findHeldReason(entry);
      const why = cancelled === null ? { files: this.model.describeFiles(id) } : { cancelled };
      const isMany = hasManyPages(entry.label);
      const data = isMany ? { pages: entry.label.pages } : why;
      const end = changeLabel(entry, { type: 'confirmed' }, { kind: 'label-confirmed', data });
      return end && isMany
        ? { ...end, label: { ...end.label, manySeen: this.model.describePages(id) } }
        : end;
    };
    return this.#change(() =>
      this.#changeEach(shipmentIds, confirm, 'not a label that was stopped', true),
    );
  }

  readLabels(): Promise<void> {
    return this.parts.readings.settle();
  }

  /** Writes the merged file of all ready labels, or of these shipments in the given order. */
  merge(shipmentIds?: readonly number[]): Promise<Result<void>> {
    return this.#run(this.#joinSignals(), (either) => this.#merged.merge(shipmentIds, either));
  }

  /** Returns the pages that `print` would send, as one PDF. Changes nothing. */
  preview(
    shipmentIds: readonly number[],
    layout: PrintLayout = plainLayout,
  ): Promise<Result<Uint8Array>> {
    return this.#run(this.#joinSignals(), (either) =>
      this.#merged.preview(shipmentIds, layout, either),
    );
  }

  /**
   * Writes the papers of these shipments' invoices as one PDF, if the service has them; the caller
   * removes it.
   */
  writeDanfes(shipmentIds: readonly number[]): Promise<Result<DanfeFile>> {
    return this.#run(this.#joinSignals(), (either) => this.parts.danfes.write(shipmentIds, either));
  }

  /**
   * Returns why some of these printed labels have no paper of their invoice behind them; null if
   * none should.
   */
  findLackingDanfes(shipmentIds: readonly number[]): Fault | null {
    return this.parts.danfes.findLackingBehind(shipmentIds);
  }

  /** Returns all pages of the files of a label, uncropped, chosen or not. */
  showPages(shipmentId: number): Promise<Result<Uint8Array>> {
    return this.#run(this.#joinSignals(), (either) => this.#merged.showPages(shipmentId, either));
  }

  /** Returns the facts about these labels that matter to a printer; each must have a label. */
  describeLabels(shipmentIds: readonly number[]): Promise<Result<readonly RoutedLabel[]>> {
    return this.#run(this.#joinSignals(), (signal) =>
      this.#merged.describeLabels(shipmentIds, signal),
    );
  }

  /**
   * Prints these labels, or those that are not printed yet, in the spool jobs of `plan`, one after
   * the other; labels count as printed only when their own spool job ended well. After one that did
   * not, nothing more is sent. While labels are fetched, `options.whileLoading` sends them as they
   * come, and `plan` is asked for each part.
   */
  print(
    plan: PlanSpoolJobs,
    shipmentIds: readonly number[] | undefined,
    options: PrintOptions,
    signal?: AbortSignal,
  ): Promise<Result<void>> {
    return this.#work(this.#joinSignals(signal), (either) =>
      this.#prints.print(plan, shipmentIds, either, options),
    );
  }

  /**
   * The packer's answer about `printVerdict.perhaps`: all, none, or those on paper. Not during
   * `interruptedPrint`.
   */
  resolvePrint(printed: boolean | readonly number[]): Promise<Result<void>> {
    return this.#run(neverAborted, () => this.#prints.answer(printed));
  }

  /**
   * Finds out the result of a print that was open when the program ended, before a person is asked;
   * call it once.
   */
  async begin(): Promise<void> {
    await this.#run(neverAborted, () => this.#prints.lookBack());
    this.parts.share?.begin(this.#prints);
  }

  /**
   * Follows `interruptedPrint` until it ends. The signal, or `cancel`, withdraws it if it is in a
   * queue.
   */
  waitForInterruptedPrint(signal?: AbortSignal): Promise<Result<void>> {
    return this.#work(this.#joinSignals(signal), (either) => this.#prints.waitForLeft(either));
  }

  /**
   * Removes `interruptedPrint` from its queue; labels that it has begun to print are in doubt then.
   */
  withdrawInterruptedPrint(): Promise<Result<void>> {
    return this.#work(neverAborted, () => this.#prints.withdrawLeft());
  }

  /** Reserves these rows for this station, all or none. Faults `floor-…`. */
  take(shipmentIds: readonly number[]): Promise<Result<void>> {
    return this.#run(
      neverAborted,
      async () => (await this.parts.share?.take(shipmentIds)) ?? oneStation,
    );
  }

  /** Releases reserved rows that were not printed. */
  giveBack(shipmentIds: readonly number[]): Promise<Result<void>> {
    return this.#run(
      neverAborted,
      async () => (await this.parts.share?.giveBack(shipmentIds)) ?? oneStation,
    );
  }

  /**
   * Takes over another station's rows of this grouping; labels that may be on paper there are a
   * question here.
   */
  takeOver(stationId: string): Promise<Result<void>> {
    return this.#run(neverAborted, () => this.#prints.takeOver(stationId));
  }

  /**
   * Reads the grouping again and concludes it if only exceptions in `seen` stand against that; they
   * are stored as the person's word. Anything newer is refused, with its places, and nothing is
   * stored. With `beforeLabels` the packer concludes first: allowed only if the ERP provides these
   * labels after the conclusion, which is requested from it unless it is known.
   */
  conclude(options: ConclusionOptions = {}, signal?: AbortSignal): Promise<Result<void>> {
    return this.#work(signal ?? neverAborted, async (either) => {
      // A token that came since the grouping was opened may be another company's, which has numbers
      // of its own.
      const owner = await this.services.company(either);
      if (!owner.ok) return owner;
      if (owner.value !== this.company) return failed(fault('other-company'));
      return this.#conclusion.conclude(options, either);
    });
  }

  /** Its manifest was made, which changes the next step. */
  noteManifest(): void {
    this.model.showAside({ manifestSeen: true });
  }

  /** Settings changed that the next step depends on. */
  noteSettings(): void {
    this.model.forgetSnapshot();
  }

  /**
   * The packer looked in the ERP and says if it is concluded: after a doubt, or against Doca's
   * record.
   */
  resolveConclusion(concluded: boolean): Result<void> {
    return this.#change(() => this.#conclusion.resolve(concluded));
  }

  /** The ERP refused to conclude: requests its labels all the same, see `Conclusion.askAnyway`. */
  labelsAnyway(signal?: AbortSignal): Promise<Result<void>> {
    return this.#work(this.#joinSignals(signal), (either) => this.#conclusion.askAnyway(either));
  }

  /**
   * Stores that this parcel was checked, or not. `despite`: the problem that it has; `code`: the
   * scanned text.
   */
  check(
    shipmentId: number,
    checked: boolean,
    despite: Unfit | null = null,
    code: string | null = null,
  ): Result<void> {
    return this.#change(() => {
      const entry = this.model.find(shipmentId);
      if (entry === null)
        return failed(fault('invalid-input', { detail: 'not a shipment of this grouping' }));
      if ((entry.checkedAtMs !== null) === checked) return ok();
      const { scannedVolumes } = entry;
      const data = { ...(despite !== null && { despite }), ...(code !== null && { code }) };
      this.model.apply({
        checks: [
          { shipmentId, checkedAtMs: checked ? this.services.clock.now() : null, scannedVolumes },
        ],
        events: [{ kind: checked ? 'checked' : 'unchecked', shipmentId, data }],
      });
      return ok();
    });
  }

  /**
   * Stores which volumes of this shipment were scanned, one more or one less than before, each by
   * its own code. The last one checks the shipment. The number after each scan is in the journal,
   * so that undoing finds the latest one.
   */
  checkVolumes(
    shipmentId: number,
    scanned: ScannedVolumes,
    despite: Unfit | null = null,
  ): Result<void> {
    return this.#change(() => {
      const entry = this.model.find(shipmentId);
      if (entry === null)
        return failed(fault('invalid-input', { detail: 'not a shipment of this grouping' }));
      const before = entry.scannedVolumes?.codes ?? [];
      const code = scanned.codes.find((one) => !before.includes(one));
      const isMore = code !== undefined;
      const isChecked = scanned.codes.length >= scanned.of;
      const added: NewEvent['kind'] = isChecked ? 'checked' : 'volume-checked';
      const takenBack: NewEvent['kind'] =
        entry.checkedAtMs === null ? 'volume-unchecked' : 'unchecked';
      const counts = { volumes: scanned.codes.length, of: scanned.of };
      const data = { ...counts, ...(isMore && { code }), ...(despite !== null && { despite }) };
      this.model.apply({
        checks: [
          {
            shipmentId,
            checkedAtMs: isChecked ? this.services.clock.now() : null,
            scannedVolumes: scanned,
          },
        ],
        events: [{ kind: isMore ? added : takenBack, shipmentId, data }],
      });
      return ok();
    });
  }

  /** A new token is stored: a job that waits for it goes on. */
  tokenChanged(): void {
    this.gate.open();
  }

  /** Returns true for work that quitting would interrupt: collecting, printing, concluding. */
  isWorking(): boolean {
    return this.#working > 0;
  }

  /**
   * Ends work as soon as possible; only a conclusion comes to its own end, because its result would
   * be unknown.
   */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** Closes the grouping; work is cancelled as above and stays resumable. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.cancel();
    await Promise.allSettled(this.#underWay);
    this.#stopRateLimitWatch();
    this.parts.share?.close();
    this.parts.readings.close();
    await this.#importer.close();
    try {
      await this.book.close();
    } finally {
      this.#lock.release();
    }
  }

  /** Aborts when the caller's signal or `cancel` does. */
  #joinSignals(signal?: AbortSignal): AbortSignal {
    const cancelled = this.#cancelling.signal;
    return signal === undefined ? cancelled : AbortSignal.any([signal, cancelled]);
  }

  /** Counters of working jobs read again with each change: the end of work is published as one. */
  async #work(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    this.#working += 1;
    try {
      return await this.#run(signal, work);
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.model.tell();
    }
  }

  async #run<T>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (this.#closed !== null) return refuseClosed();
    const running = work(signal);
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      return this.#tellJournalFailure(error);
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** Stores a person's word on each of these shipments; all or, with this refusal, none. */
  #changeEach(
    shipmentIds: readonly number[],
    change: (entry: ShipmentSnapshot) => LabelChange | null,
    refusal: string,
    durable = false,
  ): Result<void> {
    const ids = new Set(shipmentIds);
    const entries = [...ids].flatMap((id) => this.model.find(id) ?? []);
    const labels = entries.flatMap((entry) => change(entry) ?? []);
    if (labels.length < ids.size) return failed(fault('invalid-input', { detail: refusal }));
    this.model.apply({ labels }, { durable });
    return ok();
  }

  #change(work: () => Result<void>): Result<void> {
    if (this.#closed !== null) return refuseClosed();
    try {
      return work();
    } catch (error) {
      return this.#tellJournalFailure(error);
    }
  }

  /**
   * The journal failed: nothing went on, and the packer has to know why. Any other error is a bug.
   */
  #tellJournalFailure(error: unknown): Result<never> {
    if (!(error instanceof JournalError)) throw error;
    this.services.log.warn('journal-failed', {
      grouping: this.model.grouping.id,
      kind: error.fault.kind,
    });
    this.model.remember(this.model.core, error.fault);
    return failed(error.fault);
  }

  #showPause(): void {
    const untilMs = this.#rateLimitUntilMs;
    const waiting = untilMs === null ? null : ({ reason: 'rate-limit', untilMs } as const);
    this.model.showAside({ pause: this.gate.closed ? { reason: 'token' } : waiting });
  }
}

function refuseClosed(): Result<never> {
  return failed(fault('not-ready', { detail: 'the job is closed' }));
}
