import { on } from 'svelte/events';
import type { ScanCommand } from '#shared/codes.ts';
import { readScan } from '#shared/identities/code.ts';
import { mayBecomeCommand, readCommand } from './command-codes.ts';

export interface Typed {
  readonly key: string;
  /** When the key went down, not when the program handled it. */
  readonly atMs: number;
}

export interface KeyStroke extends Typed {
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
 *   it has split a code: nothing of it is taken. In other places it is the scanner's, and splits
 *   it too.
 * - Tab does the same, but it ends a code outside text fields if nothing follows it at once.
 * - A burst right after other characters is no scan: it may be the rest of a code that stalled.
 */
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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Remembered {
  readonly value: string;
  readonly selection: readonly [number | null, number | null] | null;
}

/** `false`: not for this handler, and the one added before it gets the code. */
export type ScanHandler = (code: string) => unknown;
/**
 * `unknown`: the code begins like a command's, but is none; `unread`: another key has split it, and
 * nobody gets it.
 */
export type ScannedCommand = ScanCommand | 'unknown' | 'unread';
/** `null`: another code, which the screen gets. */
export type ScanListener = (command: ScannedCommand | null, code: string) => void;

/**
 * Handles the scanner with any focus, and keeps its characters out of the focused field: a parcel's
 * code as a number of copies would cost paper. Only fields for codes get them like a keyboard's:
 * those of secrets and those with `data-for-scans`, such as an address. Commands work there too.
 */
export class Scanner {
  readonly #detector = new ScanDetector();
  readonly #onscan: ScanListener;
  #handlers: readonly ScanHandler[] = [];
  #watcher: ((stroke: Typed) => void) | null = null;
  readonly #remembered = new Map<Field, Remembered>();
  #withheld = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onscan: ScanListener) {
    this.#onscan = onscan;
  }

  start(): () => void {
    return on(window, 'keydown', this.#onKey, { capture: true });
  }

  /** The last added handler gets the scans first. Returns a function that removes it. */
  on(handler: ScanHandler): () => void {
    this.#handlers = [...this.#handlers, handler];
    return () => {
      this.#handlers = this.#handlers.filter((other) => other !== handler);
    };
  }

  /** Passes on each key that types or ends a code, as it came. Returns a function that ends it. */
  watch(watcher: (stroke: Typed) => void): () => void {
    this.#watcher = watcher;
    return () => {
      this.#watcher = null;
    };
  }

  get inBurst(): boolean {
    return this.#detector.begun.length > 1;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { timeStamp: atMs, repeat } = event;
    const key = event.isComposing ? 'Process' : event.key;
    if (key.length === 1 || key === 'Enter' || key === 'Tab') this.#watcher?.({ key, atMs });
    this.#finish(this.#detector.settle(atMs));
    const inText = findText() !== null;
    const chord = readChord(event);
    const part = this.#detector.take({ key, atMs, repeat, chord, inText });
    if (part === 'follow') return;
    if (typeof part === 'object') {
      if (this.#finish(part)) this.#keep(event);
      return;
    }
    const isOurs = this.#listHandlers().length > 0 || mayBecomeCommand(this.#detector.begun);
    if (part !== 'withhold' || !isOurs) {
      this.#passOn();
      if (part === 'first') this.#remember();
      return;
    }
    this.#keep(event);
    if (chord === 'none' && key.length === 1) this.#withheld += key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#finish(this.#detector.settle(Number.POSITIVE_INFINITY));
      this.#passOn();
    }, burstGapMs * 2);
  };

  /** Only commands are no text for a field that takes codes. */
  #listHandlers(): readonly ScanHandler[] {
    return takesCodes(document.activeElement) ? [] : this.#handlers.toReversed();
  }

  /** Passes a scan on, or says that it could not be read. Returns false if it is the field's. */
  #finish(part: BurstPart): boolean {
    if (typeof part === 'string') return false;
    const { scan } = part;
    const handlers = this.#listHandlers();
    const command = scan === null ? 'unread' : readCommand(scan);
    // A token that is scanned into its field must not appear anywhere else, whatever it looks like.
    const secret = isSecret(document.activeElement);
    const isUnread = command === 'unread';
    if (
      handlers.length === 0 &&
      (command === null || isUnread || (secret && command === 'unknown'))
    ) {
      this.#passOn();
      // The rest of a code that was split between two fields is not sent.
      if (!isUnread || secret) return false;
    }
    this.#withheld = '';
    this.#restore((field) => !isUnread || !takesCodes(field));
    const code = readScan(scan ?? '');
    this.#onscan(command, code);
    if (command === null) handlers.find((handler) => handler(code) !== false);
    return true;
  }

  #keep(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** It was a person after all: the withheld characters go to their field. */
  #passOn(): void {
    clearTimeout(this.#timer);
    const withheld = this.#withheld;
    this.#withheld = '';
    if (withheld === '') return;
    const field = findText();
    if (field === null) {
      // Number inputs have no cursor position, and people do not type like this: the number stays
      // as it was.
      this.#restore((other) => other === document.activeElement);
      return;
    }
    const end = field.selectionEnd ?? field.value.length;
    field.setRangeText(withheld, field.selectionStart ?? end, end, 'end');
    field.dispatchEvent(
      new InputEvent('input', { bubbles: true, data: withheld, inputType: 'insertText' }),
    );
  }

  #remember(): void {
    if (!this.inBurst) this.#remembered.clear();
    const field = document.activeElement;
    if (!isField(field) || this.#remembered.has(field)) return;
    const text = findText();
    const selection = text && ([text.selectionStart, text.selectionEnd] as const);
    this.#remembered.set(field, { value: field.value, selection });
  }

  /** Takes out again what the burst has typed into fields. */
  #restore(isConcerned: (field: Field) => boolean): void {
    clearTimeout(this.#timer);
    for (const [field, { value, selection }] of this.#remembered) {
      if (field.value === value || !isConcerned(field)) continue;
      field.value = value;
      if (selection !== null && 'setSelectionRange' in field) field.setSelectionRange(...selection);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (field instanceof HTMLSelectElement)
        field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

/** AltGr, which types a character, is Ctrl and Alt on some systems. */
function readChord(event: KeyboardEvent): KeyStroke['chord'] {
  if (event.getModifierState('AltGraph')) return 'none';
  const held = (['ctrl', 'alt', 'meta'] as const).filter((name) => event[`${name}Key`]);
  return held.length > 1 ? 'several' : (held[0] ?? 'none');
}

function isSecret(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type === 'password';
}

function takesCodes(element: Element | null): boolean {
  return isSecret(element) || (element instanceof HTMLElement && 'forScans' in element.dataset);
}

/** Returns the field that has the focus, if it takes text at a cursor. */
function findText(): HTMLInputElement | HTMLTextAreaElement | null {
  const field = document.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.selectionStart !== null ? field : null;
}

function isField(element: Element | null): element is Field {
  return element?.matches('input, textarea, select') === true;
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
