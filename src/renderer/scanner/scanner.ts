import { on } from 'svelte/events';
import type { ScanCommand } from '#shared/codes.ts';
import { readScan } from '#shared/identities/code.ts';
import { mayBecomeCommand, readCommand } from './command-codes.ts';
import { type BurstPart, ScanDetector, burstGapMs, type KeyStroke } from './scan-detector.ts';
import type { Typed } from './scan-report.ts';

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
