/**
 * Tells a barcode scanner from a person by timing: a scanner types its code in one burst and ends
 * it with Enter, each key less than 35 ms after the one before. People do not type four keys like
 * that, and a held key repeats with its own mark.
 *
 * A burst is one scan of everything or none, because a part of a code can be another parcel's:
 * - Chords are the control characters that they stand for: GS is Ctrl+], or Alt and 029.
 * - Modifiers alone are ignored. A dead key or an input method's makes the code unreadable.
 * - A named key or a shortcut after fewer than three quick characters, or in a text field, is a
 *   person's, and does its work at once. If more characters follow as quickly and Enter ends them,
 *   it has split a code: nothing of it is taken. In other places it is the scanner's, and splits it too.
 * - Tab does the same, but it ends a code outside text fields if nothing follows it at once.
 * - A burst right after other characters is no scan: it may be the rest of a code that stalled.
 */
export interface KeyStroke {
  readonly key: string;
  /** When the key went down, not when the program handled it. */
  readonly atMs: number;
  readonly repeat: boolean;
  readonly chord: 'none' | 'ctrl' | 'alt' | 'meta' | 'several';
  /** A text field has the focus, and a person or their software may fill it as quickly. */
  readonly inText: boolean;
}

/** A key stroke's part in a burst, which decides what happens to the key. */
export type BurstPart =
  /** A person's, or a sign that cannot be kept; withheld characters have to be released. */
  | 'pass'
  /** The first character of a burst or of its rest: the field's content has to be remembered. */
  | 'first'
  /** The second quick character, a chord with it, or a modifier: passed on, the burst continues. */
  | 'follow'
  /** The third quick character and later ones, and all else that the scanner types then. */
  | 'withhold'
  /** Enter: the code, or null if it could not be read whole. */
  | { readonly scan: string | null };

export const burstGapMs = 35;
export const quietBeforeMs = 250;
const shortestCode = 3;
const modifiers = new Set('Shift CapsLock AltGraph Control Alt NumLock Unidentified'.split(' '));

/** A person's key between the characters of a burst, or after them. */
const foreign = '\uE000';
const tab = '\uE001';
/** A character that the scanner typed, and nobody can tell. */
const lost = '\uE002';

export class ScanDetector {
  /** The characters of the burst; digits with Alt are fullwidth. */
  #text = '';
  /** The quick characters since a person's key, if there was one. */
  #run = 0;
  #lastMs = 0;
  /** When the last character came that no Enter has ended. */
  #signMs = 0;

  take(stroke: KeyStroke): BurstPart {
    const { key, atMs, chord } = stroke;
    if (atMs - this.#lastMs >= burstGapMs) this.#text = '';
    this.#lastMs = atMs;
    if (modifiers.has(key)) {
      if (key === 'Alt') this.#text = readNumbers(this.#text);
      return 'follow';
    }
    const sign = readSign(stroke);
    const isFirst = this.#text === '';
    if (sign === null || (isFirst && chord === 'ctrl')) return this.#takeOther(stroke);
    const crowded = isFirst && atMs - this.#signMs < quietBeforeMs;
    this.#signMs = atMs;
    if (crowded) return 'pass';
    this.#text += sign;
    this.#run = isFirst ? 1 : this.#run + 1;
    if (this.#run === 1) return 'first';
    if (sign === lost) return 'pass';
    const needed = chord === 'none' ? shortestCode : shortestCode + 1;
    return this.#run < needed ? 'follow' : 'withhold';
  }

  /** A key that types nothing. */
  #takeOther({ key, chord, repeat, inText }: KeyStroke): BurstPart {
    if (key === 'Enter' && chord === 'none' && !repeat) return this.#end();
    if (this.#text === '') return 'pass';
    if (inText || this.#run < shortestCode) {
      this.#text += foreign;
      this.#run = 0;
      return 'pass';
    }
    this.#text += key === 'Tab' ? tab : lost;
    return 'withhold';
  }

  #end(): BurstPart {
    const code = readNumbers(this.#text).replace(/^\p{Cc}+|[\p{Cc}\uE001]+$/gu, '');
    this.#text = '';
    this.#signMs = 0;
    const signs = code.replaceAll(foreign, '');
    if (code.endsWith(foreign) || signs.length < shortestCode) return 'pass';
    return { scan: /[\uE000-\uE002]/.test(code) ? null : code };
  }

  /** Ends the burst at its Tab if nothing has followed it by then. */
  settle(atMs: number): BurstPart {
    const isEnded = this.#text.endsWith(tab) && atMs - this.#lastMs >= burstGapMs;
    return isEnded ? this.#end() : 'follow';
  }

  get begun(): string {
    return this.#text;
  }
}

/** Returns the character that a key stands for in a burst, or null if it is no character. */
function readSign({ key, chord, repeat, inText }: KeyStroke): string | null {
  const sign = /^(Dead|Process)$/.test(key) ? lost : key;
  if (repeat || sign.length > 1) return null;
  if (chord === 'none') return sign;
  if (chord === 'alt' && /\d/.test(key)) return String.fromCharCode(0xff10 + Number(key));
  // Ctrl with a letter may be a shortcut; no shortcut has a sign from [ to _.
  const shape = inText ? /[[-_]/ : /[a-z[-_]/i;
  return chord === 'ctrl' && shape.test(key) ? String.fromCharCode(key.charCodeAt(0) % 32) : null;
}

/** Replaces the numbers that were typed with Alt by their characters. */
function readNumbers(text: string): string {
  return text.replace(/[０-９]+/g, (digits) => {
    const number = Number(digits.normalize('NFKC'));
    return number < 127 ? String.fromCharCode(number) : lost;
  });
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
