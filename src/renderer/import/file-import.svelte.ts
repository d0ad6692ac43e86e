import { type LabelImport, mostImportBytes, type OfferedFile } from '#shared/domain/import.ts';
import { fail, type Fault, type Result } from '#shared/faults/faults.ts';
import { Serial } from '#shared/serial.ts';
import type { App } from '../app/index.ts';
import { clip } from '../i18n/format.ts';
import type { Messages } from '../i18n/index.ts';
import type { JobStore } from '../job/index.ts';

/** The kind under which a leftover is dragged to its row. */
export const leftoverKind = 'application/x-doca-leftover';

/** Brings files that were dropped, pasted or chosen to main, one after the other. */
export class FileImport {
  /** Files are held over the window. */
  over = $state(false);
  refused = $state.raw<readonly { readonly name: string; readonly fault: Fault }[]>([]);
  readonly #app: App;
  readonly #job: JobStore;
  readonly #turns = new Serial();

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
    if (given.length > 0) this.refused = [];
    for (const file of given) this.#queue(file.name, () => this.#bring(file));
  }

  takeOffer({ id, name }: OfferedFile): void {
    this.refused = [];
    const { groupingId } = this.#job;
    this.#queue(name, () => this.#app.request('import.take-offer', { groupingId, id }));
  }

  #queue(name: string, bring: () => Promise<Result<void>>): void {
    void this.#turns.run(async () => {
      const taken = await bring().catch((error: unknown) =>
        fail('internal', { detail: String(error) }),
      );
      if (!taken.ok) this.refused = [...this.refused, { name, fault: taken.fault }];
      const isLeft = (this.#job.head?.imported?.left.length ?? 0) > 0;
      this.#app.sounds.play(taken.ok && !isLeft ? 'done' : 'error');
    });
  }

  async #bring(file: File): Promise<Result<void>> {
    if (file.size > mostImportBytes)
      return fail('label-too-large', { detail: `${file.size} bytes` });
    const bytes = await file.arrayBuffer().catch(() => null);
    // It was moved or changed since it was dropped.
    if (bytes === null) return fail('disk');
    return this.#app.request('import.take', {
      groupingId: this.#job.groupingId,
      name: file.name.slice(-1_000),
      bytes: new Uint8Array(bytes),
    });
  }
}

/** The number of labels that the files brought; empty if only others are left. */
export function tellImport(
  { imports: t }: Messages,
  { file, isReading, placed, same, left }: LabelImport,
): string {
  if (isReading) return t.reading(clip(file, 60));
  const parts = [...(placed > 0 ? [t.placed(placed)] : []), ...(same > 0 ? [t.same(same)] : [])];
  return parts.length === 0 && left.length === 0 ? t.none(clip(file, 60)) : parts.join(' ');
}
