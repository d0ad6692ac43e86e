import { readState } from '#shared/domain/job.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGrouping } from '../../../src/main/dispatch/index.ts';
import type { GroupingJob, JobServices } from '../../../src/main/dispatch/index.ts';
import type { Floor } from '../../../src/main/floor/index.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import type { Random } from '../../../src/training-erp/data/random.ts';
import type { Mark } from '../checker/history.ts';
import { lookEverywhere } from '../checker/look.ts';
import type { Moment, Order, StationReport } from './orders.ts';
import { createPaperPrinter } from './paper-printer.ts';
import { MarkReader } from './witness.ts';
import type { Witness } from './witness.ts';
import { printBy } from '../../support/print-on.ts';

interface BenchParts {
  readonly services: JobServices;
  readonly floor: Floor;
  readonly witness: Witness;
  readonly witnessDir: string;
  readonly random: Random;
  readonly hasForgotten: boolean;
  /** How often this station has asked the floor for labels. */
  readonly claims: () => number;
  /** The ERP's state of a grouping, as a person who looks there reads it. */
  readonly lookInErp: (groupingId: number) => Promise<boolean>;
  readonly onConclude: () => void;
  readonly reach: (moment: Moment) => void;
  readonly unsent: () => number;
  readonly say: (text: string) => void;
}

/** How long a station has to be as it should be once all around it is. */
const healMs = 60_000;
/**
 * The time to wait for others to publish again: one of them may first have to hear that the floor
 * waits for its old name.
 */
const patienceMs = 6_000;
const openAtOnce = 3;

/** A packer at a station, who acts at random and answers truthfully. */
export class StationBench {
  readonly #parts: BenchParts;
  readonly #jobs = new Map<number, GroupingJob>();
  readonly #deeds = new Map<string, number>();
  readonly #marks = new Map<number, Mark[]>();
  readonly #reader: MarkReader;
  /** Labels whose print has an end that this station does not know. */
  readonly #unended = new Map<number, Set<number>>();

  constructor(parts: BenchParts) {
    this.#parts = parts;
    this.#reader = new MarkReader(parts.witnessDir);
    this.#readMarks();
    for (const [groupingId, marks] of this.#marks) this.#noteBefore(groupingId, marks);
  }

  async work({ groupingIds, deeds }: Extract<Order, { type: 'work' }>): Promise<void> {
    const { random } = this.#parts;
    for (let deed = 0; deed < deeds; deed += 1) {
      if (this.#parts.floor.state === 'away' && random.chance(0.3)) {
        this.#count('works alone');
        this.#parts.floor.workAlone(true);
      }
      const job = await this.#choose(groupingIds);
      if (job !== null) await this.#doSomething(job);
      await sleep(random.int(5, 60));
    }
  }

  /** Opens the groupings that were open when it died, answers, publishes, and reports its state. */
  async heal({ groupingIds, finishes }: Extract<Order, { type: 'heal' }>): Promise<StationReport> {
    const { floor, unsent } = this.#parts;
    const endMs = performance.now() + healMs;
    const isOver = (): boolean => performance.now() > endMs;
    while (floor.state !== 'joined' && !isOver()) await sleep(50);
    const patientUntilMs = performance.now() + patienceMs;
    while (floor.waitedFor.length > 0 && performance.now() < patientUntilMs) {
      // With another journal it was another station.
      const gone = floor.waitedFor.filter(
        ({ id, name }) => name === floor.station && id !== floor.stationId,
      );
      if (gone.length > 0) await floor.dismiss(gone.map(({ id }) => id));
      await sleep(50);
    }
    const known = [...this.#marks.keys()].filter(
      (id) => groupingIds.includes(id) && this.#hasWorkedOn(id),
    );
    for (const id of known) await this.#open(id);
    for (const job of this.#jobs.values()) await this.#takeBack(job);
    if (finishes) for (const id of groupingIds) await this.#finish(id);
    for (const job of this.#jobs.values()) {
      await this.#answer(job);
      await this.#settleConclusion(job);
    }
    while (unsent() > 0 && !isOver()) {
      floor.tell();
      await floor.settle();
      await sleep(50);
    }
    return this.#report();
  }

  /** Takes over the rows of the station that it was before its journal was lost. */
  async #takeBack(job: GroupingJob): Promise<void> {
    const { floor } = this.#parts;
    for (const { stationId, station, isHere, taken, printing, doubt } of job.snapshot().share
      ?.stations ?? []) {
      if (isHere || station !== floor.station || taken + printing + doubt === 0) continue;
      await this.#answer(job);
      await this.#do('take back', () => job.sharing.takeOver(stationId));
    }
  }

  /** Keeps no rows that others would have to take over. */
  async close(): Promise<void> {
    for (const job of this.#jobs.values()) {
      const taken = job
        .snapshot()
        .shipments.filter(({ share }) => share?.isHere === true && share.state === 'taken');
      await job.sharing.giveBack(taken.map(({ shipment }) => shipment.id));
      await job.close();
    }
  }

  #report(): StationReport {
    const { floor, unsent } = this.#parts;
    const deeds = Object.fromEntries(this.#deeds);
    this.#deeds.clear();
    return {
      state: floor.state,
      unsent: unsent(),
      waitedFor: floor.waitedFor.length,
      deeds,
      groupings: [...this.#jobs].map(([groupingId, job]) => {
        const { state, shipments, printVerdict } = job.snapshot();
        return {
          groupingId,
          state,
          asked: printVerdict?.perhaps ?? [],
          shown: shipments
            .filter(({ label }) => readState(label) === 'printed')
            .map(({ shipment }) => shipment.id),
          unprinted: shipments.filter(({ label }) => readState(label) !== 'printed').length,
        };
      }),
    };
  }

