import { join } from 'node:path';
import { z } from 'zod';
import { type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../clock.ts';
import { moveFile, readJsonFile, removeQuietly, tryOnDisk, writeJsonFile } from '../files.ts';
import { keepParts, takeParts } from './json-parts.ts';
import { Serial } from '#shared/serial.ts';
import { listNames } from '../temporary.ts';

/** Ends the name of a damaged file's copy. Later ones are greater. */
function writeMoment(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(':', '-');
}

/** Removes a folder's copies of damaged files from before that time, and returns their number. */
export async function removeDamaged(folder: string, beforeMs: number): Promise<number> {
  const names = await listNames(folder);
  const old = names.filter((name) => {
    const [, moment] = name.split('.json.damaged-');
    return moment !== undefined && moment < writeMoment(beforeMs);
  });
  for (const name of old) await removeQuietly(join(folder, name));
  return old.length;
}

interface JsonFileOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** Without a file, and in place of what is not understood. */
  readonly base: T;
  readonly clock: Pick<Clock, 'now'>;
  /** Null leaves a damaged file to the program that owns it; omitted: nobody is told. */
  readonly onDamage?: ((damage: Fault) => void) | null;
}

/** By path: a program may have opened a file several times. */
const turns = new Map<string, Serial>();

/**
 * A JSON file of Doca's own, which other versions write too: read item by item, and written so that
 * what is not understood stays. One that cannot be read is a fault and is not written; only one
 * that is no JSON of this kind at all is moved aside, and counts as none.
 */
export class JsonFile<T> {
  readonly #options: JsonFileOptions<T>;
  readonly #turns: Serial;

  constructor(options: JsonFileOptions<T>) {
    this.#options = options;
    this.#turns = turns.get(options.path) ?? new Serial();
    turns.set(options.path, this.#turns);
  }

  /** Faults: `disk*`; `file-damaged` if the file is another program's. */
  async read(): Promise<Result<T>> {
    const json = await this.readAsWritten();
    return json.ok ? ok(takeParts(this.#options, json.value)) : json;
  }

  /** Returns what `read` is made of. In turn: one of several readers moves a damaged file. */
  readAsWritten(): Promise<Result<unknown>> {
    return this.#turns.run(() => this.#readNow());
  }

  async #readNow(): Promise<Result<unknown>> {
    const { path, base, clock, onDamage } = this.#options;
    const kind = Array.isArray(base) ? z.array(z.unknown()) : z.looseObject({});
    const read = await readJsonFile<unknown>(path, kind);
    if (read.ok) return ok(read.value ?? base);
    if (read.fault.kind !== 'file-damaged' || onDamage === null) return read;
    return tryOnDisk(async () => {
      await moveFile(path, `${path}.damaged-${writeMoment(clock.now())}`);
      onDamage?.(read.fault);
      return ok(base);
    });
  }

  /** Writes one change after the other, each on top of the one before. Returns the new value. */
  change(make: (value: T) => T): Promise<Result<T>> {
    return this.#turns.run(async () => {
      const json = await this.#readNow();
      if (!json.ok) return json;
      const wanted = make(takeParts(this.#options, json.value));
      const kept = keepParts(this.#options, json.value, wanted);
      const written = await writeJsonFile(this.#options.path, kept);
      return written.ok ? ok(wanted) : written;
    });
  }
}
