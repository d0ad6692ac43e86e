import { on } from 'svelte/events';
import type { ScanCommand } from '#shared/codes.ts';
import { readScan } from '#shared/identities/code.ts';
import { mayBecomeCommand, readCommand } from './command-codes.ts';
import { ScanDetector, burstGapMs } from './scan-detector.ts';
import type { Typed } from './scan-report.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Remembered {
  readonly field: Field;
  readonly value: string;
  readonly selection: readonly [number | null, number | null] | null;
}

/** `false`: not for this handler, and the one added before it gets the code. */
export type ScanHandler = (code: string) => unknown;
/**
 * `unknown`: the code begins like a command's, but is none; `null`: another code, which the screen
 * gets.
 */
export type ScanListener = (command: ScanCommand | 'unknown' | null, code: string) => void;

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
  #remembered: Remembered | null = null;
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
    return this.#detector.inBurst;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const { key, timeStamp: atMs } = event;
    if (key.length === 1 || key === 'Enter' || key === 'Tab') this.#watcher?.({ key, atMs });
    // A token that is scanned into its field must not appear anywhere else, whatever it looks like.
    const secret = isSecret(document.activeElement);
    const takesCodes = secret || isForScans(document.activeElement);
    const handlers = takesCodes ? [] : this.#handlers.toReversed();
    const chord = event.ctrlKey || event.altKey || event.metaKey;
    const part = this.#detector.take({ key, atMs, repeat: event.repeat, chord });
    if (typeof part === 'object') {
      const read = readCommand(part.scan);
      const command = secret && read === 'unknown' ? null : read;
      if (command === null && handlers.length === 0) {
        this.#passOn();
        return;
      }
      this.#keep(event);
      this.#detector.release();
      this.#restore();
      const code = readScan(part.scan);
      this.#onscan(command, code);
      if (command === null) handlers.find((handler) => handler(code) !== false);
      return;
    }
    switch (part) {
      case 'withhold':
        if (handlers.length === 0 && !mayBecomeCommand(this.#detector.begun)) {
          // A code for the field, such as a token: only the characters that were kept before this
          // one have to be restored.
          if (this.#detector.withheld === event.key) this.#detector.release();
          else {
            this.#keep(event);
            this.#passOn();
          }
          return;
        }
        this.#keep(event);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#passOn(), burstGapMs * 2);
        return;
      case 'first':
        this.#passOn();
        this.#remember();
        return;
      case 'pass':
        this.#passOn();
        return;
      case 'follow':
        return;
    }
  };

  #keep(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** It was a person after all: the withheld characters go to their field. */
  #passOn(): void {
    clearTimeout(this.#timer);
    const withheld = this.#detector.release();
    const field = document.activeElement;
    if (
      withheld === '' ||
      !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    )
      return;
    // Number inputs have no cursor position, and people do not type like this: the number stays as
    // it was.
    if (field.selectionStart === null) {
      this.#restore();
      return;
    }
    field.setRangeText(
      withheld,
      field.selectionStart,
      field.selectionEnd ?? field.value.length,
      'end',
    );
    field.dispatchEvent(
      new InputEvent('input', { bubbles: true, data: withheld, inputType: 'insertText' }),
    );
  }

  #remember(): void {
    const field = document.activeElement;
    this.#remembered = isField(field)
      ? { field, value: field.value, selection: readSelection(field) }
      : null;
  }

  #restore(): void {
    clearTimeout(this.#timer);
    const remembered = this.#remembered;
    this.#remembered = null;
    if (remembered === null || remembered.field.value === remembered.value) return;
    const { field, value, selection } = remembered;
    field.value = value;
    if (selection !== null && !(field instanceof HTMLSelectElement))
      field.setSelectionRange(...selection);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field instanceof HTMLSelectElement)
      field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function isSecret(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type === 'password';
}

function isForScans(element: Element | null): boolean {
  return element instanceof HTMLElement && 'forScans' in element.dataset;
}

function isField(element: Element | null): element is Field {
  return element?.matches('input, textarea, select') === true;
}

function readSelection(field: Field): Remembered['selection'] {
  if (field instanceof HTMLSelectElement) return null;
  // Inputs without text (check boxes, radio buttons) have no selection.
  return field.selectionStart === null ? null : [field.selectionStart, field.selectionEnd];
}
