import { fault, mostImportBytes } from '../../shared/index.ts';
import type { Fault } from '../../shared/index.ts';
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

  /** For an `$effect`: files can be dropped and pasted anywhere in the window. Returns a function that ends it. */
  listen(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
    const onDrag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      this.over = true;
    };
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) this.over = false;
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        this.over = false;
        if (!holdsFiles(event)) return;
        event.preventDefault();
        this.take(event.dataTransfer?.files);
      },
      { signal },
    );
    window.addEventListener('paste', ({ clipboardData }) => this.take(clipboardData?.files), { signal });
    return () => stop.abort();
  }

  take(files: Iterable<File> | null | undefined): void {
    const given = [...(files ?? [])];
    if (given.length === 0) return;
    this.refused = [];
    for (const file of given) this.#turn = this.#turn.then(() => this.#take(file));
  }

  async #take(file: File): Promise<void> {
    const refuse = (why: Fault): void => {
      this.refused = [...this.refused, { name: file.name, fault: why }];
      this.#app.sounds.play('error');
    };
    if (file.size > mostImportBytes) {
      refuse(fault('label-too-large', { detail: `${file.size} bytes` }));
      return;
    }
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      // It was moved or changed since it was dropped.
      refuse(fault('disk'));
      return;
    }
    const { groupingId } = this.#job;
    const taken = await this.#app.bridge.request('import.take', { groupingId, name: file.name.slice(-1_000), bytes });
    if (!taken.ok) refuse(taken.fault);
    else this.#app.sounds.play((this.#job.head?.imported?.left.length ?? 0) > 0 ? 'error' : 'done');
  }
}
