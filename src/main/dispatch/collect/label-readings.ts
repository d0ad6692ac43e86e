import { setImmediate } from 'node:timers/promises';
import { hasLabel, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';
import { countPagesFrom } from '#shared/domain/labels.ts';
import type { KnownIssuers } from '#shared/identities/access-key.ts';
import {
  findByTracking,
  indexByTracking,
  listAccessKeys,
  type ShipmentsByTracking,
  showsOwnCode,
} from '#shared/identities/naming.ts';
import { findOtherOwner } from '../codes/other-owner.ts';
import { joinReadings } from '../../labels/index.ts';
import { nameOf } from '../../os/errors.ts';
import { stopLabel } from '../model/label-state.ts';
import type { JobTools } from './label-fetcher.ts';

/** The version of readings: older ones are made again if this one would find more. */
const readerVersion = 1;

const mostUnread = 3;

/**
 * Reads printable labels one by one, not during a print unless that waits for labels. A label of
 * another shipment is stopped; a person's word on it is stored and holds for these files alone.
 */
export class LabelReadings {
  readonly #services;
  readonly #model;
  readonly #fetcher;
  /** Rows that changed since they were checked: labels among them may have to be read. */
  readonly #changed: Set<number>;
  #shipments: readonly Shipment[] = [];
  #byTracking: ShipmentsByTracking = new Map();
  #working: Promise<void> | null = null;
  #closed = false;
  /** Labels in a row without an answer of the code process. */
  readonly #unread = new Set<number>();
  /** The label that is being read. */
  #current: number | null = null;
  readonly #unsubscribe: () => void;

  constructor(tools: JobTools) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#fetcher = tools.fetcher;
    this.#changed = this.#model.view.watchRows();
    this.#unsubscribe = this.#model.view.subscribe(() => this.wake());
  }

  /** Checks whether there is something to read; the setting may have changed. */
  wake(): void {
    if (this.#working !== null || this.#changed.size === 0 || !this.#mayWork()) return;
    this.#working = this.#work()
      .catch((error: unknown) => {
        // Labels can be printed without having been read.
        this.#services.log.warn('label-reading-failed', {
          grouping: this.#model.grouping.id,
          error: nameOf(error),
        });
        this.close();
      })
      .finally(() => {
        this.#working = null;
        // A label without a reading is not awaited any more.
        this.#model.view.notify();
        this.wake();
      });
  }

  /** It is being read, or will be now. */
  isToRead(id: number): boolean {
    if (!this.#mayWork()) return false;
    return this.#current === id || (this.#changed.has(id) && this.#isUnread(this.#model.find(id)));
  }

  /** Resolves when everything that can be read now was read. */
  async finish(): Promise<void> {
    this.wake();
    while (this.#working !== null) await this.#working;
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
  }

  async #work() {
    // All listeners hear of the change that woke this first.
    await Promise.resolve();
    // Goes on with later changes.
    for (const id of this.#changed) {
      if (!this.#mayWork()) return;
      this.#followList();
      this.#changed.delete(id);
      if (!this.#isUnread(this.#model.find(id))) continue;
      this.#current = id;
      try {
        await this.#read(id);
      } finally {
        this.#current = null;
      }
      // Readings that are known wait for nothing.
      await setImmediate();
    }
  }

  #mayWork() {
    const { codes, readsLabels } = this.#services;
    const mayNow = this.#model.core.print !== 'running' || this.#model.judge.printWaits;
    return !this.#closed && codes !== null && readsLabels() && mayNow;
  }

  /** One that is held or put aside is read, and compared with the list, when it goes after all. */
  #isUnread(entry: ShipmentSnapshot | null) {
    if (entry === null || entry.label.waived !== null) return false;
    return (
      entry.label.reading === null &&
      (hasLabel(entry.label) || entry.label.block === 'label-of-another')
    );
  }

  async #read(id: number) {
    const { journal, codes } = this.#services;
    const key = this.#model.judge.describeFiles(id);
    const paths = this.#fetcher.findPaths(id);
    const readings: LabelReading[] = [];
    let pagesBefore = 0;
    for (const [index, { content }] of this.#model.files(id).entries()) {
      // Readings are known by contents.
      if (content === null) return;
      const { choice, filePages, sha256, looks } = content;
      const pages = countPagesFrom(choice.pages, pagesBefore);
      pagesBefore += filePages;
      // No page of this file is printed.
      if (pages.length === 0) continue;
      const how = `${readerVersion} ${String(pages)} ${choice.crop}`;
      const path = paths?.[index];
      let reading = journal.facts.findReading(sha256, how);
      if (reading === null && path !== undefined && codes !== null) {
        reading = await codes.read(path, { pages, crop: choice.crop, looks });
        if (reading !== null && !this.#closed) journal.facts.keepReading(sha256, how, reading);
      }
      if (this.#closed) return;
      if (reading === null) {
        // A label whose files are missing is read when they are there: its row changes then.
        if (path === undefined) return;
        // It is read once more. A code process that cannot start is not started again and again.
        if (this.#unread.has(id)) return;
        this.#unread.add(id);
        if (this.#unread.size === mostUnread) this.close();
        else this.#changed.add(id);
        return;
      }
      this.#unread.clear();
      readings.push(reading);
    }
    const isSame =
      key === this.#model.judge.describeFiles(id) && this.#isUnread(this.#model.find(id));
    if (readings.length === 0 || !isSame) return;
    const reading = joinReadings(readings);
    this.#model.view.showRow(id, { label: { ...this.#model.entry(id).label, reading } });
    this.#learn(id, reading);
    this.#judge(id, this.#findIssuers());
  }

  /** The list may have changed since a label was compared with it. */
  #followList() {
    const { shipments } = this.#model;
    if (shipments === this.#shipments) return;
    this.#shipments = shipments;
    this.#byTracking = indexByTracking(shipments);
    const issuers = this.#findIssuers();
    for (const { id } of shipments) this.#judge(id, issuers);
  }

  /** A key with its shipment's own number, beside its own tracking code, is its invoice's. */
  #learn(id: number, reading: LabelReading) {
    const { shipment } = this.#model.entry(id);
    if (!showsOwnCode(shipment, reading)) return;
    const own = listAccessKeys(reading).filter(({ number }) => number === shipment.invoice?.number);
    this.#services.journal.facts.learnIssuers(this.#model.company, own);
  }

  #findIssuers() {
    return this.#services.journal.facts.findIssuers(this.#model.company);
  }

  #judge(id: number, issuers: KnownIssuers) {
    const entry = this.#model.entry(id);
    const { shipment, label } = entry;
    if (label.reading === null || label.waived !== null) return;
    if (this.#model.judge.isConfirmed(id, { files: this.#model.judge.describeFiles(id) })) return;
    const { conclusion } = this.#model.core;
    const state = readState(label);
    const mayStop = state === 'ready' || (state === 'printed' && conclusion === 'open');
    if (!mayStop) return;
    const findOthers = (code: string): readonly Shipment[] => {
      const here = findByTracking(this.#byTracking, code);
      if (here.length > 0) return here;
      return this.#services.journal.past.findByTracking(
        this.#model.company,
        code,
        this.#model.grouping.id,
      );
    };
    const other = findOtherOwner(shipment, label.reading, findOthers, issuers);
    if (other === null) return;
    const block = { block: 'label-of-another', by: `shipment ${other.id}` } as const;
    const stopped = stopLabel(entry, block, { other: other.id });
    if (stopped === null) return;
    this.#services.log.info('label-stopped', { grouping: this.#model.grouping.id, shipment: id });
    this.#model.apply({ labels: [stopped] });
  }
}
