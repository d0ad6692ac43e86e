import type { Terminal } from './terminal.ts';

const barWidth = 28;

/** A bar that redraws itself on a terminal; elsewhere a line for each tenth of the way, so that logs stay short. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #label: string;
  #lastText = '';
  #lastTenth = -1;

  constructor(terminal: Terminal, label: string) {
    this.#terminal = terminal;
    this.#label = label;
  }

  update(done: number, total: number, note = ''): void {
    const share = total === 0 ? 1 : done / total;
    if (this.#terminal.errIsTty) {
      const filled = Math.round(share * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const text = `${this.#label} ${bar} ${done}/${total}${note === '' ? '' : `  ${note}`}`;
      if (text === this.#lastText) return;
      this.#lastText = text;
      this.#terminal.err(`\r\u001b[2K${text.slice(0, this.#terminal.columns - 1)}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === this.#lastTenth) return;
    this.#lastTenth = tenth;
    this.#terminal.err(`${this.#label} ${done}/${total}${note === '' ? '' : `  ${note}`}\n`);
  }

  /** Ends the bar's line. */
  end(): void {
    if (this.#terminal.errIsTty && this.#lastText !== '') this.#terminal.err('\n');
  }
}
