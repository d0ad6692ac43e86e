import { closeSync, existsSync, fsyncSync, openSync, readSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Happening, Mark } from '../checker/history.ts';

const suffix = '.witness';

type Line = Mark & { readonly atNs: string };

/** Writes what happens at a station, so that it is on record before anything that comes after it. */
export class Witness {
  readonly station: string;
  readonly #file: number;
  #n: number;

  /** Goes on where the station's process before ended. */
  constructor(folder: string, station: string) {
    this.station = station;
    const path = join(folder, `${station}${suffix}`);
    this.#n = new MarkReader(folder).read().filter((mark) => mark.station === station).length;
    this.#file = openSync(path, 'a');
  }

  /** Gives the mark's number. */
  note(happening: Happening): number {
    this.#n += 1;
    const line: Line = { atNs: String(process.hrtime.bigint()), station: this.station, n: this.#n, ...happening };
    // In front of it, so that a line whose end was not written spoils none that comes after.
    writeSync(this.#file, `\n${JSON.stringify(line)}`);
    if (happening.kind === 'paper') fsyncSync(this.#file);
    return this.#n;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Reads what all stations noted, each line once. */
export class MarkReader {
  readonly #folder: string;
  readonly #places = new Map<string, number>();
  readonly #rests = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What came since it was asked last, in the order in which it happened. A line is there once the next one is begun or it is whole. */
  read(): readonly Mark[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder).filter((name) => name.endsWith(suffix)) : [];
    const lines = names.flatMap((name) => this.#readFile(name));
    return lines.toSorted((a, b) => Number(BigInt(a.atNs) - BigInt(b.atNs)));
  }

  #readFile(name: string): readonly Line[] {
    const file = openSync(join(this.#folder, name), 'r');
    try {
      const parts: Buffer[] = [];
      let place = this.#places.get(name) ?? 0;
      for (;;) {
        const chunk = Buffer.alloc(256 * 1024);
        const bytes = readSync(file, chunk, 0, chunk.length, place);
        if (bytes === 0) break;
        parts.push(chunk.subarray(0, bytes));
        place += bytes;
      }
      this.#places.set(name, place);
      const texts = `${this.#rests.get(name) ?? ''}${Buffer.concat(parts).toString('utf8')}`.split('\n');
      const last = texts.pop() ?? '';
      const isWhole = readLine(last) !== null;
      this.#rests.set(name, isWhole ? '' : last);
      return [...texts, ...(isWhole ? [last] : [])].flatMap((text) => readLine(text) ?? []);
    } finally {
      closeSync(file);
    }
  }
}

function readLine(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    // Empty, or cut off where its process was killed.
    return null;
  }
}
