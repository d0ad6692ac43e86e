import { createHmac } from 'node:crypto';

/**
 * Compares data with these marks with this machine. A mark is the keyed digest of a fact of `readMachine`, after its
 * kind. `isCopy`: another computer's or user's, because no fact of a kind that both have is equal.
 */
export function identify(key: string, before: readonly string[], machine: readonly string[]) {
  const now = machine.map((mark) => {
    return `${mark.split(' ')[0]}:${createHmac('sha256', key).update(mark).digest('hex')}`;
  });
  const byKind = (marks: readonly string[]) => Map.groupBy(marks, (mark) => mark.split(':')[0]);
  const known = byKind(before);
  const isCopy = [...byKind(now)].some(([kind, marks]) => known.get(kind)?.every((mark) => !marks.includes(mark)));
  return { marks: isCopy ? now : [...new Set([...before, ...now])], isCopy };
}
