import { createHmac } from 'node:crypto';

export interface Identity {
  /** Keyed digests of what `readMachine` says, each with its kind before it. */
  readonly marks: readonly string[];
  /** It was another computer's, or another user's: of a kind that both have, nothing is the same. */
  readonly isCopy: boolean;
}

/** Of data with these marks on this machine. */
export function identify(key: string, before: readonly string[], machine: readonly string[]): Identity {
  const now = machine.map((mark) => {
    return `${mark.split(' ')[0]}:${createHmac('sha256', key).update(mark).digest('hex')}`;
  });
  const byKind = (marks: readonly string[]) => Map.groupBy(marks, (mark) => mark.split(':')[0]);
  const known = byKind(before);
  const isCopy = [...byKind(now)].some(([kind, marks]) => known.get(kind)?.every((mark) => !marks.includes(mark)));
  return { marks: isCopy ? now : [...new Set([...before, ...now])], isCopy };
}
