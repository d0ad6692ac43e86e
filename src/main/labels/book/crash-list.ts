import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';
import { Serial } from '../../os/serial.ts';
import { hashFile } from '../store/files.ts';

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
  readonly #path: string;
  readonly #version: string;
  readonly #turns = new Serial();
  #known: Promise<Map<string, Crash>> | null = null;

  constructor(path: string, version: string) {
    this.#path = path;
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
    await this.#turns.run(async () => {
      // Another program may have written since.
      const crashes = new Map([...(await (this.#known ?? new Map())), ...(await this.#read())]);
      const key = makeKey(sha256, over);
      crashes.delete(key);
      crashes.set(key, { sha256, why: reason.slice(0, 200), over });
      this.#known = Promise.resolve(crashes);
      await writeJsonFile(this.#path, {
        version: this.#version,
        killers: [...crashes.values()].slice(-maxKept),
      });
    });
  }

  /** Entries of another version do not count: it may read the file now. */
  async #read(): Promise<Map<string, Crash>> {
    const file = await readJsonFile(this.#path, fileSchema, Date.now());
    const crashes = file?.version === this.#version ? file.killers : [];
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
