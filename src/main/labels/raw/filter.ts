import type { RawLanguage } from '../../../shared/index.ts';
import { CpclJudge } from './cpcl.ts';
import { judgeEpl } from './epl.ts';
import type { Judged } from './judged.ts';
import { judgeTspl } from './tspl.ts';

/** Damage in a label that no printer would print whole. */
export class RawDamage extends Error {}

/** A label with commands that Doca does not pass on, and that is incomplete without them. */
class RawRefused extends Error {}

/** One per label: the meaning of a CPCL line depends on those before it. */
const judges: Readonly<Record<RawLanguage, () => (line: string) => Judged>> = {
  epl: () => judgeEpl,
  tspl: () => judgeTspl,
  cpcl: () => new CpclJudge().judge,
};

/** More than anybody prints for one shipment. */
const maxLabels = 200;
/** Enough to recognise a kind of file. */
const maxNamed = 40;

/**
 * Returns the label's drawing lines, without any that set up, reset or query the printer. A label
 * that only draws comes out byte for byte (with a line break behind the last command, which would
 * wait for it). Linear in its length. `leftOut` has commands once each, such as `^@`; `labelEnds`
 * the ends of printing commands in `bytes`.
 *
 * Throws `RawDamage` for a truncated label, and an error with the reason for one that would not be
 * complete.
 */
export function filterRaw(file: Uint8Array, language: RawLanguage) {
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
  /** Begun with an opening line, and not printed. */
  let isOpen = false;
  for (let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0; at < text.length;) {
    const line = findLine(text, at);
    const judged = judge(line.text);
    let end = line.end;
    if (judged.type === 'refuse' && line.end === text.length && !text.endsWith('\n'))
      throw new RawDamage('a last line that is none');
    if (judged.type === 'refuse')
      throw new RawRefused(`${language.toUpperCase()} with ${judged.name}`);
    if (judged.type === 'ink') {
      if (judged.dataBytes !== undefined)
        end = findDataEnd(text, at + (judged.headLength ?? 0) + judged.dataBytes);
      state = 'drawn';
    }
    if (judged.type === 'begin') {
      [state, isOpen] = ['blank', true];
      if (judged.leftOut !== undefined) leaveOut(judged.leftOut);
    }
    if (judged.type === 'leave-out') {
      if (judged.name !== null) leaveOut(judged.name);
    } else {
      const piece =
        judged.type === 'begin' && judged.instead !== undefined
          ? judged.instead
          : text.slice(at, end);
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
  if (labels === 0 || state === 'drawn' || isOpen)
    throw new RawDamage('a label without the command that prints it');
  if (labels > maxLabels)
    throw new RawRefused(`${language.toUpperCase()} that prints ${labels} labels`);
  return { bytes: Buffer.from(kept.join(''), 'latin1'), leftOut: [...leftOut], labelEnds, labels };
}

/** A line without its break, and the start of the next one. */
function findLine(text: string, at: number): { readonly text: string; readonly end: number } {
  const found = text.indexOf('\n', at);
  const end = found < 0 ? text.length : found + 1;
  return { text: text.slice(at, end).replace(/\r?\n$|\r$/, ''), end };
}

/**
 * A picture's data fill their line: otherwise the printer would read something else than is read
 * here.
 */
function findDataEnd(text: string, at: number): number {
  if (at > text.length) throw new RawDamage('a picture that is cut off');
  const rest = /^(?:\r?\n|\r?$)/.exec(text.slice(at, at + 2));
  if (rest === null) throw new RawDamage('a picture of another size than it says');
  return at + rest[0].length;
}
