import { ScanDetector, burstGapMs } from './scan-detector.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Remembered {
  readonly field: Field;
  readonly value: string;
  readonly selection: readonly [number | null, number | null] | null;
}

export type ScanHandler = (code: string) => void;

/**
 * Hears the scanner whatever has the focus, and keeps its signs out of the field that has it. Only where a screen takes
 * scans (`on`): elsewhere a scan types into the field like a keyboard.
 */
export class Scanner {
  readonly #detector = new ScanDetector();
  #handlers: readonly ScanHandler[] = [];
  #remembered: Remembered | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  start(): () => void {
    window.addEventListener('keydown', this.#onKey, { capture: true });
    return () => window.removeEventListener('keydown', this.#onKey, { capture: true });
  }

  /** The handler put last gets the scans. Gives the way to take it back. */
  on(handler: ScanHandler): () => void {
    this.#handlers = [...this.#handlers, handler];
    return () => {
      this.#handlers = this.#handlers.filter((other) => other !== handler);
    };
  }

  get inBurst(): boolean {
    return this.#detector.inBurst;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const handler = this.#handlers.at(-1);
    if (handler === undefined || event.isComposing) return;
    const chord = event.ctrlKey || event.altKey || event.metaKey;
    const verdict = this.#detector.key({ key: event.key, atMs: event.timeStamp, repeat: event.repeat, chord });
    if (typeof verdict === 'object') {
      this.#keep(event);
      this.#restore();
      handler(verdict.scan);
      return;
    }
    switch (verdict) {
      case 'hold':
        this.#keep(event);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#letGo(), burstGapMs * 2);
        return;
      case 'first':
        this.#letGo();
        this.#remember();
        return;
      case 'pass':
        this.#letGo();
        return;
      case 'follow':
        return;
    }
  };

  #keep(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** It was a person after all: what was held back goes where it was meant to go. */
  #letGo(): void {
    clearTimeout(this.#timer);
    const held = this.#detector.release();
    const field = document.activeElement;
    if (held === '' || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    field.setRangeText(
      held,
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      'end',
    );
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: held, inputType: 'insertText' }));
  }

  #remember(): void {
    const field = document.activeElement;
    this.#remembered = isField(field) ? { field, value: field.value, selection: selectionOf(field) } : null;
  }

  #restore(): void {
    clearTimeout(this.#timer);
    const remembered = this.#remembered;
    this.#remembered = null;
    if (remembered === null || remembered.field.value === remembered.value) return;
    const { field, value, selection } = remembered;
    field.value = value;
    if (selection !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function isField(element: Element | null): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function selectionOf(field: Field): Remembered['selection'] {
  if (field instanceof HTMLSelectElement) return null;
  // Inputs without text (check boxes, radio buttons) have no selection.
  return field.selectionStart === null ? null : [field.selectionStart, field.selectionEnd];
}
