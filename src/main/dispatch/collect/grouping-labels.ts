import { findRule } from '#shared/domain/conclude-first.ts';
import { countVolumes, isSettled } from '#shared/domain/job.ts';
import type { Fault } from '#shared/faults/faults.ts';
import type { FetchOutcome, JobTools } from './label-fetcher.ts';
import { findLabelEntries, type LabelPiece, type LabelPieces } from '../../labels/index.ts';
import { isToCome, readLabelRefusal } from './label-refusal.ts';
import { readFileName } from '#shared/identities/words.ts';
import { OwnerIndex, readOwners, type Owners } from './name-owners.ts';
import { mapAtOnce, takenAtOnce } from './pool.ts';
import { makeSlot } from './reissue.ts';
import { abortAfter } from '../../os/timeout.ts';

/** A longer list is not one of whole groupings. */
const mostFiles = 20;
/** After this time the single labels are requested. */
const patienceMs = 120_000;
/** Not a shipment's id: in the label store it stands for the grouping. */
const wholeGrouping = 0;

/**
 * A piece that names exactly one shipment becomes its label. The number of an invoice or order is
 * enough, because the file is this grouping's own. The other labels are requested one by one: those
 * of pieces that name no shipment or several, of duplicates, of fewer pieces than volumes, and of
 * pieces beside a page that names none.
 */
export class GroupingLabels {
  readonly #services;
  readonly #model;
  readonly #book;
  readonly #gate;
  readonly #fetcher;
  readonly #finish: (id: number, outcome: FetchOutcome) => void;
  #wasAsked = false;

  constructor(tools: JobTools, finish: (id: number, outcome: FetchOutcome) => void) {
    this.#services = tools.services;
    this.#model = tools.model;
    this.#book = tools.book;
    this.#gate = tools.gate;
    this.#fetcher = tools.fetcher;
    this.#finish = finish;
  }

