import type { BenchLook } from '#shared/contract/app.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type BenchStep, benchSteps } from '#shared/domain/window.ts';
import type { App } from '../app/index.ts';
import { benchMessages } from '../i18n/bench.ts';

type Setup = Settings['benchSetup'];
export type BenchPlace = BenchStep | 'end';

/**
 * The set-up of this bench. The settings keep the results of its steps; the present step and the
 * doctor's look are here.
 */
export class BenchSetting {
  readonly #app: App;
  look = $state.raw<BenchLook | null>(null);
  picked = $state<BenchPlace | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  get words() {
    return benchMessages[this.#app.language];
  }

  get setup(): Setup {
    return this.#app.settings.benchSetup;
  }

  /** The picked step, or the first one that is not done: so an interrupted setting up goes on. */
  get current(): BenchPlace {
    return this.picked ?? benchSteps.find((step) => this.setup.steps[step] === undefined) ?? 'end';
  }

  async read(): Promise<void> {
    this.look = this.#app.takeValue(await this.#app.request('bench.look'), this.look);
  }

  /**
   * Keeps the step's result, with other settings that follow from it, and leads to the next step.
   */
  async note(
    step: BenchStep,
    state: 'done' | 'skipped',
    result: string,
    change: Partial<Settings> = {},
  ): Promise<void> {
    const steps = {
      ...this.setup.steps,
      [step]: { state, atMs: Date.now(), told: result.slice(0, 500) },
    };
    await this.#app.change({ ...change, benchSetup: { ...this.setup, steps } });
    this.picked = benchSteps[benchSteps.indexOf(step) + 1] ?? 'end';
  }
}
