import type { LabelSnapshot } from '../../../shared/index.ts';
import { isPrintable } from '../model/label-state.ts';

/** How long a late label holds its place in a print: longer than repeated requests, shorter than a packer waits. */
export const holdMs = 20_000;

/** `unread`: it is there, and may turn out to be another shipment's. `gone`: it does not come by itself. */
export type Standing = 'there' | 'unread' | 'coming' | 'gone';

export function findStanding(
  label: LabelSnapshot,
  { mayCome, isToRead }: { readonly mayCome: boolean; readonly isToRead: boolean },
): Standing {
  if (isPrintable(label)) return isToRead ? 'unread' : 'there';
  if (label.accepted || label.state === 'none' || !mayCome) return 'gone';
  return label.state === 'failed' && !label.retryable ? 'gone' : 'coming';
}

/**
 * Notes when each awaited label was first seen missing before one that had come. Labels that were there before
 * the print, or that a person waited for or brought, say nothing about those before them: `isNews` is false for them.
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

/** Chooses from the rest of a print: `go` may be sent, `open` stays empty; an awaited label holds all behind it. */
export function chooseNext(
  rest: readonly number[],
  standingOf: (id: number) => Standing,
  isLate: (id: number) => boolean,
): { readonly go: readonly number[]; readonly open: readonly number[] } {
  const [go, open]: [number[], number[]] = [[], []];
  for (const id of rest) {
    const standing = standingOf(id);
    const isThere = standing === 'there' || standing === 'unread';
    if (standing !== 'there' && standing !== 'gone' && !isLate(id)) break;
    (isThere ? go : open).push(id);
  }
  return { go, open };
}
