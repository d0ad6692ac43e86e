import type { ScanCommand } from '../../shared/index.ts';
import { findCommand, isSign } from './shortcuts.ts';
import type { Command } from './shortcuts.ts';
import type { Scanner } from '../scanner/scanner.ts';
import { Repeats, burstGapMs } from '../scanner/scan-detector.ts';

/** `false` says that it is not the time for this. */
type Handler = () => unknown;
type Wish = Command | ScanCommand;
type Source = 'key' | 'menu' | 'scan';

/** A menu accelerator may reach us a second time as a key; within this time it counts once. */
const echoMs = 150;

/** Brings keys, menu items and scanned commands to whoever handles them now: the handler put last, so that what is on top goes first. */
export class Commands {
  readonly #handlers = new Map<Wish, readonly Handler[]>();
  readonly #scanner: Scanner;
  #only: readonly Wish[] | null = null;
  readonly #repeats = new Repeats<ScanCommand>();
  #last: { readonly command: Wish; readonly source: Source; readonly atMs: number } | null = null;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  start(): () => void {
    window.addEventListener('keydown', this.#onKey);
    return () => window.removeEventListener('keydown', this.#onKey);
  }

  on(command: Wish, handler: Handler): () => void {
    this.#handlers.set(command, [...(this.#handlers.get(command) ?? []), handler]);
    return () => {
      const others = (this.#handlers.get(command) ?? []).filter((other) => other !== handler);
      this.#handlers.set(command, others);
    };
  }

  /** While a dialog is open nothing behind it may be set off; only these commands are heard. */
  hold(commands: readonly Wish[], handler: Handler): () => void {
    const offs = commands.map((command) => this.on(command, handler));
    this.#only = commands;
    return () => {
      for (const off of offs) off();
      this.#only = null;
    };
  }

  /** Whether somebody here knows the command. */
  run(command: Wish, source: 'key' | 'menu'): boolean {
    return this.#run(command, source) !== 'nobody';
  }

  /** Whether the scanned command was carried out: nobody looks at a key that does nothing, but a scan wants an answer. */
  runScanned(command: ScanCommand): boolean {
    return this.#repeats.run(command, performance.now(), () => this.#run(command, 'scan') === 'done');
  }

  #run(command: Wish, source: Source): 'done' | 'not-now' | 'nobody' {
    if (this.#only !== null && !this.#only.includes(command)) return 'nobody';
    const handler = this.#handlers.get(command)?.at(-1);
    if (handler === undefined) return 'nobody';
    const atMs = performance.now();
    const echo = this.#last?.command === command && this.#last.source !== source && atMs - this.#last.atMs < echoMs;
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
