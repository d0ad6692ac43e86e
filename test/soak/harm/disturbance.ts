import type { Random } from '../../../src/training-erp/data/random.ts';
import type { SandboxEndpoint } from '../../../src/training-erp/index.ts';
import type { PaperDesk } from '../checker/paper.ts';
import type { Child } from './child.ts';
import type { Stage } from '../stage.ts';
import type { Counts } from '../types.ts';

/**
 * Disturbs one process from outside: SIGKILL or SIGSTOP, after a time or when it sends a request.
 */
export class Disturbance {
  readonly #random: Random;
  readonly #stage: Stage;
  readonly #desk: PaperDesk | null;
  readonly #counts: Counts;
  readonly #act: 'kill' | 'stop' | null;
  #timers: NodeJS.Timeout[] = [];
  #isOver = false;
  #what = 'left alone';

  constructor(
    random: Random,
    isRough: boolean,
    stage: Stage,
    desk: PaperDesk | null,
    counts: Counts,
  ) {
    this.#random = random;
    this.#stage = stage;
    this.#desk = desk;
    this.#counts = counts;
    this.#act = isRough ? random.pick(['kill', 'kill', 'kill', 'stop', null, null] as const) : null;
  }

  get what(): string {
    return this.#what;
  }

  watch(child: Child): void {
    const act = this.#act;
    if (act === null) return;
    const random = this.#random;
    const desk = this.#desk;
    if (desk !== null && random.chance(0.6)) {
      const label = random.int(1, 6);
      desk.whenPrinted(desk.printer.paper.length + label, () => {
        if (!this.#isOver)
          this.#after(random.pick([0, 0, 20, 200]), () =>
            this.#do(act, child, `at label ${label}`),
          );
      });
      return;
    }
    if (random.chance(0.5)) {
      this.#after(random.int(50, 4000), () => this.#do(act, child, 'by the clock'));
      return;
    }
    // Most faults happen around a request.
    const on = random.pick<SandboxEndpoint>([
      'concluir',
      'concluir',
      'concluir',
      'etiquetas',
      'label-file',
      'agrupamento',
    ]);
    const delayMs = random.pick([0, 0, 2, 5, 10, 20, 50, 150, 400]);
    this.#stage.once(on, on === 'concluir' ? 1 : random.int(1, 5), () => {
      if (!this.#isOver)
        this.#after(delayMs, () => this.#do(act, child, `${delayMs} ms after ${on}`));
    });
  }

  end(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms));
  }

  #do(act: 'kill' | 'stop', child: Child, when: string): void {
    if (child.isOver) return;
    this.#what = `${act} ${when}`;
    if (act === 'kill') {
      this.#counts.kills += 1;
      child.kill();
    } else if (child.stop(this.#random.pick([100, 700, 3000, 6000]))) this.#counts.stops += 1;
  }
}
