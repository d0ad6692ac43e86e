import { pauseUnlessAborted } from '../os/clock.ts';
import { DeskEvents } from './parts/events.ts';
import { makeBenchHandlers } from './handlers/bench.ts';
import { makeCheckHandlers } from './handlers/check.ts';
import { makeConnectionHandlers } from './handlers/connection.ts';
import { makeDocumentHandlers } from './handlers/documents.ts';
import { makeFloorHandlers } from './handlers/floor.ts';
import { makeHistoryHandlers } from './handlers/history.ts';
import { makeImportHandlers, makeJobHandlers } from './handlers/job.ts';
import { makeListHandlers } from './handlers/lists.ts';
import { makeOfficeHandlers } from './handlers/office.ts';
import { makePrintHandlers } from './handlers/print.ts';
import { makeScanHandlers } from './handlers/scan.ts';
import { makeStationHandlers } from './handlers/station.ts';
import { createParts, type DeskParts } from './parts/parts.ts';
import { openStore } from './parts/store.ts';
import type { DeskHandlers, DeskListener, DeskOptions } from './types.ts';

/**
 * The session is checked at least this often: one that lives for half an hour or longer is
 * refreshed in time.
 */
const keepSessionMs = 5 * 60_000;
/** At the start nothing is known of the ERP's clock. */
const cleanMs = 15 * 60_000;

/**
 * Opens the desk. Rejects with the journal's fault if the disk fails; any other failure is an
 * answer or a notice.
 */
export async function createDesk(options: DeskOptions): Promise<Desk> {
  const events = new DeskEvents();
  const closed = new AbortController();
  const store = await openStore(options, events.emit('app.notice'));
  const parts = createParts({ options, store, events, signal: closed.signal });
  const { connection, floor, saved, seats, view } = parts;
  await floor.follow();
  seats.real = await saved.readSeat();
  connection.enterReal();
  // A session that ended over night is noticed before work begins; nothing waits for this.
  void view.keepSession();
  void parts.downloads.follow();
  return new Desk(parts, closed);
}

/** The desktop's application service: every request of the contract, without a window. */
export class Desk {
  readonly handlers: DeskHandlers;
  readonly #parts: DeskParts;
  readonly #closed: AbortController;
  readonly #cleaning: Promise<void>;
  #closing: Promise<void> | null = null;

  constructor(parts: DeskParts, closed: AbortController) {
    this.#parts = parts;
    this.#closed = closed;
    this.handlers = {
      ...makeStationHandlers(parts),
      ...makeBenchHandlers(parts),
      ...makeConnectionHandlers(parts),
      ...makeListHandlers(parts),
      ...makeJobHandlers(parts),
      ...makeImportHandlers(parts),
      ...makePrintHandlers(parts),
      ...makeCheckHandlers(parts),
      ...makeScanHandlers(parts),
      ...makeDocumentHandlers(parts),
      ...makeHistoryHandlers(parts),
      ...makeOfficeHandlers(parts),
      ...makeFloorHandlers(parts),
    };
    this.#cleaning = this.#clean();
    void this.#keepSession();
  }

  /** Returns the number of jobs with work under way that quitting would interrupt. */
  runningJobs(): number {
    return this.#parts.connection.runningJobs();
  }

  onEvent(listener: DeskListener): () => void {
    return this.#parts.events.subscribe(listener);
  }

  /** Call it for each request: an update does not interrupt people at work. */
  noteTouch(): void {
    this.#parts.updates.noteTouch();
  }

  /**
   * Before `close`, at the program's end: installs a ready update if that disturbs nobody, and
   * returns if it does.
   */
  installOnQuit(): boolean {
    return this.#parts.updates.install('quitting');
  }

  /** Closes the journal at once, and nothing more: it must not be used afterwards. */
  endNow(): void {
    this.#closed.abort();
    this.#parts.journal.close();
  }

  /** Closes every grouping; work under way stays resumable. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { options, updates, browser, connection, floor, journal } = this.#parts;
    updates.close();
    this.#closed.abort();
    await this.#cleaning;
    browser.cancel();
    await connection.close();
    await floor.close();
    options.printSystem?.close?.();
    journal.close();
  }

  async #clean(): Promise<void> {
    do await this.#parts.removeExpired();
    while (await this.#pause(cleanMs));
  }

  /**
   * Refreshes the session while no requests do, as when a print stands. The pause is random:
   * stations that began together send apart.
   */
  async #keepSession(): Promise<void> {
    while (await this.#pause(keepSessionMs * (1 + Math.random())))
      await this.#parts.view.keepSession();
  }

  #pause(ms: number): Promise<boolean> {
    return pauseUnlessAborted(this.#parts.options.clock, ms, this.#closed.signal);
  }
}
