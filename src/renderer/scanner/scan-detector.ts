/**
 * Tells a barcode scanner from a person by timing: a scanner types its code in one burst and ends
 * it with Enter or Tab, each key less than 35 ms after the one before. People do not type four keys
 * like that, and a held key repeats with its own mark. A burst is one scan of everything or none: a
 * part of a code can be another parcel's. So a key that types nothing spoils it, with all that
 * follows until it is quiet, and a burst right after other characters is no scan: it may be the
 * rest of a code that stalled.
 */
export interface KeyStroke {
  readonly key: string;
  /** When the key went down, not when the program handled it. */
  readonly atMs: number;
  readonly repeat: boolean;
  /** A key is held with it: within a burst `ctrl` and `alt` write control characters. */
  readonly chord: 'none' | 'ctrl' | 'alt' | 'other';
}

/** A key stroke's part in a burst, which decides what happens to the key. */
export type BurstPart =
  /** Not part of a burst; withheld characters have to be released. */
  | 'pass'
  /** It may begin a burst: the field's content has to be remembered. */
  | 'first'
  /** The second quick character, or a modifier: passed on, the burst continues. */
  | 'follow'
  /** The third quick character and later ones, and chords: kept from the field. */
  | 'withhold'
  /** The burst is spoilt: nothing of it may stay in the field, and the packer has to know. */
  | 'unread'
  /** The rest of a spoilt burst, or a second end of a scan: kept from everything. */
  | 'drop'
  | { readonly scan: string };

export const burstGapMs = 35;
export const quietBeforeMs = 250;
const shortestCode = 3;
/** Those of QR codes, which may be tokens, have 7,089 characters at most. */
const longestCode = 7500;
const modifiers = new Set('Shift CapsLock AltGraph Control Alt NumLock Unidentified'.split(' '));

export class ScanDetector {
  #text = '';
  /** The digits so far of a character that is written by its number, with Alt. */
  #digits = '';
  #lastMs = Number.NEGATIVE_INFINITY;
  /** `typing`: characters came, and no quiet time or Enter since. `ended`: a scan just came. */
  #state: 'quiet' | 'typing' | 'spoilt' | 'unread' | 'ended' = 'quiet';
  #withheld = '';

  take(stroke: KeyStroke): BurstPart {
    const gapMs = stroke.atMs - this.#lastMs;
    if (modifiers.has(stroke.key)) {
      this.#writeDigits();
      if (gapMs < burstGapMs) this.#lastMs = stroke.atMs;
      return 'follow';
    }
    this.#lastMs = stroke.atMs;
    if (gapMs >= quietBeforeMs) this.#state = 'quiet';
    if (this.#state === 'unread') return 'drop';
    if (gapMs >= burstGapMs) {
      this.#text = '';
      this.#digits = '';
    }
    const sign = readSign(stroke);
    const isDigit = sign !== null && stroke.chord === 'alt';
    if (!isDigit) this.#writeDigits();
    const isOpen = this.#text !== '' || this.#digits !== '';
    if (sign === null) return this.#takeOther(stroke, isOpen, gapMs);
    if (!isOpen && (this.#state === 'typing' || this.#state === 'spoilt')) return 'pass';
    // A person's shortcut or blank, which no code begins with: the next key may come at once.
    if (!isOpen && (stroke.chord === 'ctrl' || sign === ' ')) return 'pass';
    if (isDigit) this.#digits += sign;
    else this.#text += sign;
    if (!isOpen) {
      // Digits with Alt are no typing: a scan may come right after them.
      this.#state = isDigit ? 'quiet' : 'typing';
      return 'first';
    }
    if (this.#text.length > longestCode) this.#state = 'spoilt';
    if (this.#state === 'spoilt') {
      if (this.#text.length >= shortestCode) return this.#giveUp();
    } else {
      this.#state = 'typing';
      if (this.#text.length < shortestCode && stroke.chord === 'none') return 'follow';
    }
    if (stroke.chord === 'none') this.#withheld += sign;
    return 'withhold';
  }

  /** A key that types nothing: the end of a burst, or a stranger in it. */
  #takeOther({ key, repeat, chord }: KeyStroke, isOpen: boolean, gapMs: number): BurstPart {
    const isEnd = (key === 'Enter' || key === 'Tab') && chord === 'none' && !repeat;
    const code = this.#text;
    if (isOpen && isEnd && this.#state !== 'spoilt' && code.length >= shortestCode) {
      this.#text = '';
      this.#state = 'ended';
      return { scan: code };
    }
    if (isOpen) {
      this.#state = 'spoilt';
      if (code.length >= shortestCode) return this.#giveUp();
      return chord !== 'none' || /^(F\d+|Escape)$/.test(key) ? 'withhold' : 'pass';
    }
    if (isEnd && this.#state === 'ended' && gapMs >= 0 && gapMs < burstGapMs) return 'drop';
    if (this.#state === 'ended' || (key === 'Enter' && this.#state === 'typing'))
      this.#state = 'quiet';
    return 'pass';
  }

  #giveUp(): BurstPart {
    this.#state = 'unread';
    return 'unread';
  }

  #writeDigits(): void {
    const number = Number(this.#digits);
    if (this.#digits !== '' && (number === 0 || number > 126)) this.#state = 'spoilt';
    if (this.#digits !== '') this.#text += String.fromCharCode(number);
    this.#digits = '';
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

/** Returns the character that a key types, also with Ctrl; with Alt, a digit of its number. */
function readSign({ key, chord, repeat }: KeyStroke): string | null {
  if (repeat || key.length !== 1) return null;
  if (chord === 'none') return key;
  if (chord === 'alt') return /\d/.test(key) ? key : null;
  const code = key.toUpperCase().charCodeAt(0) - 64;
  return chord === 'ctrl' && code > 0 && code < 32 ? String.fromCharCode(code) : null;
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