  /**
   * Once each time that the grouping is opened, or again if the ERP said that labels are still to
   * come. Returns that word of the ERP, or null: after any failure here, labels can still be
   * fetched one by one.
   */
  async collect(signal: AbortSignal): Promise<Fault | null> {
    const wanted = this.#listWanted();
    if (this.#wasAsked || wanted.length < this.#services.labelsWorthAList) return null;
    // Pages are chosen in a label's own file, which has others than the grouping's.
    const { pageRules } = this.#services.settings();
    if (findRule(pageRules, this.#model.grouping.shippingMethod) !== null) return null;
    this.#wasAsked = true;
    for (const { shipment } of wanted) this.#model.view.show(shipment.id, { type: 'locating' });
    try {
      return await this.#getAll(signal);
    } finally {
      for (const { shipment } of wanted)
        this.#model.view.show(shipment.id, { type: 'interrupted' });
    }
  }

  async #getAll(signal: AbortSignal): Promise<Fault | null> {
    const { extensions, erp } = this.#services;
    const { id } = this.#model.grouping;
    const ask = () => this.#gate.ask(() => erp.extras.groupingLabelUrls(id, signal), signal);
    const listed = await extensions.ask('grouping-labels', ask, signal);
    if (listed === null) return null;
    if (!listed.ok) {
      const fault = readLabelRefusal(listed.fault, this.#model.core.conclusion === 'concluded');
      this.#wasAsked = !isToCome(fault);
      return isToCome(fault) ? fault : null;
    }
    if (listed.value.length > mostFiles) return null;
    const inTime = AbortSignal.any([signal, abortAfter(patienceMs)]);
    const opened: LabelPieces[] = [];
    try {
      const known = this.#services.journal.facts.findIssuers(this.#model.company);
      const index = new OwnerIndex(this.#model.shipments, known);
      const doubtful = new Set<number>();
      const byOwner = new Map<number, LabelPiece[]>();
      for (const [ordinal, url] of listed.value.entries()) {
        const pieces = await this.#getPieces(ordinal, url, inTime);
        if (pieces === null) continue;
        opened.push(pieces);
        await this.#nameOwners(pieces.pieces, index, byOwner, doubtful, inTime);
      }
      await this.#handOut(byOwner, doubtful, signal);
    } finally {
      for (const pieces of opened) await pieces.remove();
    }
    return null;
  }

  /** Returns the labels of which no file was ever there. */
  #listWanted() {
    return this.#model
      .entries()
      .filter(
        ({ shipment, label }) =>
          !isSettled(label) &&
          label.ownChoice === null &&
          this.#model.files(shipment.id).length === 0,
      );
  }

  async #getPieces(ordinal: number, url: string, signal: AbortSignal): Promise<LabelPieces | null> {
    const { labels, log } = this.#services;
    const grouping = this.#model.grouping.id;
    const slot = makeSlot(this.#model, wholeGrouping, ordinal);
    // A killed process may have left those of an older list.
    await labels.discard(slot);
    const file = await labels.download(slot, url, signal, true);
    if (!file.ok) {
      log.info('grouping-labels-not-there', { grouping, kind: file.fault.kind });
      return null;
    }
    const split = await this.#book.split(file.value.path);
    await labels.discard(slot);
    if (split.ok) return split.value;
    log.info('grouping-labels-unreadable', { grouping, kind: split.fault.kind });
    return null;
  }

  /**
   * Adds one file's pieces to the shipments that they name; one that may own further pieces is
   * doubtful.
   */
  async #nameOwners(
    pieces: readonly LabelPiece[],
    index: OwnerIndex,
    byOwner: Map<number, LabelPiece[]>,
    doubtful: Set<number>,
    signal: AbortSignal,
  ): Promise<void> {
    const named: Owners[] = [];
    for (const piece of pieces) {
      if (signal.aborted) return;
      named.push(await this.#findOwners(piece, index));
    }
    for (const [at, piece] of pieces.entries()) {
      const own = [...(named[at]?.keys() ?? [])];
      const [owner = 0] = own;
      if (own.length === 1) byOwner.set(owner, [...(byOwner.get(owner) ?? []), piece]);
      else
        for (const beside of piece.name === null ? [at - 1, at, at + 1] : [at])
          for (const id of named[beside]?.keys() ?? []) doubtful.add(id);
    }
  }

  async #findOwners({ path, name }: LabelPiece, index: OwnerIndex): Promise<Owners> {
    const { codes, readsLabels } = this.#services;
    // Whether the label is the one of its name is found out when it is read, as for every label.
    const named = index.find(readFileName(name ?? ''));
    if (named.size > 0 || !readsLabels()) return named;
    return (await readOwners(index, codes, path)).owners;
  }

  async #handOut(
    byOwner: ReadonlyMap<number, readonly LabelPiece[]>,
    doubtful: ReadonlySet<number>,
    signal: AbortSignal,
  ): Promise<void> {
    await mapAtOnce(takenAtOnce, this.#listWanted(), async ({ shipment }) => {
      const piece = chooseLabel(byOwner.get(shipment.id) ?? []);
      if (signal.aborted || piece === null || doubtful.has(shipment.id)) return;
      // One file may be the label of all volumes, or of the first: the shipment's own list tells.
      if ((countVolumes(shipment.volume) ?? 1) > 1) return;
      const outcome = await this.#fetcher.takeFiles(shipment.id, 'grouping', [piece.path]);
      if (outcome !== null) this.#finish(shipment.id, outcome);
    });
  }
}

/**
 * Returns the piece that is the label, beside others of an archive too; null if that is not
 * certain.
 */
function chooseLabel(pieces: readonly LabelPiece[]): LabelPiece | null {
  const named = pieces.flatMap((piece) =>
    piece.name === null ? [] : [{ ...piece, name: piece.name }],
  );
  const labels = named.length === pieces.length ? findLabelEntries(named) : pieces;
  return labels.length === 1 ? (labels[0] ?? null) : null;
}
