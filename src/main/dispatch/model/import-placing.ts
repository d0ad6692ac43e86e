import type { LeftReason } from '#shared/domain/import.ts';

/** A label that was cut out of a file. */
export interface ReadPiece {
  readonly sha256: string;
  readonly owners: ReadonlyMap<number, NamedBy>;
  /** It has a text or codes, whether they name a shipment or not. */
  readonly isRead: boolean;
  /** It shows a tracking code that is not its shipment's. */
  readonly isOther: boolean;
  /** It is no label, but a paper that goes with one, such as a DACE. */
  readonly isPaper: boolean;
}

/** The row that a label may be put on. */
export interface ImportRow {
  /** Null if the ERP does not say. */
  readonly volumes: number | null;
  /** Digests of the files of its present label. */
  readonly present: readonly string[];
  /** Its label must not change now. */
  readonly isClosed: boolean;
  /** How many labels replace none that can be printed; null: it has none. */
  readonly free: number | null;
  /** Papers may go behind its label: it is here, not printed, and that of a single parcel. */
  readonly takesPapers: boolean;
}

/**
 * Nothing is guessed: a piece that names none or several shipments, or one by a number alone, is
 * left, and so are labels that would replace one, and all labels of a shipment with fewer volumes
 * than different ones. A paper goes behind its label. `same`: on their row already, or there twice.
 */
export function placePieces<P extends ReadPiece>(
  pieces: readonly P[],
  findRow: (shipmentId: number) => ImportRow,
) {
  const seen = new Set<string>();
  const single = pieces.filter(({ sha256 }) => !seen.has(sha256) && seen.add(sha256));
  let same = pieces.length - single.length;
  const left: { piece: P; why: LeftReason }[] = [];
  const leave = (those: readonly P[], why: LeftReason): void => {
    for (const piece of those) left.push({ piece, why });
  };
  const byOwner = new Map<number, P[]>();
  for (const piece of single) {
    const [owner, another] = piece.owners.keys();
    if (owner === undefined) leave([piece], piece.isRead ? 'stranger' : 'unreadable');
    else if (another !== undefined) leave([piece], 'several');
    else if (piece.isOther) leave([piece], 'other-code');
    else if (piece.owners.get(owner) === 'number') leave([piece], 'number');
    else byOwner.set(owner, [...(byOwner.get(owner) ?? []), piece]);
  }
  const placed = new Map<number, readonly P[]>();
  for (const [owner, own] of byOwner) {
    const { volumes, present, isClosed, free, takesPapers } = findRow(owner);
    const news = own.filter(({ sha256 }) => !present.includes(sha256));
    same += own.length - news.length;
    if (news.length === 0) continue;
    const labels = news.filter(({ isPaper }) => !isPaper).length;
    const isAlone = labels === 0 && !takesPapers;
    const isMore = labels > (volumes ?? 1);
    if (isClosed) leave(news, 'closed');
    else if (isAlone) leave(news, 'paper');
    else if (isMore) leave(news, 'rivals');
    else if (free !== null && labels > free) leave(news, 'replaces');
    else placed.set(owner, news);
  }
  return { placed, left, same };
}

/**
 * By page numbers from 0: neighbours that name the same single shipment are one label; a number
 * alone is enough for its papers. Known pages are left out.
 */
export function joinPages(
  pages: readonly Pick<ReadPiece, 'owners' | 'sha256' | 'isPaper'>[],
): readonly (readonly number[])[] {
  const runs: number[][] = [];
  const seen = new Set<string>();
  let before: number | undefined;
  let wasSure = false;
  for (const [page, { owners, sha256, isPaper }] of pages.entries()) {
    if (seen.has(sha256)) continue;
    seen.add(sha256);
    const [owner] = owners.size === 1 ? owners.keys() : [];
    const run = runs.at(-1);
    const isSame = owner !== undefined && owner === before;
    const isSure = isPaper || owners.get(owner ?? 0) !== 'number';
    if (isSame && isSure && wasSure && run !== undefined) run.push(page);
    else runs.push([page]);
    before = owner;
    wasSure = isSure;
  }
  return runs;
}

/**
 * The evidence that a label from a file is a shipment's. `number`: the number of its invoice or
 * order alone, which is none; a person says so.
 */
export type NamedBy = 'tracking' | 'invoice' | 'name' | 'number' | 'person';
