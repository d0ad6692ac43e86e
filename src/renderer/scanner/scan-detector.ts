/**
 * Tells a barcode scanner from a person by timing: a scanner types its code in one burst and ends
 * it with Enter, each key less than 35 ms after the one before. People do not type four keys like
 * that, and a held key repeats with its own mark. A burst right after other characters is no scan:
 * it may be the rest of a code that stalled, and a part of a code can be another parcel's.
 */
export interface KeyStroke {
  readonly key: string;
  /** When the key went down, not when the program handled it. */
  readonly atMs: number;
  readonly repeat: boolean;
  /** Ctrl, Alt or Meta is held: a shortcut, not a character. */
  readonly chord: boolean;
}

/** A key stroke's part in a burst, which decides what happens to the key. */
export type BurstPart =
  /** Not part of a burst; withheld characters have to be released. */
  | 'pass'
  /** An ordinary character that may begin a burst: the field's content has to be remembered. */
  | 'first'
  /** The second quick character, or a modifier: passed on, the burst continues. */
  | 'follow'
  /** The third quick character and later ones: kept from the field. */
  | 'withhold'
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
  #withheld = '';

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
      this.#withheld += stroke.key;
      return 'withhold';
    }
    const code = this.#text;
    this.#text = sign && !crowded ? stroke.key : '';
    if (sign) return crowded ? 'pass' : 'first';
    if (
      stroke.key === 'Enter' &&
      !stroke.chord &&
      !stroke.repeat &&
      quick &&
      code.length >= shortestCode
    ) {
      return { scan: code };
    }
    return 'pass';
  }

  get inBurst(): boolean {
    return this.#text.length > 1;
  }

  get begun(): string {
    return this.#text;
  }

  get withheld(): string {
    return this.#withheld;
  }

  /** Returns the withheld characters, once. The burst itself may go on, or have become a scan. */
  release(): string {
    const withheld = this.#withheld;
    this.#withheld = '';
    return withheld;
  }
}

/**
 * A scanner that is held over a code reads it repeatedly: after so long without it, it counts
 * again.
 */
export const againMs = 1000;

/**
 * Acts once for a code that is read several times in a row, and returns the same answer each time.
 */
export class Repeats<C> {
  #last: { readonly code: C; readonly atMs: number; readonly done: boolean } | null = null;

  run(code: C, atMs: number, work: () => boolean): boolean {
    const before =
      this.#last?.code === code && atMs - this.#last.atMs < againMs ? this.#last : null;
    const done = before?.done ?? work();
    this.#last = { code, atMs, done };
    return done;
  }
}
