import { type Fault, ok } from '#shared/faults/faults.ts';
import { countPrints } from '#shared/floor-rows.ts';
import { catchAll, need } from '../../os/errors.ts';
import { removeQuietly } from '../../os/files.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobParts } from './parts.ts';

/**
 * Prints the invoices' papers of labels that are printed for the first time. Nobody waits: failures
 * are reported.
 */
export class DanfePrint {
  readonly #services;
  readonly #model;
  readonly #danfes;
  readonly #runner: JobRunner;
  /** Labels that came out for the first time, until their papers follow. */
  readonly #printed = new Set<number>();

  constructor({ services, model, danfes }: JobParts, runner: JobRunner) {
    this.#services = services;
    this.#model = model;
    this.#danfes = danfes;
    this.#runner = runner;
  }

  /** It came out for the first time, and not at another station. */
  note(id: number): void {
    this.#printed.add(id);
  }

  /** Runs work that may bring these labels to paper; their papers follow its end, good or bad. */
  async watch(ids: readonly number[], work: () => Promise<void>): Promise<void> {
    const fresh = ids.filter((id) => !this.#isOut(id));
    const count = () => countPrints(this.#model.entries(), ids);
    const before = count();
    try {
      await work();
    } finally {
      const name = this.#services.settings().danfePrinter;
      const out = fresh.filter((id) => this.#isOut(id) && this.#printed.has(id));
      for (const id of out) this.#printed.delete(id);
      if (name === null) {
        if (count() !== before) this.#report(this.#danfes.findLackingBehind(ids));
      } else if (out.length > 0) void this.#runner.work(() => this.#print(out, name));
    }
  }

  async #print(ids: readonly number[], name: string): Promise<void> {
    const { log, printing } = this.#services;
    const print = async (): Promise<void> => {
      const about = { ids, drawn: true };
      const printPaper = await printing.openPaperWay(name, this.#model.view.snapshot(), about);
      // Begun in its turn: if work is cancelled before that, other work is meant.
      const writing = this.#runner.run((signal) => this.#danfes.write(ids, signal));
      const { path, paper, lacking } = need(await writing);
      try {
        const title = `Doca DANFE ${this.#model.grouping.id}`;
        await printPaper({ path, title, ...(paper !== undefined && { paper }) });
        this.#report(lacking);
      } finally {
        await removeQuietly(path);
      }
    };
    const done = await catchAll('danfe', log, async () => {
      await printing.printPapers(print);
      return ok();
    });
    if (!done.ok) this.#report(done.fault);
  }

  #report(reason: Fault | null): void {
    if (reason !== null && reason.kind !== 'cancelled') this.#services.notice(reason);
  }

  #isOut(id: number): boolean {
    return (this.#model.find(id)?.label.timesPrinted ?? 0) > 0;
  }
}
