import { commandOf, writesText } from './shortcuts.ts';
import type { Command } from './shortcuts.ts';
import type { Scanner } from './scanner.ts';
import { burstGapMs } from './scan-detector.ts';

type Handler = () => void;

/** A menu accelerator may reach us a second time as a key; within this time it counts once. */
const echoMs = 150;

/** Brings keys and menu items to whoever handles them now: the handler put last, so that what is on top goes first. */
export class Commands {
  readonly #handlers = new Map<Command, readonly Handler[]>();
  readonly #scanner: Scanner;
  #only: Command | null = null;
  #last: { readonly command: Command; readonly source: 'key' | 'menu'; readonly atMs: number } | null = null;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  start(): () => void {
    window.addEventListener('keydown', this.#onKey);
    return () => window.removeEventListener('keydown', this.#onKey);
  }

  on(command: Command, handler: Handler): () => void {
    this.#handlers.set(command, [...(this.#handlers.get(command) ?? []), handler]);
    return () => {
      const others = (this.#handlers.get(command) ?? []).filter((other) => other !== handler);
      this.#handlers.set(command, others);
    };
  }

  /** While a dialog is open nothing behind it may be set off; only this command is heard. */
  hold(command: Command, handler: Handler): () => void {
    const off = this.on(command, handler);
    this.#only = command;
    return () => {
      off();
      this.#only = null;
    };
  }

  run(command: Command, source: 'key' | 'menu'): boolean {
    if (this.#only !== null && this.#only !== command) return false;
    const handler = this.#handlers.get(command)?.at(-1);
    if (handler === undefined) return false;
    const atMs = performance.now();
    const echo = this.#last?.command === command && this.#last.source !== source && atMs - this.#last.atMs < echoMs;
    this.#last = { command, source, atMs };
    if (!echo) handler();
    return true;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = commandOf(event);
    if (command === null || event.repeat) return;
    const target = event.target;
    const editable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (writesText(event)) {
      // A sign such as `?` may begin a scan, and belongs to a field that has the focus.
      if (editable) return;
      setTimeout(() => {
        if (!this.#scanner.inBurst) this.run(command, 'key');
      }, burstGapMs * 2);
      return;
    }
    // A field's own undo goes first while there is something in it.
    if (command === 'undo' && editable && target.value !== '') return;
    if (this.run(command, 'key')) event.preventDefault();
  };
}
