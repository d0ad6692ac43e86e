import type { RawLanguage } from '../../../shared/index.ts';
import { CpclJudge } from './cpcl.ts';
import { judgeEpl } from './epl.ts';
import type { Judged } from './judged.ts';
import { judgeTspl } from './tspl.ts';

/** What is wrong with a label that no printer would print whole. */
export class RawDamage extends Error {}

/** A label that asks for what Doca does not pass on, and that would not be whole without it. */
class RawRefused extends Error {}

export interface FilteredRaw {
  /** As it may go to a printer. */
  readonly bytes: Buffer;
  /** The commands that were left out, each once, such as `^@`. */
  readonly leftOut: readonly string[];
  /** Where each command that prints ends, in `bytes`. */
  readonly labelEnds: readonly number[];
  /** How many labels come out of the printer. */
  readonly labels: number;
}

/** For each label one of its own: what a line of CPCL is depends on those before it. */
const judges: Readonly<Record<RawLanguage, () => (line: string) => Judged>> = {
  epl: () => judgeEpl,
  tspl: () => judgeTspl,
  cpcl: () => new CpclJudge().judge,
};

/** Nobody prints more of one shipment; who wants to is mistaken, or means no good. */
const maxLabels = 200;
/** Enough to tell what kind of file it is. */
const maxNamed = 40;

/**
 * The label with the lines that draw it, and nothing that sets up, resets or questions the printer. A label that only draws
 * comes out byte for byte (a line break is put behind the last command, which would wait for it). Linear in its length.
 *
 * Throws `RawDamage` for a label that was cut, and an error with the reason for one that would not be whole.
 */
export function filterRaw(file: Uint8Array, language: RawLanguage): FilteredRaw {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1');
  const judge = judges[language]();
  const kept: string[] = [];
  const leftOut = new Set<string>();
  const leaveOut = (name: string): void => {
    if (leftOut.size < maxNamed) leftOut.add(name);
  };
  const labelEnds: number[] = [];
  let [length, labels] = [0, 0];
  /** Nothing drawn yet; drawn and not printed; printed, and it can be printed again. */
  let state: 'blank' | 'drawn' | 'printed' = 'blank';
  /** Begun with a line that says so, and not printed. */
  let isOpen = false;
  for (let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0; at < text.length;) {
    const line = findLine(text, at);
    const judged = judge(line.text);
    let end = line.end;
    if (judged.type === 'refuse' && line.end === text.length && !text.endsWith('\n'))
      throw new RawDamage('a last line that is none');
    if (judged.type === 'refuse') throw new RawRefused(`${language.toUpperCase()} with ${judged.name}`);
    if (judged.type === 'ink') {
      if (judged.dataBytes !== undefined) end = findDataEnd(text, at + (judged.headLength ?? 0) + judged.dataBytes);
      state = 'drawn';
    }
    if (judged.type === 'begin') {
      [state, isOpen] = ['blank', true];
      if (judged.leftOut !== undefined) leaveOut(judged.leftOut);
    }
    if (judged.type === 'leave-out') {
      if (judged.name !== null) leaveOut(judged.name);
    } else {
      const piece = judged.type === 'begin' && judged.instead !== undefined ? judged.instead : text.slice(at, end);
      const whole = piece.endsWith('\n') ? piece : `${piece}\r\n`;
      kept.push(whole);
      length += whole.length;
    }
    if (judged.type === 'print') {
      if (state === 'blank') throw new RawDamage('a label on which nothing is drawn');
      [state, isOpen] = ['printed', false];
      labels += judged.labels;
      labelEnds.push(length);
    }
    at = end;
  }
  if (labels === 0 || state === 'drawn' || isOpen) throw new RawDamage('a label without the command that prints it');
  if (labels > maxLabels) throw new RawRefused(`${language.toUpperCase()} that prints ${labels} labels`);
  return { bytes: Buffer.from(kept.join(''), 'latin1'), leftOut: [...leftOut], labelEnds, labels };
}

/** A line without its break, and where the next one begins. */
function findLine(text: string, at: number): { readonly text: string; readonly end: number } {
  const found = text.indexOf('\n', at);
  const end = found < 0 ? text.length : found + 1;
  return { text: text.slice(at, end).replace(/\r?\n$|\r$/, ''), end };
}

/** A picture's data fill their line: where they do not, the printer would read something else than is read here. */
function findDataEnd(text: string, at: number): number {
  if (at > text.length) throw new RawDamage('a picture that is cut off');
  const rest = /^(?:\r?\n|\r?$)/.exec(text.slice(at, at + 2));
  if (rest === null) throw new RawDamage('a picture of another size than it says');
  return at + rest[0].length;
}
