import type { PrintPlanInfo } from '#shared/contract/print.ts';
import type { KindAgainst } from '#shared/faults/problems.ts';
import { hasLabel, isSettled, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { PageChoice, ScannedVolumes } from '#shared/domain/records.ts';
import { fail, failed, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { PrintLayout } from '#shared/label-route.ts';
import type { ShipmentCorrection } from '../erp/index.ts';
import { FaultError, need, refuse, throwFault } from '../os/errors.ts';
import type { Lock } from '../os/locks/sqlite.ts';
import type { PrintWishes } from '../printing/index.ts';
import { waive } from './model/decide.ts';
import { findHeldReason, putAside } from './model/holds.ts';
import { correctShipment } from './collect/corrections.ts';
import { Conclusion, type ConclusionOptions } from './conclusion.ts';
import type { WantedRows } from './model/coordination.ts';
import { changeLabel, type LabelChange } from './model/label-state.ts';
import type { FiledSnapshot, JobOverview } from './model/job-model.ts';
import { findScanned, type ScannedRow } from './model/scan-print.ts';
import { type JobRecord, JournalError, type NewEvent } from '../journal/index.ts';
import { LabelImporter, type ImportedFile } from './collect/label-import.ts';
import type { DanfeFile } from './print/danfes.ts';
import type { JobParts } from './print/parts.ts';
import { MergedFiles } from './print/merged-files.ts';
import { OpenPrint } from './print/open-print.ts';
import { PrintRuns } from './print/print-runs.ts';
import { plainLayout, SpoolFiles } from './print/spool-files.ts';
import { rereadList } from './reread.ts';
import type { PrintOrder } from './types.ts';

/** The end of work that gives nothing back. */
type Done = Promise<Result<void>>;

/**
 * One grouping's job, open in this process and in no other. Every method can be called at any time:
 * a call that does not fit the state is a fault and changes nothing. Each change is in the journal
 * before the effect it guards.
 *
 * This is the job's door: every call comes through here, a fault that is thrown inside ends it in a
 * `Result`, and it is waited for when the job is closed.
 */
export class GroupingJob {
  /** The key of the grouping's company. */
  readonly company: string;
  readonly #parts;
  readonly #services;
  readonly #model;
  readonly #lock: Lock;
  readonly #merged: MergedFiles;
  readonly #files: SpoolFiles;
  readonly #prints: PrintRuns;
  readonly #openPrint: OpenPrint;
  readonly #conclusion: Conclusion;
  readonly #importer: LabelImporter;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stopRateLimitWatch: () => void;
  #cancelling = new AbortController();
  #working = 0;
  #rateLimitUntilMs: number | null = null;
  #closed: Promise<void> | null = null;

  constructor(parts: JobParts, lock: Lock, openPrint: JobRecord['openPrint']) {
    this.#parts = parts;
    this.#services = parts.services;
    this.#model = parts.model;
    this.company = this.#model.company;
    this.#lock = lock;
    this.#files = new SpoolFiles(parts);
    this.#merged = new MergedFiles(parts, this.#files);
    this.#prints = new PrintRuns(parts, this.#files, openPrint);
    this.#openPrint = new OpenPrint(parts, this.#prints);
    this.#conclusion = new Conclusion(parts);
    this.#importer = new LabelImporter(parts, parts.collector);
    parts.readings.wake();
    this.#model.holdPrinted();
    this.#parts.gate.changes.subscribe(() => this.#showPause());
    this.#stopRateLimitWatch = this.#services.rateLimit.subscribe((untilMs) => {
      this.#rateLimitUntilMs = untilMs;
      this.#showPause();
    });
  }

  snapshot(): FiledSnapshot {
    return this.#model.snapshot();
  }

  /**
   * Returns the state and the counts, at a cost that does not grow with the list: listeners ask for
   * it after each change.
   */
  overview(): JobOverview {
    return this.#model.overview();
  }

  findScanned(code: string): readonly ScannedRow[] {
    const known = this.#services.journal.facts.findIssuers(this.company);
    return findScanned(code, this.#model.entries(), known);
  }

  find(shipmentId: number): ShipmentSnapshot | null {
    return this.#model.find(shipmentId);
  }

  /**
   * Calls the listener after each change and when work ends; returns the function that stops it.
   */
  subscribe(listener: () => void): () => void {
    return this.#model.subscribe(listener);
  }

  /** Returns true if an invoice's status is not known, or the answer is old. */
  needsInvoices(): boolean {
    return this.#parts.invoices.isNeeded();
  }

  /** Fetches every missing label; ends when each shipment is ready, failed or without label. */
  collect(signal?: AbortSignal): Done {
    return this.#work(signal, (joined) => this.#parts.collector.collect(joined));
  }

  /** Fetches failed ones again: all that may be retried, or these. */
  retry(shipmentIds?: readonly number[], signal?: AbortSignal): Done {
    return this.#work(signal, async (joined) => {
      const asked = shipmentIds === undefined ? null : new Set(shipmentIds);
      // Some of those that were asked for may have come meanwhile.
      const again = this.#model.entries().filter(({ shipment, label }) => {
        if (asked === null) return label.file === 'failed' && label.waived === null;
        return isSettled(label) && !hasLabel(label) && asked.has(shipment.id);
      });
      if (asked !== null && again.length === 0) refuse('only failed labels are tried again');
      if (!this.#model.core.collecting) this.#model.step({ type: 'collect' });
      await this.#parts.collector.reset(again);
      await this.#parts.collector.collect(joined, { hurried: shipmentIds ?? [] });
    });
  }

  /** Puts the labels of a file on their rows. Faults: `label-*`, `disk*`. */
  importLabels(file: ImportedFile, signal?: AbortSignal): Done {
    return this.#work(signal, (joined) => this.#importer.take(file, joined));
  }

  putImported(id: number, shipmentId: number): Done {
    return this.#work(undefined, () => this.#importer.put(id, shipmentId));
  }

  showImported(id: number): Promise<Result<Uint8Array>> {
    return this.#run(() => this.#merged.showFile(this.#importer.findPath(id)));
  }

  dismissImported(): Done {
    return this.#run(() => this.#importer.dismiss());
  }

  /** A person waits with this parcel: its label is fetched next. */
  hurry(shipmentId: number): void {
    this.#parts.collector.hurry(shipmentId);
  }

  /** A window shows it now: its labels do not wait in the background any more. */
  askAgain(): void {
    this.#parts.collector.askAgain();
  }

  /**
   * The packer's word that these may go without a label, or without printing it, or that they stay
   * here.
   */
  accept(shipmentIds: readonly number[]): Result<void> {
    return this.#change(() =>
      this.#changeEach(shipmentIds, putAside, 'a shipment cannot be accepted'),
    );
  }

  /**
   * Undoes `accept` for these as long as it has no consequence: not while printing, nor once it is
   * to be concluded.
   */
  takeBack(shipmentIds: readonly number[]): Result<void> {
    return this.#change(() => {
      this.#model.step({ type: 'amend' });
      const takeBack = (entry: ShipmentSnapshot) =>
        changeLabel(entry, { type: 'taken-back' }, { kind: 'taken-back' });
      this.#changeEach(shipmentIds, takeBack, 'a shipment cannot be taken-back');
    });
  }

  /**
   * Chooses the pages of these labels, printed or not; `null`: by the shipping method's rule. It is
   * another print.
   */
  choosePages(shipmentIds: readonly number[], choice: PageChoice | null): Done {
    return this.#work(undefined, async (signal) => {
      this.#model.step({ type: 'print' });
      const data = { pages: String(choice?.pages ?? 'rule'), crop: choice?.crop ?? null };
      const choose = (entry: ShipmentSnapshot) =>
        changeLabel(entry, { type: 'chosen', choice }, { kind: 'pages-chosen', data });
      this.#changeEach(shipmentIds, choose, 'no label to choose pages of');
      for (const id of shipmentIds) this.#parts.fetcher.forget(id);
      await this.#parts.collector.collect(signal);
    });
  }

  correct(shipmentId: number, correction: ShipmentCorrection): Done {
    return this.#work(undefined, (signal) =>
      correctShipment(this.#parts, shipmentId, correction, signal),
    );
  }

  /** The packer's word that these go with fewer labels than volumes. */
  acceptFewer(shipmentIds: readonly number[]): Result<void> {
    const accept = (entry: ShipmentSnapshot) => waive('fewer-labels', entry);
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
      const reason = cancelled === null ? { files: this.#model.describeFiles(id) } : { cancelled };
      const isMany = entry.label.block === 'label-many-pages';
      const data = isMany ? { pages: entry.label.pages } : reason;
      const end = changeLabel(entry, { type: 'confirmed' }, { kind: 'label-confirmed', data });
      return end && isMany
        ? { ...end, label: { ...end.label, manySeen: this.#model.describePages(id) } }
        : end;
    };
    return this.#change(() =>
      this.#changeEach(shipmentIds, confirm, 'not a label that was stopped', true),
    );
  }

  /** Reads the ERP's list anew, for the light, if no work is under way. */
  reread(): Done {
    return this.#run((signal) => rereadList(this.#parts, signal));
  }

  readLabels(): Promise<void> {
    return this.#parts.readings.finish();
  }

  /** Writes the merged file of all ready labels, or of these shipments in the given order. */
  merge(shipmentIds?: readonly number[]): Done {
    return this.#run((signal) => this.#merged.merge(shipmentIds, signal));
  }

  /** Returns the pages that `print` would send, as one PDF. Changes nothing. */
  preview(
    shipmentIds: readonly number[],
    layout: PrintLayout = plainLayout,
  ): Promise<Result<Uint8Array>> {
    return this.#run((signal) => this.#merged.preview(shipmentIds, layout, signal));
  }

  /**
   * Writes the papers of these shipments' invoices as one PDF, if the service has them; the caller
   * removes it.
   */
  writeDanfes(shipmentIds: readonly number[]): Promise<Result<DanfeFile>> {
    return this.#run((signal) => this.#parts.danfes.write(shipmentIds, signal));
  }

  /**
   * Returns why some of these printed labels have no paper of their invoice behind them; null if
   * none should.
   */
  findLackingDanfes(shipmentIds: readonly number[]): Fault | null {
    return this.#parts.danfes.findLackingBehind(shipmentIds);
  }

  /** Returns all pages of the files of a label, uncropped, chosen or not. */
  showPages(shipmentId: number): Promise<Result<Uint8Array>> {
    return this.#run((signal) => this.#merged.showPages(shipmentId, signal));
  }

  /** Returns the effect of a print of these; each must have a label. Changes nothing. */
  planPrint(shipmentIds: readonly number[], wishes: PrintWishes): Promise<Result<PrintPlanInfo>> {
    this.#parts.danfes.askAgain();
    return this.#run(async (signal) => (await this.#files.plan(shipmentIds, wishes, signal)).info);
  }

  /**
   * Prints labels in spool jobs, one after the other; they count as printed only when their own
   * spool job ended well. After one that did not, nothing more is sent.
   */
  print(order: PrintOrder, signal?: AbortSignal): Done {
    return this.#work(signal, (joined) => this.#prints.print(order, joined));
  }

  /**
   * The packer's answer about `printVerdict.perhaps`: all, none, or those on paper. Not during
   * `interruptedPrint`.
   */
  resolvePrint(printed: boolean | readonly number[]): Done {
    return this.#run(() => this.#openPrint.answer(printed));
  }

  /**
   * Finds out the result of a print that was open when the program ended, before a person is asked;
   * call it once.
   */
  async begin(): Promise<void> {
    await this.#run(() => this.#openPrint.askAboutEarlierPrint());
    await this.#parts.coordination.follow(this.#openPrint);
  }

  /**
   * Follows `interruptedPrint` until it ends. The signal, or `cancel`, withdraws it if it is in a
   * queue.
   */
  waitForInterruptedPrint(signal?: AbortSignal): Done {
    return this.#work(signal, (joined) => this.#openPrint.waitForLeft(joined));
  }

  /**
   * Removes `interruptedPrint` from its queue; labels that it has begun to print are in doubt then.
   */
  withdrawInterruptedPrint(): Done {
    return this.#work(undefined, () => this.#openPrint.withdrawLeft());
  }

  /** Reserves these rows for this station, all or none. Faults `floor-…`. */
  take(shipmentIds: readonly number[]): Done {
    return this.#takeOver({ kind: 'take', shipmentIds });
  }

  /** Releases reserved rows that were not printed. */
  giveBack(shipmentIds: readonly number[]): Done {
    return this.#takeOver({ kind: 'give-back', shipmentIds });
  }

  /**
   * Takes over another station's rows of this grouping; labels that may be on paper there are a
   * question here.
   */
  takeOver(stationId: string): Done {
    return this.#takeOver({ kind: 'take-over', stationId });
  }

  #takeOver(wanted: WantedRows): Done {
    return this.#run(async () => {
      if (wanted.kind === 'take-over') this.#model.step({ type: 'print' });
      await this.#parts.coordination.takeOver(wanted);
    });
  }

  /**
   * Reads the grouping again and concludes it if only exceptions in `seen` stand against that; they
   * are stored as the person's word. Anything newer is refused, with its places, and nothing is
   * stored. With `beforeLabels` the packer concludes first: allowed only if the ERP provides these
   * labels after the conclusion, which is requested from it unless it is known.
   */
  conclude(options: ConclusionOptions = {}, signal = new AbortController().signal): Done {
    return this.#work(undefined, async () => {
      // A token that came since the grouping was opened may be another company's, which has numbers
      // of its own.
      if (need(await this.#services.company(signal)) !== this.company) throwFault('other-company');
      await this.#conclusion.conclude(options, signal);
    });
  }

  /** Its manifest was made, which changes the next step. */
  noteManifest(): void {
    this.#model.showAside({ manifestSeen: true });
  }

  /** Settings changed that the next step depends on. */
  noteSettings(): void {
    this.#model.forgetSnapshot();
  }

  /**
   * The packer looked in the ERP and says if it is concluded: after a doubt, or against Doca's
   * record.
   */
  resolveConclusion(concluded: boolean): Result<void> {
    return this.#change(() => this.#conclusion.resolve(concluded));
  }

  /** The ERP refused to conclude: requests its labels all the same, see `Conclusion.askAnyway`. */
  labelsAnyway(signal?: AbortSignal): Done {
    return this.#work(signal, (joined) => this.#conclusion.askAnyway(joined));
  }

  /**
   * Stores that this parcel was checked, or not. `despite`: the problem that it has; `code`: the
   * scanned text.
   */
  check(
    shipmentId: number,
    checked: boolean,
    despite: KindAgainst<'check'> | null = null,
    code: string | null = null,
  ): Result<void> {
    return this.#change(() => {
      const { checkedAtMs, scannedVolumes } = this.#need(shipmentId);
      if ((checkedAtMs !== null) === checked) return;
      const data = { ...(despite !== null && { despite }), ...(code !== null && { code }) };
      this.#model.apply({
        checks: [
          { shipmentId, checkedAtMs: checked ? this.#services.clock.now() : null, scannedVolumes },
        ],
        events: [{ kind: checked ? 'checked' : 'unchecked', shipmentId, data }],
      });
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
    despite: KindAgainst<'check'> | null = null,
  ): Result<void> {
    return this.#change(() => {
      const entry = this.#need(shipmentId);
      const before = entry.scannedVolumes?.codes ?? [];
      const code = scanned.codes.find((one) => !before.includes(one));
      const isMore = code !== undefined;
      const isChecked = scanned.codes.length >= scanned.of;
      const added: NewEvent['kind'] = isChecked ? 'checked' : 'volume-checked';
      const takenBack: NewEvent['kind'] =
        entry.checkedAtMs === null ? 'volume-unchecked' : 'unchecked';
      const counts = { volumes: scanned.codes.length, of: scanned.of };
      const data = { ...counts, ...(isMore && { code }), ...(despite !== null && { despite }) };
      this.#model.apply({
        checks: [
          {
            shipmentId,
            checkedAtMs: isChecked ? this.#services.clock.now() : null,
            scannedVolumes: scanned,
          },
        ],
        events: [{ kind: isMore ? added : takenBack, shipmentId, data }],
      });
    });
  }

  /** A new token is stored: a job that waits for it goes on. */
  tokenChanged(): void {
    this.#services.extensions.doubt();
    this.#parts.gate.open();
    this.#parts.collector.tokenChanged();
  }

  /** Returns true for work that quitting would interrupt: collecting, printing, concluding. */
  isWorking(): boolean {
    return this.#working > 0;
  }

  /** Counts as such work until it ends, which is published like a change. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.#model.forgetSnapshot();
    }
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
    this.#parts.closed.abort();
    this.#parts.readings.close();
    await this.#importer.close();
    try {
      await this.#parts.book.close();
    } finally {
      this.#lock.release();
    }
  }

  #work(signal: AbortSignal | undefined, work: (joined: AbortSignal) => Promise<void>): Done {
    return this.hold(() => this.#run(work, signal));
  }

  /** The work's signal aborts when the caller's or `cancel` does. */
  async #run<T>(
    work: (joined: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    if (this.#closed !== null) return refuseClosed();
    const cancelled = this.#cancelling.signal;
    const joined = signal === undefined ? cancelled : AbortSignal.any([signal, cancelled]);
    const running = this.#doAll(() => work(joined));
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  async #doAll<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work());
    } catch (error) {
      return this.#readFailure(error);
    }
  }

  #change(work: () => void): Result<void> {
    if (this.#closed !== null) return refuseClosed();
    try {
      work();
      return ok();
    } catch (error) {
      return this.#readFailure(error);
    }
  }

  /** If the journal failed, nothing went on, and the packer has to know why. */
  #readFailure(error: unknown): Result<never> {
    if (!(error instanceof FaultError)) throw error;
    const { kind } = error.fault;
    if (error instanceof JournalError) {
      this.#services.log.warn('journal-failed', { grouping: this.#model.grouping.id, kind });
      this.#model.remember(this.#model.core, error.fault);
    }
    return failed(error.fault);
  }

  /** Stores a person's word on each of these shipments; all or, with this refusal, none. */
  #changeEach(
    shipmentIds: readonly number[],
    change: (entry: ShipmentSnapshot) => LabelChange | null,
    refusal: string,
    durable = false,
  ): void {
    const ids = new Set(shipmentIds);
    const entries = [...ids].flatMap((id) => this.#model.find(id) ?? []);
    const labels = entries.flatMap((entry) => change(entry) ?? []);
    if (labels.length < ids.size) refuse(refusal);
    this.#model.apply({ labels }, { durable });
  }

  #need(shipmentId: number) {
    const entry = this.#model.find(shipmentId);
    return entry ?? refuse('not a shipment of this grouping');
  }

  #showPause(): void {
    const untilMs = this.#rateLimitUntilMs;
    const waiting = untilMs === null ? null : ({ reason: 'rate-limit', untilMs } as const);
    this.#model.showAside({ pause: this.#parts.gate.closed ? { reason: 'token' } : waiting });
  }
}

function refuseClosed(): Result<never> {
  return fail('not-ready', { detail: 'the job is closed' });
}
