import { createHmac } from 'node:crypto';

export interface Identity {
  /** Keyed digests of the facts of `readMachine`, each with its kind before it. */
  readonly marks: readonly string[];
  /** It belonged to another computer or user: no fact of a kind that both have is equal. */
  readonly isCopy: boolean;
}

/** Compares data with these marks with this machine. */
export function identify(key: string, before: readonly string[], machine: readonly string[]): Identity {
  const now = machine.map((mark) => {
    return `${mark.split(' ')[0]}:${createHmac('sha256', key).update(mark).digest('hex')}`;
  });
  const byKind = (marks: readonly string[]) => Map.groupBy(marks, (mark) => mark.split(':')[0]);
  const known = byKind(before);
  const isCopy = [...byKind(now)].some(([kind, marks]) => known.get(kind)?.every((mark) => !marks.includes(mark)));
  return { marks: isCopy ? now : [...new Set([...before, ...now])], isCopy };
}
