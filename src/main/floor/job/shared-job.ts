import { createHash } from 'node:crypto';
import type { FloorInfo, GroupingShare, RowShare } from '#shared/domain/floor.ts';
import { readState } from '#shared/domain/job.ts';
import type { PrintVerdict, Shipment } from '#shared/domain/records.ts';
import { fault, type Fault, isTakenElsewhere, type Result } from '#shared/faults/faults.ts';
import {
  addReissue,
  alone,
  changeLabel,
  type ConclusionPermit,
  type CoordinatedJob,
  type Coordination,
  isReissued,
  type JobCore,
  type ModelChange,
  type OpenedJob,
  type PaperQuestions,
  type PaperRequest,
  type Publication,
  renewLabel,
  type WantedRows,
} from '../../dispatch/index.ts';
import {
  type ClaimRecord,
  type FileRecord,
  type FloorRows,
  isForgotten,
  JournalError,
  type NewEvent,
} from '../../journal/index.ts';
import { pauseUnlessAborted } from '../../os/clock.ts';
import { need } from '../../os/errors.ts';
import { abortAfter } from '../../os/timeout.ts';
import type { SharedGrouping } from '../shared-grouping.ts';
import type {
  FloorEvent,
  FloorPayload,
  FloorScope,
  GroupingNews,
  LabelCopy,
  OutboxEntry,
  RowOnFloor,
} from '../types.ts';
import { applyEvents, isOfOther } from './others.ts';
import { describeChange, describeCheck, listPrinted, markLabel } from './publish.ts';
import { StoredOutbox } from './stored-outbox.ts';

/** The part of a station's floor that its jobs need. */
export interface FloorOfJobs extends Pick<FloorInfo, 'state' | 'fault' | 'station' | 'waitedFor'> {
  readonly stationId: string;
  settle(): Promise<void>;
  share(
    scope: FloorScope,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
  ): SharedGrouping;
  subscribe(listener: () => void): () => void;
  tell(): void;
}

type NewDeed = Pick<OutboxEntry, 'payload' | 'alone'>;

/** How long opening a grouping waits for other stations' events. */
const openingMs = 2_500;
const againMs = 500;
/** The validity of an answer that claims are this station's, and the interval for asking. */
const leaseMs = 1_000;
const leaseTries = 6;
/** A print that has begun waits for the floor, for half a minute at least. */
const triesUnderWay = 60;

/**
 * Other stations' events are applied as they come; actions here are recorded for them in the
 * journal's own transaction; the floor is asked before an effect on shared things. After a fault
 * `floor-…` nothing was done.
 */
export class SharedJob implements Coordination {
  readonly #of: OpenedJob;
  readonly #floor: FloorOfJobs;
  readonly #model: CoordinatedJob;
  readonly #shared: SharedGrouping;
  readonly #claims: Map<number, ClaimRecord>;
  /** How often each label was printed, as far as the journal knows, here or elsewhere. */
  readonly #prints: Map<number, number>;
  #unapplied: readonly FloorEvent[] = [];
  #seq: number;
  /** Shipments that have been in the list, as they were when all received of them was applied. */
  readonly #met: Map<number, Shipment>;
  /** Those whose label was issued anew in this run of the program, as they were before. */
  readonly #former = new Map<number, Shipment>();
  /** The list is the ERP's: other stations' events can be applied. */
  #isListed = false;
  #isApplying = false;
  /** The list was read since news were applied: its labels are later than all that was heard. */
  #isFresh = false;
  /** A change here that requires a fresh comparison with the floor's rows. */
  #isStale = false;
  /** Labels whose files changed: other stations' prints of them may be another paper. */
  readonly #refiled = new Set<number>();
  /** Labels issued anew of which no file has come: another station may have printed the new one. */
  readonly #renewed: Set<number>;
  /** Requests under way: until they are answered and read, rows are outdated. */
  #asking = 0;
  #asks: PaperQuestions | null = null;
  readonly #outbox: StoredOutbox;
  /** The journal lacks the print that is asked about, and what the floor has may be that. */
  readonly #lacksPrint: boolean;
  #isCheckingOwn = false;
  /** Copies that another station took over and reported as not on paper. */
  readonly #answered = new Set<string>();

