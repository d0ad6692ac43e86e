import type { PrinterCondition } from '../types.ts';

/** A label printer's answer to `~HS`. */
export type HostStatus = Readonly<NonNullable<ReturnType<typeof readStatus>>>;

/** Two inches a second, at the coarsest resolution. */
const slowestDotsPerMs = (8 * 50.8) / 1000;
/** 150 mm, if a printer does not know the length of its labels. */
const usualDots = 1200;

export const statusQuestion = Buffer.from('~HS\r\n', 'latin1');

const message = /\x02([^\x02\x03]*)\x03(?:\r?\n)?/g; // eslint-disable-line no-control-regex

/**
 * Collects a printer's bytes and returns its answers: three messages of twelve, eleven and two
 * fields.
 */
export function createStatusReader() {
  let text = '';
  return (bytes: Buffer): readonly HostStatus[] => {
    text = (text + bytes.toString('latin1')).slice(-maxKept);
    const answers: HostStatus[] = [];
    const fields: string[][] = [];
    let readTo = 0;
    for (const match of text.matchAll(message)) {
      fields.push((match[1] ?? '').split(',').map((field) => field.trim()));
      const [first, second, third] = fields.slice(-3);
      if (first?.length !== 12 || second?.length !== 11 || third?.length !== 2) continue;
      const status = readStatus(first, second);
      if (status !== null) answers.push(status);
      fields.length = 0;
      readTo = match.index + match[0].length;
    }
    text = text.slice(readTo);
    return answers;
  };
}

const maxKept = 4096;

function readStatus(first: readonly string[], second: readonly string[]) {
  const flagAt = (fields: readonly string[], at: number) => fields[at] === '1';
  const formatsWaiting = Number(first[4]);
  const labelsLeft = Number(second[8]);
  if (!Number.isInteger(formatsWaiting) || !Number.isInteger(labelsLeft)) return null;
  const seen: readonly (readonly [boolean, PrinterCondition])[] = [
    [flagAt(first, 1), 'paper-out'],
    [flagAt(second, 2), 'open'],
    [flagAt(second, 3), 'ribbon-out'],
    [flagAt(first, 10) || flagAt(first, 11), 'temperature'],
    [flagAt(first, 9), 'needs-attention'],
    [flagAt(first, 2), 'paused'],
  ];
  return {
    conditions: seen.filter(([on]) => on).map(([, condition]) => condition),
    /** Formats received and not yet drawn; the printer counts to 999. */
    formatsWaiting,
    /** Labels left of the format that is being printed. */
    labelsLeft,
    bufferFull: flagAt(first, 5),
    /** How long one of its labels takes at the slowest usual speed. */
    labelMs: (Number(first[3]) || usualDots) / slowestDotsPerMs,
  };
}
