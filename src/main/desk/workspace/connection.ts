import type { Answer, JobRef } from '#shared/contract/define.ts';
import { ok } from '#shared/faults/faults.ts';
import { Serial } from '#shared/serial.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { Journal } from '../../journal/index.ts';
import { catchAll, nameOf, need, throwFault } from '../../os/errors.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { Access, Address } from './access.ts';
import type { FloorLink } from './floor-link.ts';
import { startTraining } from './training.ts';
import { openWorkspace, type Workspace, type WorkspaceServices } from './workspace.ts';

interface ConnectionServices extends WorkspaceServices {
  readonly journal: Journal;
  readonly floor: FloorLink;
  /** Call it when another ERP is at work. */
  readonly changed: () => void;
  /** Aborts when the desk closes. */
  readonly signal: AbortSignal;
}

/**
 * The ERP at work: the one of the settings, or the training one. Changes happen one after the
 * other.
 */
export class Connection {
  readonly #services: ConnectionServices;
  #workspace: Workspace | null = null;
  readonly #changes = new Serial();

  constructor(services: ConnectionServices) {
    this.#services = {
      ...services,
      jobChanged: (change) => {
        services.jobChanged(change);
        // It may be the end of a print that the floor has waited for.
        this.#followFloor();
      },
    };
  }

  findWorkspace(): Workspace | null {
    return this.#workspace;
  }

  /** Throws the fault `no-token` if there is none. */
  workspace(): Workspace {
    return this.#workspace ?? throwFault('no-token');
  }

  /** The same, after pending changes of it. */
  async awaitWorkspace(): Promise<Workspace> {
    await this.#changes.idle();
    return this.workspace();
  }

  /** Returns null during training too. */
  findReal(): Workspace | null {
    return this.#services.seats.training === null ? this.#workspace : null;
  }

  jobs(): readonly OpenedJob[] {
    return this.#workspace?.jobs.all() ?? [];
  }

  /**
   * Returns the number of jobs with work under way (collecting, printing, concluding) that quitting
   * would interrupt.
   */
  runningJobs(): number {
    return this.jobs().filter(({ job }) => job.isWorking()).length;
  }

  /** Makes a handler that works on an open grouping, whose answer or fault is its own. */
  onJob<I extends JobRef, T>(
    work: (opened: OpenedJob, input: I, workspace: Workspace) => Answer<T>,
  ): (input: I) => Promise<T> {
    return async (input) => {
      const workspace = this.workspace();
      const opened = workspace.jobs.opened(input.groupingId);
      const answer = await work(opened, input, workspace);
      opened.flush();
      return need(answer);
    };
  }

  /** Makes a handler of work after which some labels may be printed by themselves. */
  onLabels<I extends JobRef>(work: (job: GroupingJob, input: I) => Answer<void>) {
    return this.onJob(async ({ job }, input: I, { autoPrint }) => {
      const done = await work(job, input);
      if (done.ok) autoPrint.consider(job);
      return done;
    });
  }

  /**
   * Makes a handler that works on stored data of the token's company; it answers `without` if there
   * is no ERP.
   */
  onCompany<I, T>(
    work: (workspace: Workspace, company: string, input: I) => T | Promise<T>,
    without?: T,
  ): (input: I) => Promise<T> {
    return async (input) => {
      if (this.#workspace === null && without !== undefined) return without;
      const workspace = this.workspace();
      return work(workspace, await workspace.owner(), input);
    };
  }

  /** One change at a time: a second one sees the result of the first. */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.run(work);
  }

  /** Enters the ERP of the settings, if there is one. */
  enterReal(): void {
    const { journal, floor, seats } = this.#services;
    if (seats.real === null) return;
    this.#workspace = openWorkspace(this.#services, {
      seat: seats.real,
      journal,
      practice: null,
      floor: floor.floor(),
    });
  }

  async leave(): Promise<void> {
    const workspace = this.#workspace;
    this.#workspace = null;
    this.#services.seats.training = null;
    await workspace?.close();
  }

  /**
   * Open groupings go on with it if they may; else a new workspace begins, because it may be
   * another company's.
   */
  async use({ baseUrl, erpOrigin }: Address, access: Access, mayGoOn: boolean): Promise<void> {
    const { seats } = this.#services;
    const open = this.jobs();
    if (seats.real !== null && mayGoOn && open.length > 0) {
      seats.real.access = access;
      for (const { job, collectWanted } of open) {
        job.tokenChanged();
        // Invoices that the token before could not see may be against labels that are here.
        if (job.labels.needsInvoices()) collectWanted();
      }
      return;
    }
    await this.leave();
    seats.real = { baseUrl, erpOrigin, access };
    this.enterReal();
  }

  async train(): Promise<void> {
    const { seats, options } = this.#services;
    this.refuseWhilePrinting();
    await this.leave();
    const started = await catchAll('training', options.log, async () =>
      ok(await startTraining(this.#services)),
    );
    if (!started.ok) this.enterReal();
    this.#workspace = need(started);
    seats.training = this.#workspace.seat;
  }

  /** Open groupings may depend on the settings, and the floor does. */
  noteSettings(): void {
    for (const { job } of this.jobs()) job.noteSettings();
    void this.#workspace?.ahead.follow();
    this.#followFloor();
  }

  /**
   * Connects to the server in the settings, though not during a print: call it again after that.
   * Open groupings are closed: they begin anew with it.
   */
  #followFloor(): void {
    const { floor, changed, signal, options } = this.#services;
    const follow = async () => {
      if (!floor.isOutdated() || this.isPrinting()) return;
      const real = this.findReal();
      if (real !== null) await this.leave();
      await floor.follow();
      if (real === null) return;
      this.enterReal();
      changed();
    };
    if (signal.aborted) return;
    this.change(follow).catch((error: unknown) =>
      options.log.warn('floor.not-followed', { error: nameOf(error) }),
    );
  }

  isPrinting(): boolean {
    return (
      this.jobs().some(({ job }) => job.snapshot().printing) ||
      this.#workspace?.printing.isPrintingPapers === true
    );
  }

  /** Closing its grouping would cut a print off. */
  refuseWhilePrinting(): void {
    if (this.isPrinting()) throwFault('printing-now');
  }

  async close(): Promise<void> {
    await this.#changes.idle();
    await this.leave();
  }
}
