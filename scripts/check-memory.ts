import { execFileSync } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Check {
  readonly command: string;
  /** The files that it judges or judges by, beside the configuration. */
  readonly reads: RegExp;
}

/** Files that may change what any check says. */
const configuration = /^[^/]+\.(jsonc?|[jt]s)$|(^|\/)tsconfig[^/]*\.json$|^scripts\/(lint\/|check)/;

/** Remembers the last green run of each check, by what the check reads. */
export class CheckMemory {
  readonly #root: string;
  readonly #folder: string;
  /** By path, the hash of what each file of the project holds; null if git does not list them. */
  readonly #files: ReadonlyMap<string, string> | null;

  constructor(root: string) {
    this.#root = root;
    // `npm ci` empties it: other packages may say something else.
    this.#folder = join(root, 'node_modules/.cache/checks');
    this.#files = this.#readFiles();
  }

  /** Returns whether the check was green for exactly these files. */
  isUnchanged(check: Check): boolean {
    const key = this.#makeKey(check);
    try {
      return key !== null && readFileSync(this.#pathOf(check), 'utf8') === key;
    } catch {
      return false;
    }
  }

  /** Runs the check, and remembers it if it was green for the files of before the run. */
  async run(check: Check, isGreen: () => Promise<boolean>): Promise<void> {
    const key = this.#makeKey(check);
    if (!(await isGreen()) || key === null) return;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#pathOf(check), key);
  }

  #makeKey({ reads }: Check): string | null {
    if (this.#files === null) return null;
    const key = createHash('sha256').update(process.version);
    for (const [path, held] of this.#files)
      if (reads.test(path) || configuration.test(path)) key.update(`${path}\0${held}\n`);
    return key.digest('hex');
  }

  #pathOf({ command, reads }: Check): string {
    return join(this.#folder, hash('sha256', `${command}\n${reads.source}`).slice(0, 16));
  }

  #readFiles(): ReadonlyMap<string, string> | null {
    try {
      const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
      const listed = execFileSync('git', list, {
        cwd: this.#root,
        encoding: 'utf8',
        stdio: 'pipe',
      });
      const paths = [...new Set(listed.split('\0'))]
        .toSorted()
        .filter((path) => this.#isFile(path));
      return new Map(paths.map((path) => [path, hash('sha256', this.#read(path))]));
    } catch {
      return null;
    }
  }

  #isFile(path: string): boolean {
    return statSync(join(this.#root, path), { throwIfNoEntry: false })?.isFile() === true;
  }

  #read(path: string): Buffer {
    return readFileSync(join(this.#root, path));
  }
}