  async #choose(groupingIds: readonly number[]): Promise<GroupingJob | null> {
    const { random } = this.#parts;
    for (const [id, job] of this.#jobs) {
      if (groupingIds.includes(id)) continue;
      this.#jobs.delete(id);
      await job.close();
    }
    const closed = groupingIds.filter((id) => !this.#jobs.has(id));
    const opens =
      closed.length > 0 &&
      (this.#jobs.size === 0 || (this.#jobs.size < openAtOnce && random.chance(0.2)));
    if (opens) return this.#open(random.pick(closed));
    const open = [...this.#jobs.values()];
    return open.length === 0 ? null : random.pick(open);
  }

  async #open(groupingId: number): Promise<GroupingJob | null> {
    const open = this.#jobs.get(groupingId);
    if (open !== undefined) return open;
    const job = await openGrouping(this.#parts.services, groupingId);
    if (!job.ok) {
      this.#refused('open', job);
      return null;
    }
    this.#count('open');
    this.#jobs.set(groupingId, job.value);
    await job.value.labels.collect();
    this.#noteEnds(groupingId, job.value);
    return job.value;
  }

  async #doSomething(job: GroupingJob): Promise<void> {
    const { random } = this.#parts;
    const { state, printVerdict, shipments, share } = job.snapshot();
    if (printVerdict !== null && printVerdict.perhaps.length > 0) {
      if (random.chance(0.7)) await this.#answer(job);
      return;
    }
    if (state === 'conclusion-unknown') {
      await this.#settleConclusion(job);
      return;
    }
    const unprinted = shipments.filter(({ label }) => readState(label) === 'ready');
    const printed = shipments.filter(({ label }) => readState(label) === 'printed');
    const idle = (share?.stations ?? []).filter(
      (one) => !one.isHere && one.taken + one.printing + one.doubt > 0,
    );
    const dead = idle.filter(({ isAlive }) => !isAlive);
    if (dead.length > 0 && random.chance(0.5)) {
      await this.#do('take over', () => job.sharing.takeOver(random.pick(dead).stationId));
      await this.#answer(job);
    } else if (idle.length > 0 && random.chance(0.03)) {
      await this.#do('take over from one alive', () =>
        job.sharing.takeOver(random.pick(idle).stationId),
      );
    } else if (unprinted.length === 0 && state !== 'concluded' && random.chance(0.5)) {
      await this.#conclude(job);
    } else if (printed.length > 0 && random.chance(0.08)) {
      await this.#printAgain(job, [random.pick(printed).shipment.id]);
    } else if (printed.length > 0 && random.chance(0.15)) {
      await this.#do('check', () =>
        Promise.resolve(job.checks.mark(random.pick(printed).shipment.id, random.chance(0.8))),
      );
    } else if (unprinted.length > 0 && random.chance(0.15)) {
      const ids = this.#chooseFree(unprinted);
      await this.#do('take', () => job.sharing.take(ids));
      if (random.chance(0.3)) await this.#do('give back', () => job.sharing.giveBack(ids));
    } else if (unprinted.length > 0) {
      await this.#print(job, this.#chooseFree(unprinted));
    }
  }

  /**
   * Chooses the next few free rows in the list, as the station sees it; at times it does not look.
   */
  #chooseFree(unprinted: readonly ShipmentSnapshot[]): readonly number[] {
    const { random } = this.#parts;
    const looks = random.chance(0.6);
    const free = unprinted.filter(({ share }) => !looks || share === null || share.isHere);
    const from = free.length > 0 ? free : unprinted;
    const start = random.chance(0.5) ? 0 : random.int(0, from.length - 1);
    return from.slice(start, start + random.int(1, 8)).map(({ shipment }) => shipment.id);
  }

  #print(job: GroupingJob, shipmentIds: readonly number[]): Promise<void> {
    return this.#send('print', job, shipmentIds);
  }

  /** Deliberate: the packer sees that they are printed. */
  async #printAgain(job: GroupingJob, shipmentIds: readonly number[]): Promise<void> {
    this.#parts.witness.note({
      kind: 'again',
      groupingId: job.snapshot().grouping.id,
      shipmentIds,
    });
    await this.#send('print again', job, shipmentIds);
  }

  async #send(what: string, job: GroupingJob, shipmentIds: readonly number[]): Promise<void> {
    const { random, claims, witness, reach } = this.#parts;
    const groupingId = job.snapshot().grouping.id;
    const labelsPerJob = random.pick([2, 100, 100]);
    const counts = random.chance(0.5);
    const claimsBefore = claims();
    this.#noteUnended(groupingId, shipmentIds);
    await this.#do(what, () =>
      printBy(
        job,
        (labels) => {
          const ids = labels.map(({ shipmentId }) => shipmentId);
          const jobs = Array.from({ length: Math.ceil(ids.length / labelsPerJob) }, (_, index) => {
            const part = ids.slice(index * labelsPerJob, (index + 1) * labelsPerJob);
            const printer = createPaperPrinter({
              witness,
              random,
              groupingId,
              shipmentIds: part,
              // As it was when the print began: the server may be back by now, or away.
              isAlone: () => claims() === claimsBefore,
              counts,
              labelMs: 6,
              reach,
            });
            return { printer, kind: 'zpl' as const, shipmentIds: part };
          });
          return ok(jobs);
        },
        shipmentIds,
      ),
    );
    this.#noteEnds(groupingId, job);
  }

  /** Answers as a person who walks to the printers and looks. */
  async #answer(job: GroupingJob): Promise<void> {
    const { interruptedPrint, printVerdict, grouping, shipments } = job.snapshot();
    if (interruptedPrint !== null || printVerdict === null || printVerdict.perhaps.length === 0)
      return;
    const { witness, hasForgotten } = this.#parts;
    this.#readMarks();
    const marks = this.#marks.get(grouping.id) ?? [];
    // A row that is uncertain on the floor is about a print that the floor knows.
    const known = new Set(
      shipments.flatMap(({ shipment, share }) => (share?.state === 'doubt' ? [shipment.id] : [])),
    );
    const answers = printVerdict.perhaps.map((shipmentId) => {
      const label = { by: witness.station, groupingId: grouping.id, shipmentId };
      return {
        shipmentId,
        ...lookEverywhere(marks, {
          ...label,
          hasForgotten: hasForgotten && !known.has(shipmentId),
        }),
      };
    });
    const onPaper = answers.flatMap(({ shipmentId, onPaper: isOut }) =>
      isOut ? [shipmentId] : [],
    );
    const isTaken = await this.#do('answer', () => job.prints.resolve(onPaper));
    if (!isTaken) return;
    for (const { shipmentId, onPaper: isOut, about } of answers)
      witness.note({ kind: 'answer', groupingId: grouping.id, shipmentId, about, onPaper: isOut });
    this.#noteEnds(grouping.id, job);
  }

  async #conclude(job: GroupingJob): Promise<void> {
    const { floor, onConclude, witness } = this.#parts;
    witness.note({
      kind: 'concludes',
      groupingId: job.snapshot().grouping.id,
      alone: floor.state === 'alone',
    });
    onConclude();
    await this.#do('conclude', () => job.conclusion.request());
    await this.#settleConclusion(job);
  }

  async #settleConclusion(job: GroupingJob): Promise<void> {
    const { state, grouping } = job.snapshot();
    if (state !== 'conclusion-unknown') return;
    const concluded = await this.#parts.lookInErp(grouping.id);
    await this.#do('say whether it is concluded', () =>
      Promise.resolve(job.conclusion.resolve(concluded)),
    );
  }

  /** Finishes the rest of a grouping without faults. */
  async #finish(groupingId: number): Promise<void> {
    const job = await this.#open(groupingId);
    if (job === null) return;
    await this.#answer(job);
    for (let round = 0; round < 20; round += 1) {
      const unprinted = job
        .snapshot()
        .shipments.filter(({ label }) => readState(label) === 'ready');
      if (unprinted.length === 0) break;
      const free = unprinted.filter(({ share }) => share === null || share.isHere);
      if (free.length > 0)
        await this.#print(
          job,
          free.slice(0, 20).map(({ shipment }) => shipment.id),
        );
      await this.#answer(job);
    }
    if (job.snapshot().state === 'printed') await this.#conclude(job);
  }

  async #do(what: string, deed: () => Promise<Result<void>>): Promise<boolean> {
    const done = await deed();
    if (done.ok) this.#count(what);
    else this.#refused(what, done);
    return done.ok;
  }

  #refused(what: string, result: Result<unknown>): void {
    if (!result.ok) this.#count(`${what}: ${result.fault.kind}`);
  }

  #count(what: string): void {
    this.#deeds.set(what, (this.#deeds.get(what) ?? 0) + 1);
  }

  #readMarks(): void {
    for (const mark of this.#reader.read()) {
      if (mark.kind === 'heard') continue;
      const known = this.#marks.get(mark.groupingId);
      if (known === undefined) this.#marks.set(mark.groupingId, [mark]);
      else known.push(mark);
    }
  }

  #hasWorkedOn(groupingId: number): boolean {
    const { station } = this.#parts.witness;
    return this.#marks.get(groupingId)?.some((mark) => mark.station === station) === true;
  }

  /** Of the process before: labels that may have come out, and whose end it had not noted. */
  #noteBefore(groupingId: number, marks: readonly Mark[]): void {
    const own = marks.filter(({ station }) => station === this.#parts.witness.station);
    for (const mark of own) {
      if (mark.kind === 'intent') this.#noteUnended(groupingId, mark.shipmentIds);
      else if (mark.kind === 'ended')
        for (const id of mark.shipmentIds) this.#unended.get(groupingId)?.delete(id);
    }
  }

  #noteUnended(groupingId: number, shipmentIds: readonly number[]): void {
    this.#unended.set(
      groupingId,
      new Set([...(this.#unended.get(groupingId) ?? []), ...shipmentIds]),
    );
  }

  #noteEnds(groupingId: number, job: GroupingJob): void {
    const perhaps = new Set(job.snapshot().printVerdict?.perhaps ?? []);
    const unended = [...(this.#unended.get(groupingId) ?? [])];
    const shipmentIds = unended.filter((id) => !perhaps.has(id));
    this.#unended.set(groupingId, new Set(unended.filter((id) => perhaps.has(id))));
    if (shipmentIds.length > 0)
      this.#parts.witness.note({ kind: 'ended', groupingId, shipmentIds });
  }
}
