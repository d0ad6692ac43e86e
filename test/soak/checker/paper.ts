import { setTimeout as sleep } from 'node:timers/promises';
import type { TestCups } from '../../support/cups.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import type { SimulatedPrinter } from '../../support/network-printer.ts';

interface Due {
  readonly labels: number;
  readonly act: () => void;
}

/** A label printer behind a queue of its own, and a record of its real output. */
export class PaperDesk {
  readonly queue: string;
  readonly printer: SimulatedPrinter;
  readonly #cups: TestCups;
  readonly #whenPrinted: Due[];
  /** How often the spooler itself printed a job again. */
  repeats = 0;
  #isStopped = false;

  private constructor(
    cups: TestCups,
    queue: string,
    printer: SimulatedPrinter,
    whenPrinted: Due[],
  ) {
    this.#cups = cups;
    this.queue = queue;
    this.printer = printer;
    this.#whenPrinted = whenPrinted;
  }

  static async open(cups: TestCups, queue: string, labelMs: number): Promise<PaperDesk> {
    const whenPrinted: Due[] = [];
    const printer = await startNetworkPrinter({
      answersStatus: false,
      labelMs,
      // It prints while it receives, and jobs waiting in the spooler have not reached it.
      bufferBytes: 3_000,
      onLabel: (printed) => {
        for (const due of whenPrinted.filter(({ labels }) => labels === printed)) due.act();
      },
    });
    cups.addQueue(queue, printer.port, 'raw');
    return new PaperDesk(cups, queue, printer, whenPrinted);
  }

  get server(): string {
    return this.#cups.env['CUPS_SERVER'] ?? '';
  }

  whenPrinted(labels: number, act: () => void): void {
    this.#whenPrinted.push({ labels, act });
  }

  /** How often each code is on paper. */
  count(codes: Iterable<string>): ReadonlyMap<string, number> {
    const counted = new Map<string, number>([...codes].map((code) => [code, 0]));
    for (const label of this.printer.paper) {
      for (const code of counted.keys())
        if (label.includes(code)) counted.set(code, (counted.get(code) ?? 0) + 1);
    }
    return counted;
  }

  stopQueue(): void {
    this.#isStopped = true;
    this.#try('cupsdisable', this.queue);
  }

  emptyQueue(): void {
    this.#try('cancel', '-a', this.queue);
  }

  /**
   * Does a packer's repairs before another attempt: adds paper, closes the cover, starts the queue.
   */
  setRight(): void {
    // CUPS restarts a job that was half printed when its queue was stopped; a killed program has
    // not removed it.
    if (
      this.#isStopped &&
      this.#try('lpstat', '-W', 'not-completed', '-o', this.queue).trim() !== ''
    )
      this.repeats += 1;
    this.#isStopped = false;
    this.printer.set({ paperOut: false, headOpen: false, paused: false });
    this.#try('cupsenable', this.queue);
    this.#try('cupsaccept', this.queue);
  }

  /**
   * Adds paper, for labels that wait in the printer's own memory, and waits until no more labels
   * come out.
   */
  async settle(): Promise<void> {
    this.printer.set({ paperOut: false, headOpen: false, paused: false });
    // It may run out of paper only now, for two seconds, with labels in its memory.
    for (let quiet = 0; quiet < (this.printer.stirrings.length === 0 ? 8 : 16); quiet += 1) {
      const printed = this.printer.paper.length;
      await sleep(250);
      if (this.printer.paper.length > printed) quiet = 0;
    }
  }

  async close(): Promise<void> {
    this.emptyQueue();
    this.#try('lpadmin', '-x', this.queue);
    await this.printer.close();
  }

  #try(name: string, ...args: readonly string[]): string {
    try {
      return this.#cups.command(name, ...args);
    } catch {
      return '';
    }
  }
}
