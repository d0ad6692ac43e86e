import { failed, fault, mostImportBytes } from '../../shared/index.ts';
import type { Fault, OfferedFile, Result } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';
import type { JobStore } from '../job/job.svelte.ts';

/** The kind under which a leftover is dragged to its row. */
export const leftoverKind = 'application/x-doca-leftover';

/** Brings files that were dropped, pasted or chosen to main, one after the other. */
export class FileImport {
  /** Files are held over the window. */
  over = $state(false);
  /** Files that could not be used. */
  refused = $state.raw<readonly { readonly name: string; readonly fault: Fault }[]>([]);
  readonly #app: App;
  readonly #job: JobStore;
  #turn: Promise<void> = Promise.resolve();

  constructor(app: App, job: JobStore) {
    this.#app = app;
    this.#job = job;
  }

  drag(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    this.over = true;
  }

  drop(event: DragEvent): void {
    if (!this.over) return;
    event.preventDefault();
    this.over = false;
    this.take(event.dataTransfer?.files);
  }

  take(files: Iterable<File> | null | undefined): void {
    const given = [...(files ?? [])];
    if (given.length === 0) return;
    this.refused = [];
    for (const file of given) this.#turn = this.#turn.then(() => this.#take(file));
  }

  takeOffer({ id, name }: OfferedFile): void {
    this.refused = [];
    const { groupingId } = this.#job;
    this.#turn = this.#turn.then(async () => {
      this.#tell(name, await this.#app.bridge.request('import.take-offer', { groupingId, id }));
    });
  }

  async #take(file: File): Promise<void> {
    if (file.size > mostImportBytes) {
      this.#tell(file.name, failed(fault('label-too-large', { detail: `${file.size} bytes` })));
      return;
    }
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      // It was moved or changed since it was dropped.
      this.#tell(file.name, failed(fault('disk')));
      return;
    }
    const { groupingId } = this.#job;
    const name = file.name.slice(-1_000);
    this.#tell(file.name, await this.#app.bridge.request('import.take', { groupingId, name, bytes }));
  }

  #tell(name: string, taken: Result<void>): void {
    if (!taken.ok) this.refused = [...this.refused, { name, fault: taken.fault }];
    const isLeft = (this.#job.head?.imported?.left.length ?? 0) > 0;
    this.#app.sounds.play(taken.ok && !isLeft ? 'done' : 'error');
  }
}
