import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mostImportBytes, type OfferedFile } from '#shared/domain/import.ts';
import { endingBytes, hasEnd, isLabelFile } from '../../labels/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import { refuse } from '../../os/errors.ts';
import { workOnDisk } from '../../os/files.ts';

const intervalMs = 2_000;
const mostOffered = 5;

interface DownloadWatchOptions {
  readonly dir: string;
  readonly clock: Clock;
  /** By the settings; it may change at any time. */
  readonly isOn: () => boolean;
  readonly changed: (offered: readonly OfferedFile[]) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Offers new files of the folder of downloads that may hold labels, by names, sizes and last bytes;
 * reads the content of accepted ones alone. A file or folder that cannot be looked at for a moment
 * keeps its last state.
 */
export class DownloadWatch {
  readonly #options: DownloadWatchOptions;
  /** Name to state at the last look; null until the first look since it was switched on. */
  #seen: ReadonlyMap<string, string> | null = null;
  /** Name to state of the files of before, and of those that were offered. */
  #known: Map<string, string> = new Map();
  #offered: readonly OfferedFile[] = [];
  #lastId = 0;
  #isInspecting = false;

  constructor(options: DownloadWatchOptions) {
    this.#options = options;
  }

  /** Call it when the settings have changed: looks until they say otherwise. */
  async follow(): Promise<void> {
    const { isOn, clock, signal } = this.#options;
    if (this.#isInspecting) return;
    this.#isInspecting = true;
    do await this.inspect();
    while (isOn() && (await pauseUnlessAborted(clock, intervalMs, signal)));
    this.#isInspecting = false;
  }

  offered(): readonly OfferedFile[] {
    return this.#offered;
  }

  async inspect(): Promise<void> {
    if (!this.#options.isOn()) {
      this.#seen = null;
      if (this.#offered.length > 0) this.#offer([]);
      return;
    }
    const found = await this.#list();
    const before = this.#seen;
    if (found === null) return;
    this.#seen = found;
    if (before === null) {
      this.#known = new Map(found);
      return;
    }
    const news: OfferedFile[] = [];
    for (const [name, state] of found) {
      // A file that has changed since the last look, or lacks its end, may be half there.
      const mayBeWhole = before.get(name) === state && this.#known.get(name) !== state;
      if (!mayBeWhole || !(await this.#isWhole(name))) continue;
      this.#known.set(name, state);
      this.#lastId += 1;
      news.push({ id: this.#lastId, name });
    }
    const left = this.#offered.filter(
      ({ name }) =>
        found.get(name) === this.#known.get(name) && news.every((one) => one.name !== name),
    );
    if (news.length > 0 || left.length < this.#offered.length)
      this.#offer([...left, ...news].slice(-mostOffered));
  }

  /** Reads an offered file, which is not offered any more then. Faults: `disk*`. */
  async take(id: number) {
    const file = this.#offered.find((one) => one.id === id);
    if (file === undefined) refuse('no such offer');
    const { name } = file;
    const path = join(this.#options.dir, name);
    const bytes = await workOnDisk(() => readFile(path));
    this.drop(id);
    return { name, bytes };
  }

  drop(id: number): void {
    this.#offer(this.#offered.filter((one) => one.id !== id));
  }

  #offer(offered: readonly OfferedFile[]): void {
    this.#offered = offered;
    this.#options.changed(offered);
  }

  /** Returns null if the folder cannot be read now. */
  async #list(): Promise<ReadonlyMap<string, string> | null> {
    const { dir } = this.#options;
    const names = await readdir(dir).catch(() => null);
    if (names === null) return null;
    const found = new Map<string, string>();
    for (const name of names.filter(isLabelFile)) {
      const before = this.#seen?.get(name);
      const file = await stat(join(dir, name)).catch(() => null);
      if (file === null && before !== undefined) found.set(name, before);
      else if (file?.isFile() === true && file.size > 0 && file.size <= mostImportBytes)
        found.set(name, `${file.size} ${file.mtimeMs}`);
    }
    return found;
  }

  async #isWhole(name: string): Promise<boolean> {
    try {
      await using file = await open(join(this.#options.dir, name));
      const { size } = await file.stat();
      const tail = Buffer.alloc(Math.min(size, endingBytes));
      await file.read(tail, 0, tail.length, size - tail.length);
      return hasEnd(name, tail);
    } catch {
      return false;
    }
  }
}
