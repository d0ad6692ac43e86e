import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { describeError } from '../os/errors.ts';
import { readJsonFile, writeJsonFile, writeWhole } from '../os/files.ts';
import type { Log } from '../os/log.ts';

/** The parts that Doca needs and an update can break. */
const vitalParts = ['journal', 'keychain', 'labels'] as const;
export type VitalPart = (typeof vitalParts)[number];

/** Told to a person after an update that broke something. */
export interface WorseVersion {
  readonly version: string;
  /** The parts that worked in the version before. */
  readonly broken: readonly VitalPart[];
  /** The version to go back to; null if there is no way. */
  readonly back: string | null;
}

/** Windows' installers of earlier versions. */
export interface Setups {
  /**
   * electron-updater's folder, in which every setup, even the first, leaves a copy of itself:
   * `installer.exe`.
   */
  readonly folder: string;
  /** Returns true if Doca's publisher signed it; called before it is run. */
  readonly isOurs: (path: string) => Promise<boolean>;
}

export interface VersionsOptions {
  readonly version: string;
  /** The journal's schema version: an older program does not open a newer one. */
  readonly journalVersion: number;
  readonly path: string;
  /**
   * null: IT wants no updates, or this build or system cannot replace itself with another version.
   */
  readonly setups: Setups | null;
  readonly nowMs: number;
  readonly log: Log;
}

/** Read by the versions before and after this one too, which may name other parts. */
const memoryFields = z.object({
  good: z
    .object({
      version: z.string(),
      failing: z.array(z.string()),
      journalVersion: z.number(),
      /** The digest of its setup; null if none is kept. */
      sha512: z.string().nullable(),
    })
    .nullable(),
  left: z.string().nullable(),
});

/**
 * The last version that worked here. Another one's first start is checked, and can go back to the
 * kept setup.
 */
export class Versions {
  readonly #options: VersionsOptions;
  #memory: z.infer<typeof memoryFields>;
  /** The failing parts of a version that counts as good; null: it was known before, or is worse. */
  #found: VitalPart[] | null = null;

  private constructor(options: VersionsOptions, memory: z.infer<typeof memoryFields>) {
    this.#options = options;
    this.#memory = memory;
  }

  static async open(options: VersionsOptions): Promise<Versions> {
    const memory = await readJsonFile(options.path, memoryFields, options.nowMs);
    return new Versions(options, memory ?? { good: null, left: null });
  }

  get left(): string | null {
    return this.#memory.left;
  }

  /**
   * Called at the start: asks the person if the update broke something. `back`: the program has to
   * end, because a setup is installing the version before. A part that never worked here is not the
   * update's fault.
   */
  async examine(
    looks: Readonly<Record<VitalPart, () => Promise<boolean>>>,
    ask: (worse: WorseVersion) => Promise<boolean>,
  ): Promise<'on' | 'back'> {
    const { version, log } = this.#options;
    const { good } = this.#memory;
    if (good?.version === version) return 'on';
    // Without an earlier version there is nothing to compare, and labels are read soon enough.
    const looked = vitalParts.filter((part) => good !== null || part !== 'labels');
    const works = await Promise.all(looked.map((part) => looks[part]()));
    const failing = looked.filter((_, index) => works[index] === false);
    const broken = failing.filter((part) => good !== null && !good.failing.includes(part));
    if (broken.length === 0) this.#found = failing;
    if (broken.length === 0 || good === null) return 'on';
    const setup = await this.#findKept();
    log.warn('version.worse', { version, broken: broken.join(' '), back: setup !== null });
    const asked = await ask({ version, broken, back: setup === null ? null : good.version });
    if (!asked || setup === null) return 'on';
    const started = await startSetup(setup);
    log.info('version.back', { from: version, to: good.version, started });
    if (!started) {
      await ask({ version, broken, back: null });
      return 'on';
    }
    await this.#note({ ...this.#memory, left: version });
    return 'back';
  }

  /** Called when the program is ready: notes a good version. Its setup is a hundred megabytes. */
  async settle(): Promise<void> {
    const { version, journalVersion, log } = this.#options;
    const failing = this.#found;
    if (failing === null) return;
    const sha512 = await this.#keep();
    log.info('version.good', { version, failing: failing.join(' '), kept: sha512 !== null });
    await this.#note({ ...this.#memory, good: { version, failing, journalVersion, sha512 } });
  }

  async #keep(): Promise<string | null> {
    const { version, setups, log } = this.#options;
    try {
      if (setups === null) return null;
      const setup = await readFile(join(setups.folder, 'installer.exe'));
      if (findSetupVersion(setup) !== version) return null;
      await writeWhole(findKept(setups), (file) => file.writeFile(setup));
      return digest(setup);
    } catch (error) {
      log.warn('version.not-kept', { error: describeError(error) });
      return null;
    }
  }

  /**
   * Returns the good version's setup; null if it is gone, changed, or could not open this one's
   * journal.
   */
  async #findKept(): Promise<string | null> {
    const { setups, journalVersion } = this.#options;
    const { good } = this.#memory;
    if (setups === null || good === null || good.journalVersion !== journalVersion) return null;
    const path = findKept(setups);
    try {
      return digest(await readFile(path)) === good.sha512 && (await setups.isOurs(path))
        ? path
        : null;
    } catch {
      return null;
    }
  }

  async #note(memory: z.infer<typeof memoryFields>): Promise<void> {
    this.#memory = memory;
    const written = await writeJsonFile(this.#options.path, memory);
    if (!written.ok) this.#options.log.warn('version.not-noted', { fault: written.fault.kind });
  }
}

const findKept = ({ folder }: Setups): string => join(folder, 'version-before.exe');

const digest = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

/** Reads Windows' version information, which precedes the packed data. */
function findSetupVersion(setup: Buffer): string | null {
  const key = Buffer.from('ProductVersion\0', 'utf16le');
  const at = setup.subarray(0, 4 << 20).indexOf(key);
  const value = setup.subarray(at + key.length, at + key.length + 128).toString('utf16le');
  return at === -1 ? null : (/^\0*([^\0]+)/.exec(value)?.[1] ?? null);
}

/** Like electron-updater, which has no option for an older one: resources/installer.nsh. */
async function startSetup(path: string): Promise<boolean> {
  try {
    const args = ['--updated', '/S', '--force-run', '--older'];
    const child = spawn(path, args, { detached: true, stdio: 'ignore' });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return true;
  } catch {
    return false;
  }
}
