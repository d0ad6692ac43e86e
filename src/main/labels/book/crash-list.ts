import { z } from 'zod';
import { systemClock } from '../../os/clock.ts';
import { JsonFile } from '../../os/json/json-file.ts';
import { hashFile } from '../../os/files.ts';

/** Such files are rare; somebody who sends hundreds gets no more room than this. */
const maxKept = 500;

const fileSchema = z.object({
  version: z.string(),
  killers: z
    .array(
      z.object({
        sha256: z.string().length(64),
        why: z.string().max(200),
        over: z.enum(['reading', 'drawing']).default('reading'),
      }),
    )
    .max(maxKept),
});
type Crash = z.infer<typeof fileSchema>['killers'][number];

/**
 * The work during which a file crashed a process: ZPL that cannot be drawn may still go to a ZPL
 * printer.
 */
export type CrashStage = Crash['over'];

/**
 * The files that crashed the label process, by SHA-256, in a small file that outlives the program:
 * the same version of Doca tries none of them twice, even with another label. If the disk fails,
 * the next run tries again.
 */
export class CrashList {
  readonly #file: JsonFile<z.infer<typeof fileSchema>>;
  readonly #version: string;
  #known: Promise<Map<string, Crash>> | null = null;

  constructor(path: string, version: string) {
    this.#file = new JsonFile({
      path,
      schema: fileSchema,
      base: { version, killers: [] },
      clock: systemClock,
    });
    this.#version = version;
  }

  /** Returns why a file crashed the process, or null for an unknown file. */
  async find(path: string, over: CrashStage = 'reading'): Promise<string | null> {
    this.#known ??= this.#read();
    const known = await this.#known;
    if (known.size === 0) return null;
    return known.get(makeKey(await hashQuietly(path), over))?.why ?? null;
  }

  /** Notes that a file crashed the process. */
  async add(path: string, reason: string, over: CrashStage = 'reading'): Promise<void> {
    const sha256 = await hashQuietly(path);
    if (sha256 === '') return;
    const key = makeKey(sha256, over);
    const crash = { sha256, why: reason.slice(0, 200), over };
    const known = new Map(await this.#known).set(key, crash);
    this.#known = Promise.resolve(known);
    await this.#file.change((file) => {
      // Another program may have written since.
      const crashes = new Map([...known, ...this.#list(file)]);
      crashes.delete(key);
      crashes.set(key, crash);
      this.#known = Promise.resolve(crashes);
      return { version: this.#version, killers: [...crashes.values()].slice(-maxKept) };
    });
  }

  async #read(): Promise<Map<string, Crash>> {
    const file = await this.#file.read();
    return file.ok ? this.#list(file.value) : new Map();
  }

  /** Entries of another version do not count: it may read the file now. */
  #list({ version, killers }: z.infer<typeof fileSchema>): Map<string, Crash> {
    const crashes = version === this.#version ? killers : [];
    return new Map(crashes.map((crash) => [makeKey(crash.sha256, crash.over), crash]));
  }
}

function makeKey(sha256: string, over: CrashStage): string {
  return `${over} ${sha256}`;
}

/** An unreadable file is not in the list; its reader reports the reason. */
async function hashQuietly(path: string): Promise<string> {
  return hashFile(path).catch(() => '');
}
