import { on } from 'svelte/events';
import type { ScanCommand } from '#shared/codes.ts';
import { type Command, findCommand, isSign } from './shortcuts.ts';
import { Repeats } from '../scanner/repeats.ts';
import { burstGapMs, type Scanner } from '../scanner/scanner.ts';

/** `false`: not now. */
type Handler = () => unknown;
type Wish = Command | ScanCommand;
type Handlers = Partial<Readonly<Record<Wish, Handler>>>;
type Source = 'key' | 'menu' | 'scan';

/** A menu accelerator may arrive a second time as a key; within this time it counts once. */
const echoMs = 150;

/**
 * Passes keys, menu items and scanned commands to the handler added last: the screen's topmost part
 * comes first.
 */
export class Commands {
  #handlers: readonly Handlers[] = [];
  readonly #scanner: Scanner;
  /** Of the open dialogs; the last one is on top. */
  #only: readonly Handlers[] = [];
  readonly #repeats = new Repeats<ScanCommand>();
  #last: { readonly command: Wish; readonly source: Source; readonly atMs: number } | null = null;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  start(): () => void {
    return on(window, 'keydown', this.#onKey);
  }

  on(handlers: Handlers): () => void {
    this.#handlers = [...this.#handlers, handlers];
    return () => {
      this.#handlers = this.#handlers.filter((other) => other !== handlers);
    };
  }

  /** While a dialog is open nothing behind it reacts; only these commands are handled. */
  restrict(handlers: Handlers): () => void {
    const off = this.on(handlers);
    this.#only = [...this.#only, handlers];
    return () => {
      off();
      this.#only = this.#only.filter((other) => other !== handlers);
    };
  }

  run(command: Wish, source: 'key' | 'menu'): boolean {
    return this.#run(command, source) !== 'nobody';
  }

  /**
   * Returns true if the scanned command was executed: unlike a key, a scan without effect needs an
   * answer.
   */
  runScanned(command: ScanCommand): boolean {
    return this.#repeats.run(
      command,
      performance.now(),
      () => this.#run(command, 'scan') === 'done',
    );
  }

  #run(command: Wish, source: Source): 'done' | 'not-now' | 'nobody' {
    const only = this.#only.at(-1);
    if (only !== undefined && !(command in only)) return 'nobody';
    const handler = this.#handlers.findLast((handlers) => command in handlers)?.[command];
    if (handler === undefined) return 'nobody';
    const atMs = performance.now();
    const echo =
      this.#last?.command === command &&
      this.#last.source !== source &&
      atMs - this.#last.atMs < echoMs;
    this.#last = { command, source, atMs };
    return echo || handler() !== false ? 'done' : 'not-now';
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = findCommand(event);
    if (command === null || event.repeat) return;
    const target = event.target;
    const editable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isSign(event)) {
      // A character such as `?` may begin a scan, and belongs to a focused field.
      if (editable) return;
      setTimeout(() => {
        if (!this.#scanner.inBurst) this.run(command, 'key');
      }, burstGapMs * 2);
      return;
    }
    // A field's own undo goes first while it has content.
    if (command === 'undo' && editable && target.value !== '') return;
    const isHandled = this.run(command, 'key');
    if (isHandled) event.preventDefault();
  };
}
