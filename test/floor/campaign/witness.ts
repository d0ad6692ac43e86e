import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  readdirSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Happening, Mark } from '../checker/history.ts';

const suffix = '.witness';

type Line = Mark & { readonly atNs: string };

/** Writes each event of a station, so that it is on record before any later one. */
export class Witness {
  readonly station: string;
  readonly #file: number;
  #n: number;

  /** Continues after the station's earlier process. */
  constructor(folder: string, station: string) {
    this.station = station;
    const path = join(folder, `${station}${suffix}`);
    this.#n = new MarkReader(folder).read().filter((mark) => mark.station === station).length;
    this.#file = openSync(path, 'a');
  }

  /** Returns the mark's number. */
  note(happening: Happening): number {
    this.#n += 1;
    const line: Line = {
      atNs: String(process.hrtime.bigint()),
      station: this.station,
      n: this.#n,
      ...happening,
    };
    // The line break comes first, so that a line cut off by a crash spoils no later one.
    writeSync(this.#file, `\n${JSON.stringify(line)}`);
    if (happening.kind === 'paper') fsyncSync(this.#file);
    return this.#n;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Reads the notes of all stations, each line once. */
export class MarkReader {
  readonly #folder: string;
  readonly #places = new Map<string, number>();
  readonly #rests = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the marks since the last call, in the order of the events. A line is read once it is
   * complete or the next one has begun.
   */
  read(): readonly Mark[] {
    const names = existsSync(this.#folder)
      ? readdirSync(this.#folder).filter((name) => name.endsWith(suffix))
      : [];
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
      const texts = `${this.#rests.get(name) ?? ''}${Buffer.concat(parts).toString('utf8')}`.split(
        '\n',
      );
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
    // Empty, or cut off because its process was killed.
    return null;
  }
}
