/**
 * Tells a barcode scanner from a person by the clock: a scanner types its code in one burst and ends it with Enter, each
 * key less than 35 ms after the one before. Nobody types so for four keys on end, and a key held down repeats with its
 * own mark. A burst that follows closely on other signs is no scan: it may be the rest of a code that stalled on its way,
 * and a part of a code can be another parcel's.
 */
export interface KeyStroke {
  readonly key: string;
  /** When the key went down, not when the program came round to it. */
  readonly atMs: number;
  readonly repeat: boolean;
  /** Ctrl, Alt or Meta is held: a shortcut, not a sign. */
  readonly chord: boolean;
}

/** What a key stroke is in a burst, and with it what becomes of the key. */
export type BurstPart =
  /** Nothing of a burst; whatever was held back has to be let go. */
  | 'pass'
  /** An ordinary sign that may be a burst's first: what the field holds has to be remembered. */
  | 'first'
  /** The second quick sign, or a modifier: let through, the burst goes on. */
  | 'follow'
  /** The third quick sign and on: kept from the field. */
  | 'hold'
  | { readonly scan: string };

export const burstGapMs = 35;
export const quietBeforeMs = 250;
const shortestCode = 3;
const longestCode = 512;
const modifiers = new Set(['Shift', 'CapsLock', 'AltGraph', 'NumLock', 'Unidentified']);

export class ScanDetector {
  #text = '';
  #lastMs = Number.NEGATIVE_INFINITY;
  #afterSign = false;
  #held = '';

  take(stroke: KeyStroke): BurstPart {
    if (modifiers.has(stroke.key)) return 'follow';
    const gapMs = stroke.atMs - this.#lastMs;
    const quick = gapMs < burstGapMs;
    this.#lastMs = stroke.atMs;
    const sign = stroke.key.length === 1 && !stroke.chord && !stroke.repeat;
    const crowded = this.#afterSign && gapMs < quietBeforeMs;
    this.#afterSign = sign;
    if (sign && quick && this.#text !== '' && this.#text.length < longestCode) {
      this.#text += stroke.key;
      if (this.#text.length < shortestCode) return 'follow';
      this.#held += stroke.key;
      return 'hold';
    }
    const code = this.#text;
    this.#text = sign && !crowded ? stroke.key : '';
    if (sign) return crowded ? 'pass' : 'first';
    if (stroke.key === 'Enter' && !stroke.chord && !stroke.repeat && quick && code.length >= shortestCode) {
      return { scan: code };
    }
    return 'pass';
  }

  /** True from the second quick sign on, until the clock or another key ends the burst. */
  get inBurst(): boolean {
    return this.#text.length > 1;
  }

  /** The burst so far. */
  get begun(): string {
    return this.#text;
  }

  get held(): string {
    return this.#held;
  }

  /** Gives what was held back, once. The burst itself may still go on, or have become a scan. */
  release(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** A scanner that is held over a code reads it again and again: after so long without it, it is meant anew. */
export const againMs = 1000;

/** Does something once for a code that is read several times in a row, and gives the same answer each time. */
export class Repeats<C> {
  #last: { readonly code: C; readonly atMs: number; readonly done: boolean } | null = null;

  run(code: C, atMs: number, work: () => boolean): boolean {
    const before = this.#last?.code === code && atMs - this.#last.atMs < againMs ? this.#last : null;
    const done = before?.done ?? work();
    this.#last = { code, atMs, done };
    return done;
  }
}
