import { hasLabel, isSettled, type LabelSnapshot } from '#shared/domain/job.ts';
import { throwFault } from '../../os/errors.ts';
import type { JobParts } from './parts.ts';

/**
 * How long a late label holds its place in a print: longer than repeated requests, shorter than a
 * packer waits.
 */
export const awaitMs = 20_000;

/**
 * The labels of a print that goes on while others are fetched: which go now, and which places stay
 * open.
 */
export class LoadingPrint {
  readonly #parts;
  readonly #model;
  /** Neither sent nor left open, in the order of the print. */
  #rest: readonly number[];
  readonly #open = new Set<number>();
  readonly #wasThere: ReadonlySet<number>;
  readonly #overtakenAtMs = new Map<number, number>();

  constructor(parts: JobParts, ids: readonly number[]) {
    this.#parts = parts;
    this.#model = parts.model;
    this.#rest = ids;
    const there = this.#model.entries().filter(({ label }) => hasLabel(label));
    this.#wasThere = new Set(there.map(({ shipment }) => shipment.id));
  }

  get openPlaces(): readonly number[] {
    return [...this.#open].flatMap((id) => this.#model.find(id)?.position ?? []);
  }

  /**
   * Waits for the labels that go next; none if nothing is left to wait for.
   */
  async next(signal: AbortSignal, isUnderWay: boolean): Promise<readonly number[]> {
    for (;;) {
      if (signal.aborted) throwFault('cancelled');
      const nowMs = this.#parts.services.clock.awake();
      const standings = this.#findStandings(nowMs);
      const lateAtMs = (id: number): number => (this.#overtakenAtMs.get(id) ?? Infinity) + awaitMs;
      const next = chooseNext(
        this.#rest,
        (id) => standings.get(id) ?? 'gone',
        (id) => lateAtMs(id) <= nowMs,
      );
      for (const id of next.open) this.#open.add(id);
      this.#rest = this.#rest.filter((id) => !this.#open.has(id));
      const [first] = this.#rest;
      if (next.go.length > 0 || first === undefined) {
        // At once: from here on they are not replaced.
        if (isUnderWay) this.#model.paper.set(next.go);
        return next.go;
      }
      await this.#model.view.nextChange(signal, lateAtMs(first) - nowMs);
    }
  }

  take(ids: readonly number[]): void {
    const sent = new Set(ids);
    this.#rest = this.#rest.filter((id) => !sent.has(id));
  }

  hasMoreThan(ids: readonly number[]): boolean {
    return this.#rest.length > ids.length;
  }

  /** One of these turned out to be no label to print: the print goes on without it. */
  isStopped(ids: readonly number[]): boolean {
    const labels = ids.flatMap((id) => this.#model.find(id)?.label ?? []);
    return labels.filter(hasLabel).length < ids.length;
  }

  #findStandings(nowMs: number) {
    // Without a valid token nothing comes.
    const mayCome = this.#model.core.collecting && !this.#parts.gate.closed;
    const rows = this.#model.entries().map(({ label, shipment: { id } }) => {
      const isAwaited = this.#parts.invoices.isAwaited(id);
      const isToRead = isAwaited || this.#parts.readings.isToRead(id);
      const standing = findStanding(label, { mayCome, isToRead });
      const isHere = hasLabel(label) && !isAwaited;
      const isNews = isHere && !this.#wasThere.has(id) && !this.#parts.collector.cameEarly(id);
      return { id, standing, isNews };
    });
    noteOvertaken(rows, this.#overtakenAtMs, nowMs);
    return new Map(rows.map(({ id, standing }) => [id, standing]));
  }
}

/**
 * `unread`: it is there, and may turn out to be another shipment's, or of a cancelled invoice.
 * `gone`: it does not come by itself.
 */
export type Standing = 'there' | 'unread' | 'coming' | 'gone';

export function findStanding(
  label: LabelSnapshot,
  { mayCome, isToRead }: { readonly mayCome: boolean; readonly isToRead: boolean },
): Standing {
  if (hasLabel(label)) return isToRead ? 'unread' : 'there';
  const isOpen = !isSettled(label) || label.file === 'failed';
  return isOpen && mayCome && label.waived === null ? 'coming' : 'gone';
}

/**
 * Notes when each awaited label was first seen missing before one that had come. Labels that were
 * there before the print, or that a person waited for or brought, say nothing about those before
 * them: `isNews` is false for them.
 */
export function noteOvertaken(
  list: readonly { readonly id: number; readonly standing: Standing; readonly isNews: boolean }[],
  overtakenAtMs: Map<number, number>,
  nowMs: number,
): void {
  let isOvertaken = false;
  for (const { id, standing, isNews } of list.toReversed()) {
    const isAwaited = standing === 'coming' || standing === 'unread';
    if (isAwaited && isOvertaken && !overtakenAtMs.has(id)) overtakenAtMs.set(id, nowMs);
    isOvertaken ||= isNews;
  }
}

/**
 * Chooses from the rest of a print: `go` may be sent, `open` stays empty; an awaited label holds
 * all behind it.
 */
export function chooseNext(
  rest: readonly number[],
  standingOf: (id: number) => Standing,
  isLate: (id: number) => boolean,
) {
  const go: number[] = [];
  const open: number[] = [];
  for (const id of rest) {
    const standing = standingOf(id);
    const isThere = standing === 'there' || standing === 'unread';
    if (standing !== 'there' && standing !== 'gone' && !isLate(id)) break;
    (isThere ? go : open).push(id);
  }
  return { go, open };
}