  constructor(floor: FloorOfJobs, of: OpenedJob) {
    const { job: model, record, journal, closed } = of;
    this.#of = of;
    this.#outbox = new StoredOutbox(journal);
    this.#floor = floor;
    this.#model = model;
    this.#seq = record.floorSeq ?? 0;
    this.#met = new Map(record.entries.map(({ shipment }) => [shipment.id, shipment]));
    this.#claims = new Map(record.claims.map((claim) => [claim.shipmentId, claim]));
    this.#prints = journal.past.countPrints(record.id);
    this.#lacksPrint = isForgotten(record.openPrint);
    this.#renewed = new Set(record.head.difference?.changed.map(({ id }) => id));
    // Actions before it was shared.
    if (record.floorSeq === null)
      model.apply({ floor: { seq: 0, deeds: listDone(model, this.#prints) } });
    const stopWatchingFloor = floor.subscribe(() => this.#showFloor());
    this.#showFloor();
    const stopWatching = model.view.subscribe(() => {
      if (this.#isStale || this.#unapplied.length > 0) this.#applyNews();
      else if (this.#refiled.size > 0) this.#showRows(this.#refiled);
    });
    this.#shared = floor.share(
      { company: model.company, groupingId: model.grouping.id },
      this.#seq,
      ({ events }) => {
        this.#unapplied = [...this.#unapplied, ...events];
        this.#applyNews();
      },
    );
    closed.addEventListener('abort', () => {
      stopWatching();
      stopWatchingFloor();
      this.#shared.close();
    });
  }

  async follow(asks: PaperQuestions | null) {
    if (asks === null) {
      await this.#catchUp();
      return;
    }
    this.#asks = asks;
    this.#reportDoubts();
    this.#freeUnsent();
    this.#isStale = true;
    this.#applyNews();
  }

  async #catchUp() {
    this.#isListed = true;
    this.#isFresh = this.#model.view.snapshot().readAtMs !== null;
    this.#floor.tell();
    await this.#shared.refresh(abortAfter(openingMs));
    this.#applyNews();
  }

  askForPaper(shipmentIds: readonly number[]): PaperRequest {
    const copies = this.#nameCopies(shipmentIds);
    return {
      claim: (ids, signal) =>
        this.#claim(
          copies.filter(({ shipmentId }) => ids.includes(shipmentId)),
          signal,
        ),
      confirm: (ids, isUnderWay) =>
        this.#confirmClaims(ids, isUnderWay ? triesUnderWay : leaseTries),
    };
  }

  #nameCopies(shipmentIds: readonly number[]) {
    return shipmentIds.map((shipmentId) => ({ shipmentId, copy: this.#findNextCopy(shipmentId) }));
  }

  async #claim(copies: readonly LabelCopy[], signal: AbortSignal) {
    // By the packer's word: the copy's number is known when the server is back, even after a
    // restart.
    const isAlone = this.#floor.state === 'alone';
    if (!isAlone) {
      const claimed = await this.#ask(() => this.#shared.claim(copies, signal));
      // Another attempt needs to know which rows are another station's now.
      if (!claimed.ok && isTakenElsewhere(claimed.fault)) await this.#shared.refresh(signal);
      need(claimed);
      // Earlier answers are about other prints.
      for (const one of copies) this.#answered.delete(nameCopy(one));
    }
    const claimed = copies.map((one) => {
      const isKept = !isAlone && this.#claims.get(one.shipmentId)?.isKept === true;
      return { ...one, isKept, isPrinting: true, isAlone };
    });
    this.#write({ claimed });
  }

  /** Faults `floor-taken`, `floor-away`. */
  async #confirmClaims(shipmentIds: readonly number[], tries: number) {
    const claims = shipmentIds.flatMap((id) => this.#claims.get(id) ?? []);
    if (claims.length < shipmentIds.length) return fault('floor-taken');
    const shared = claims.filter(({ isAlone }) => !isAlone);
    return shared.length === 0 ? null : this.#extendLease(shared, tries);
  }

  takeOver(wanted: WantedRows) {
    if (wanted.kind === 'take-over') return this.#takeOver(wanted.stationId);
    const { shipmentIds } = wanted;
    return wanted.kind === 'take' ? this.#take(shipmentIds) : this.#giveBack(shipmentIds);
  }

  async #take(shipmentIds: readonly number[]) {
    const copies = this.#nameCopies(shipmentIds.filter((id) => this.#model.find(id) !== null));
    need(await this.#ask(() => this.#shared.take(copies)));
    this.#keep(copies);
  }

  #keep(copies: readonly LabelCopy[]) {
    const claimed = copies.map((one) => {
      const isPrinting = this.#claims.get(one.shipmentId)?.isPrinting ?? false;
      return { ...one, isKept: true, isPrinting, isAlone: false };
    });
    this.#write({ claimed });
  }

  async readHolders() {
    if (this.#floor.state === 'alone') return;
    await this.#floor.settle();
    const seen = await this.#shared.refresh();
    this.#applyNews();
    need(seen);
  }

  async #giveBack(shipmentIds: readonly number[]) {
    // The server may keep some of which the journal does not know: an answer was lost, or a print
    // alone failed.
    const unsent = shipmentIds.filter((id) => this.#claims.get(id)?.isPrinting !== true);
    need(await this.#giveBackNow(unsent));
  }

  async #takeOver(stationId: string) {
    const { free, inDoubt } = need(await this.#ask(() => this.#shared.takeOver(stationId)));
    if (free.length > 0) this.#keep(this.#nameCopies(free));
    // If a print was begun meanwhile, they are asked about when it has ended.
    if (inDoubt.length > 0 && this.#model.core.print === 'idle') this.#askAbout(inDoubt);
  }

  #askAbout(copies: readonly LabelCopy[]) {
    const claimed = copies.map(makeAskedClaim);
    const ids = copies.map(({ shipmentId }) => shipmentId);
    this.#asks?.open(ids, { claimed });
    this.#noteClaims({ claimed });
  }

  async askForConclusion(): Promise<ConclusionPermit> {
    // By the packer's word.
    if (this.#floor.state === 'alone') return alone.askForConclusion();
    const begun = await this.#ask(() => this.#shared.beginConclusion());
    const isLeft = !begun.ok && begun.fault.kind === 'conclusion-unknown';
    if (!isLeft) need(begun);
    // Faults `floor-concluding`, `floor-away`.
    return { isLeft, confirm: () => this.#extendLease([]) };
  }

  /**
   * An answer from before a sleep is invalid: the monotonic clock may stand still in it, the other
   * be set back.
   */
  async #extendLease(copies: readonly LabelCopy[], tries = leaseTries): Promise<Fault | null> {
    const { clock, closed } = this.#of;
    for (let left = tries; left > 0; left -= 1) {
      const atMs = performance.now();
      const wallMs = clock.now();
      const lease = await this.#shared.hold(copies);
      const isFresh =
        performance.now() - atMs < leaseMs && Math.abs(clock.now() - wallMs) < leaseMs;
      if (lease.ok && isFresh) return null;
      if (lease.ok) continue;
      if (lease.fault.kind !== 'floor-away') return lease.fault;
      await pauseUnlessAborted(clock, againMs, closed);
    }
    return fault('floor-away');
  }

  publish(change: ModelChange, before: JobCore, verdict: PrintVerdict | null): Publication {
    const rows = this.#describe(change, before, verdict);
    return { rows, written: () => this.#noteWritten(change, rows) };
  }

  #describe(change: ModelChange, before: JobCore, verdict: PrintVerdict | null): FloorRows {
    const { floor = {} } = change;
    // The floor's own events are not sent back to it.
    if (floor.seq !== undefined) return floor;
    const published = describeChange(change, before, verdict, this.#claims, this.#model, (id) => {
      // The floor recognises a print that this station does not remember by the number that it has
      // itself.
      const forgotten =
        before.print === 'unknown' ? this.#shared.news()?.rows.get(id)?.copy : undefined;
      const copy = this.#claims.get(id)?.copy ?? forgotten ?? this.#findNextCopy(id);
      return { copy, digest: findDigest(this.#model.files(id)) };
    });
    const isAlone = this.#floor.state === 'alone';
    const own = published.payloads.map((payload): NewDeed => {
      // A print that was begun alone stays so, even if the server is back at its end.
      const claim = 'copy' in payload ? this.#claims.get(payload.shipmentId) : null;
      const isUnasked = claim === null ? isAlone : claim?.isPrinting !== true || claim.isAlone;
      return { payload: markLabel(payload, this.#model), alone: isUnasked };
    });
    const { claimed = [], unclaimed = [], deeds = [] } = floor;
    return {
      claimed: [...claimed, ...published.claimed],
      unclaimed: [...unclaimed, ...published.unclaimed],
      deeds: [...deeds, ...own],
    };
  }

  #noteWritten({ events = [], labels = [], list, grouping }: ModelChange, rows: FloorRows) {
    this.#noteClaims(rows);
    for (const id of listPrinted(events)) this.#prints.set(id, this.#countPrints(id) + 1);
    if (list !== undefined) this.#isStale = true;
    if (grouping !== undefined) this.#isFresh = true;
    for (const { id, files } of labels) {
      if (files === undefined) continue;
      this.#refiled.add(id);
      if (files.length === 0) this.#renewed.add(id);
      else if (this.#renewed.has(id)) this.#isStale = true;
    }
    if ((rows.deeds ?? []).length > 0) this.#floor.tell();
  }

  #noteClaims({ claimed = [], unclaimed = [] }: FloorRows) {
    for (const id of unclaimed) this.#claims.delete(id);
    for (const claim of claimed) this.#claims.set(claim.shipmentId, claim);
  }

  /** Writes what concerns the floor alone. */
  #write(floor: FloorRows) {
    this.#model.apply({ floor });
  }

  /** Makes the labels in doubt this station's question, if the floor does not know of them. */
  #tellDoubts({ rows }: GroupingNews) {
    if (this.#model.core.print !== 'unknown') return;
    const asked = this.#nameCopies(this.#model.printVerdict?.perhaps ?? []);
    const copies = asked.filter(({ shipmentId, copy }) => {
      const row = rows.get(shipmentId);
      const isNext = row?.state === 'printed' && copy > row.copy && !this.#lacksPrint;
      const isUntold = row === undefined || isNext || (row.isHere && row.state === 'taken');
      return isUntold && this.#claims.get(shipmentId)?.isAlone !== false;
    });
    if (copies.length === 0) return;
    for (const one of copies) this.#answered.delete(nameCopy(one));
    this.#write({
      claimed: copies.map(makeAskedClaim),
      deeds: copies.map((one) => ({
        payload: { kind: 'doubt', ...one, open: true },
        alone: false,
      })),
    });
  }

  #showFloor() {
    const { state, fault: known, waitedFor } = this.#floor;
    const missing = waitedFor.length > 0 ? 'floor-restored' : null;
    this.#model.view.showFloor(state === 'joined' ? missing : (known?.kind ?? 'floor-away'));
  }

  /** Applies other stations' events, and shows which station has which rows. */
  #applyNews() {
    const news = this.#shared.news();
    if (news === null || !this.#isListed || this.#isApplying) return;
    this.#isApplying = true;
    try {
      if (!this.#applyEvents(news)) return;
      this.#applyPrints(news);
      if (this.#isFresh) this.#dropOutdated();
      this.#isFresh = false;
      this.#applyRenewed(news);
      this.#isStale = false;
      this.#showRows(this.#model.shipments.map(({ id }) => id));
      if (this.#asking > 0 || this.#asks === null) return;
      this.#tellDoubts(news);
      this.#dropLostClaims(news, this.#asks);
      this.#dropKnown(news, this.#asks);
      this.#giveBackNeedless(news);
      const { print } = this.#model.core;
      const hasLeft = this.#listUnknownOwn(news).length > 0 || this.#isConclusionLeft(news);
      if (hasLeft && print === 'idle') void this.#clearUpOwnRows();
      // Compared again when the print has ended.
      this.#isStale = hasLeft && print !== 'idle';
    } catch (error) {
      this.#reportUnapplied(error);
    } finally {
      this.#isApplying = false;
    }
  }

  /** It is applied with the next events. */
  #reportUnapplied(error: unknown) {
    if (!(error instanceof JournalError)) throw error;
    this.#of.log.warn('floor.unapplied', {
      grouping: this.#model.grouping.id,
      kind: error.fault.kind,
    });
  }

  /** Returns false if a conclusion that is under way here has to end first. */
  #applyEvents({ seq, share }: GroupingNews) {
    const late = this.#findLate(share);
    if (this.#unapplied.length + late.length === 0) {
      this.#noteListed();
      return true;
    }
    // By their ids: a restored floor counts anew, and repeats events.
    const byId = new Map(this.#unapplied.map((event) => [event.id, event]));
    const received = [...byId.values()];
    const events = received.map((event) => {
      const isOwn = event.stationId === this.#floor.stationId;
      return { ...event, isOwn, isKnown: this.#outbox.knows(event.id) };
    });
    for (const { payload, isKnown } of events)
      if (payload.kind === 'unprinted' && !isKnown) this.#answered.add(nameCopy(payload));
    const { company, grouping } = this.#model;
    const unheard = this.#outbox.unheard(company, grouping.id);
    const change = applyEvents(
      this.#model,
      [...late, ...events],
      unheard.filter(({ id }) => !byId.has(id)),
      (id) => this.#countPrints(id),
      this.#former,
    );
    if (change === null) return false;
    this.#model.apply(
      { ...change, floor: { received, seq } },
      { durable: change.core !== undefined },
    );
    this.#seq = seq;
    this.#unapplied = [];
    this.#noteListed();
    return true;
  }

  #noteListed() {
    for (const shipment of this.#model.shipments) this.#met.set(shipment.id, shipment);
  }

  /**
   * Events that were received before their shipments were in the list here, and words on labels that
   * were not known here.
   */
  #findLate({ stations }: GroupingShare) {
    const { company, grouping, shipments } = this.#model;
    const late = shipments.filter((now) => {
      const before = this.#met.get(now.id);
      const isOther = before !== undefined && isReissued(before, now);
      if (isOther) this.#former.set(now.id, before);
      return isOther || before === undefined;
    });
    if (late.length === 0) return [];
    const all = this.#outbox.received(company, grouping.id, new Set(late.map(({ id }) => id)));
    // Prints of a label issued anew are known by its file.
    const some = all.filter(
      ({ payload }) => !('copy' in payload) || !this.#met.has(payload.shipmentId),
    );
    return some.map((event) => {
      const known = stations.find(({ stationId }) => stationId === event.station);
      const station = known?.station ?? event.station ?? '';
      const isOwn = event.station === null;
      return { ...event, station, isOwn, isKnown: isOwn };
    });
  }

  /**
   * Prints that the floor has and this journal lacks: it was restored, or the shipment came into
   * the list later.
   */
  #applyPrints({ rows }: GroupingNews) {
    const missed = this.#model.entries().flatMap((entry) => {
      const row = rows.get(entry.shipment.id);
      const isMissed = row?.state === 'printed' && row.copy > this.#countPrints(row.shipmentId);
      return isMissed ? [{ row, entry }] : [];
    });
    if (missed.length === 0) return;
    const events = missed.flatMap(({ row: { shipmentId, copy, station, person, atMs }, entry }) =>
      Array.from({ length: copy - this.#countPrints(shipmentId) }, (_, index): NewEvent => {
        const kind = entry.label.timesPrinted + index === 0 ? 'printed' : 'reprinted';
        return { kind, shipmentId, by: { station, person, atMs } };
      }),
    );
    const labels = missed.flatMap(({ entry }) => changeLabel(entry, { type: 'printed' }) ?? []);
    this.#model.apply({ labels, events, floor: { seq: this.#seq } });
  }

  /** Labels that count as printed, but that no print was of, by the list that was just read. */
  #dropOutdated() {
    const { company, grouping, difference, shipments } = this.#model;
    const ids = new Set(shipments.map(({ id }) => id));
    const prints = Map.groupBy(
      [
        ...this.#outbox.received(company, grouping.id, ids),
        ...this.#outbox.unheard(company, grouping.id),
      ].flatMap(({ payload }) => (payload.kind === 'printed' ? payload : [])),
      ({ shipmentId }) => shipmentId,
    );
    const changed = shipments.filter((one) => {
      const digest = findDigest(this.#model.files(one.id));
      const isOther = prints
        .get(one.id)
        ?.every((print) => isOfOther(print, one) && (digest === null || print.digest !== digest));
      const isOut = this.#model.entry(one.id).label.timesPrinted > 0;
      return isOther === true && isOut && !this.#model.isInPrint(one.id);
    });
    const labels = changed.flatMap(({ id }) => renewLabel(this.#model.entry(id)) ?? []);
    if (labels.length > 0) this.#model.apply({ labels, ...addReissue(difference, ...changed) });
  }

  /** Labels issued anew that another station has read of, and printed, before: it is one paper. */
  #applyRenewed({ rows }: GroupingNews) {
    const labels = [...this.#renewed].flatMap((id) => {
      const entry = this.#model.find(id);
      if (entry === null || readState(entry.label) !== 'ready' || this.#claims.has(id)) return [];
      this.#renewed.delete(id);
      const { isHere = true, digest = null } = rows.get(id) ?? {};
      const isOut = !isHere && digest !== null && entry.label.ownChoice === null;
      const isSame = isOut && digest === findDigest(this.#model.files(id));
      return isSame ? (changeLabel(entry, { type: 'printed' }) ?? []) : [];
    });
    if (labels.length > 0) this.#model.apply({ labels, floor: { seq: this.#seq } });
  }

  #showRows(ids: Iterable<number>) {
    const news = this.#shared.news();
    if (news === null || !this.#isListed) return;
    const shares = Array.from(ids, (id) => {
      const row = news.rows.get(id);
      return [id, row === undefined ? null : this.#describeRow(id, row)] as const;
    });
    this.#refiled.clear();
    this.#model.view.showShare(news.share, new Map(shares));
  }

  #describeRow(
    id: number,
    { copy: _copy, isOutHere: _isOut, digest, shipmentId: _id, ...row }: RowOnFloor,
  ): RowShare {
    if (row.isHere || digest === null) return { ...row, differs: false };
    const own = findDigest(this.#model.files(id));
    return { ...row, differs: own !== null && own !== digest };
  }

  /**
   * A print that only the floor has: nobody is asked, or the packer of the station that takes it
   * over.
   */
  #dropKnown({ rows }: GroupingNews, asks: PaperQuestions) {
    if (this.#model.core.print !== 'unknown' || !this.#lacksPrint) return;
    const known = (this.#model.printVerdict?.perhaps ?? []).filter((id) => {
      const row = rows.get(id);
      if (row === undefined || this.#claims.has(id)) return false;
      return row.state === 'printed'
        ? row.isOutHere
        : !row.isHere && row.station === this.#floor.station;
    });
    if (known.length > 0) asks.release(known);
  }

  /**
   * Labels that another station has taken over: its packer is asked about their paper, or they are
   * printed there.
   */
  #dropLostClaims({ rows }: GroupingNews, asks: PaperQuestions) {
    if (this.#model.core.print === 'running') return;
    const lost = Array.from(this.#claims.values()).filter((claim) => {
      if (claim.isAlone) return false;
      const row = rows.get(claim.shipmentId);
      const isElsewhere = row !== undefined && !row.isHere && row.copy >= claim.copy;
      return isElsewhere || (row?.isHere !== true && this.#answered.has(nameCopy(claim)));
    });
    if (lost.length === 0) return;
    const ids = lost.map(({ shipmentId }) => shipmentId);
    this.#write({ unclaimed: ids });
    asks.release(ids);
  }

  /**
   * Rows that this station has reserved and that have left the list, or are on paper meanwhile: a
   * station printed them alone.
   */
  #giveBackNeedless({ rows }: GroupingNews) {
    const printed = Array.from(rows.values()).flatMap(({ shipmentId: id, isHere, state, copy }) => {
      const isKept = isHere && state === 'taken' && this.#claims.get(id)?.isPrinting !== true;
      const isOver = this.#model.find(id) === null || this.#countPrints(id) >= copy;
      return isKept && isOver ? [id] : [];
    });
    if (printed.length > 0)
      this.#giveBackNow(printed).catch((error: unknown) => this.#reportUnapplied(error));
  }

  /**
   * Labels that this program was printing when it died: the packer of the station that takes them
   * over is asked.
   */
  #reportDoubts() {
    if (this.#model.core.print !== 'unknown') return;
    const asked = new Set(this.#model.printVerdict?.perhaps);
    const left = [...this.#claims.values()].filter(
      ({ isPrinting, isAlone, shipmentId }) => isPrinting && !isAlone && asked.has(shipmentId),
    );
    if (left.length === 0) return;
    this.#write({ deeds: left.map((claim) => makeDeed('doubt', claim)) });
  }

  /** Labels that this program, when it died, had claimed and not sent: they are certainly free. */
  #freeUnsent() {
    if (this.#model.core.print !== 'idle') return;
    const unsent = [...this.#claims.values()].filter(({ isPrinting }) => isPrinting);
    if (unsent.length === 0) return;
    this.#write({
      deeds: unsent.map((claim) => makeDeed('unprinted', claim, claim.isAlone)),
      claimed: unsent
        .filter(({ isKept }) => isKept)
        .map((claim) => ({ ...claim, isPrinting: false })),
      unclaimed: unsent.map(({ shipmentId }) => shipmentId),
    });
  }

  /**
   * Rows that the floor has and the journal lacks, because the program died or an answer was lost:
   * claimed ones were not sent, taken-over ones are a question here. Only rows that remain after
   * the outbox was sent count.
   */
  async #clearUpOwnRows() {
    if (this.#isCheckingOwn) return;
    this.#isCheckingOwn = true;
    const { clock, closed } = this.#of;
    try {
      // Again if that is not known now: nothing of the grouping may change any more.
      while (!(await this.#checkOwnRows()))
        if (!(await pauseUnlessAborted(clock, againMs, closed))) return;
    } catch (error) {
      this.#reportUnapplied(error);
    } finally {
      this.#isCheckingOwn = false;
    }
  }

  /** Returns false if that is not known now. */
  async #checkOwnRows() {
    await this.#floor.settle();
    const fresh = this.#outbox.count() === 0 ? await this.#shared.refresh() : null;
    const { print } = this.#model.core;
    if (fresh?.ok !== true || this.#asking > 0 || print !== 'idle' || this.#asks === null)
      return false;
    const rows = this.#listUnknownOwn(fresh.value);
    const unsent = rows.filter(({ state }) => state === 'printing');
    const deeds = unsent.map((row) => makeDeed('unprinted', row));
    if (this.#isConclusionLeft(fresh.value))
      deeds.push({ payload: { kind: 'conclusion-refused' }, alone: false });
    if (deeds.length > 0) this.#write({ deeds });
    const doubts = rows.filter(({ state }) => state === 'doubt');
    if (doubts.length > 0) this.#askAbout(doubts);
    return true;
  }

  /**
   * The floor has this station at a conclusion that the journal lacks: the request was not sent.
   */
  #isConclusionLeft({ share: { conclusion } }: GroupingNews) {
    return (
      conclusion?.state === 'concluding' &&
      conclusion.isHere &&
      this.#model.core.conclusion === 'open'
    );
  }

  #listUnknownOwn({ rows }: GroupingNews) {
    return [...rows.values()].filter(({ isHere, state, shipmentId }) => {
      const claim = this.#claims.get(shipmentId);
      const isKnown = claim?.isPrinting === true && !claim.isAlone;
      return isHere && (state === 'printing' || state === 'doubt') && !isKnown;
    });
  }

  async #giveBackNow(shipmentIds: readonly number[]) {
    const answer = await this.#ask(() => this.#shared.giveBack(shipmentIds));
    if (answer.ok) this.#write({ unclaimed: shipmentIds });
    return answer;
  }

  /** Rows are compared again afterwards. */
  async #ask<T>(request: () => Promise<Result<T>>): Promise<Result<T>> {
    this.#asking += 1;
    try {
      return await request();
    } finally {
      void this.#readRowsAgain();
    }
  }

  /** Before that, rows from before the request would be compared. */
  async #readRowsAgain() {
    const { ok } = await this.#shared.refresh();
    this.#asking -= 1;
    this.#isStale = true;
    // They may have come before the answer: then no listener is called for them.
    if (ok && !this.#of.closed.aborted) this.#applyNews();
  }

  #findNextCopy(shipmentId: number) {
    const claim = this.#claims.get(shipmentId);
    if (claim !== undefined) return claim.copy;
    const row = this.#shared.news()?.rows.get(shipmentId);
    if (row !== undefined && row.state !== 'printed') return row.copy;
    return Math.max(row?.copy ?? 0, this.#countPrints(shipmentId)) + 1;
  }

  #countPrints(shipmentId: number) {
    return this.#prints.get(shipmentId) ?? 0;
  }
}

function nameCopy({ shipmentId, copy }: LabelCopy) {
  return `${shipmentId} ${copy}`;
}

/** Of a label that is a question here. */
function makeAskedClaim({ shipmentId, copy }: LabelCopy): ClaimRecord {
  return { shipmentId, copy, isKept: false, isPrinting: true, isAlone: false };
}

function makeDeed(
  kind: 'doubt' | 'unprinted',
  { shipmentId, copy }: LabelCopy,
  alone = false,
): NewDeed {
  return { payload: { kind, shipmentId, copy }, alone };
}

/** One digest for all files of a label; null if one is missing. */
function findDigest(files: readonly FileRecord[]) {
  const digests = files.flatMap(({ content }) => content?.sha256 ?? []);
  if (digests.length === 0 || digests.length < files.length) return null;
  return createHash('sha256').update(digests.join(' ')).digest('hex');
}

/** The events that others need of a job that was not shared until now. */
function listDone(model: CoordinatedJob, prints: ReadonlyMap<number, number>) {
  const payloads = [...model.entries(), ...model.gone()].flatMap(
    ({ shipment: { id: shipmentId }, label, checkedAtMs, scannedVolumes }) => {
      const digest = findDigest(model.files(shipmentId));
      const { timesPrinted: length } = label;
      // Those of a label before it are counted here, and told nobody.
      const before = Math.max(0, (prints.get(shipmentId) ?? 0) - length);
      const own = Array.from({ length }, (_, index): FloorPayload => {
        return { kind: 'printed', shipmentId, copy: before + index + 1, digest };
      });
      if (checkedAtMs !== null || scannedVolumes !== null)
        own.push(describeCheck(shipmentId, checkedAtMs, scannedVolumes, null));
      if (label.waived !== null) own.push({ kind: 'accepted', shipmentId });
      return own;
    },
  );
  const { conclusion } = model.core;
  if (conclusion === 'concluded') payloads.push({ kind: conclusion });
  if (conclusion === 'unknown') payloads.push({ kind: 'conclusion-unknown' });
  return payloads.map((payload) => ({ payload: markLabel(payload, model), alone: true }));
}
