import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '#shared/faults/faults.ts';
import { extensionNames, type Extension, type ExtensionMemory } from '../../erp/index.ts';
import type { Clock } from '../../os/clock.ts';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';
import { Serial } from '../../os/serial.ts';
import { nameCompany } from './lock.ts';

const memoryFile = z.object({
  known: z.array(
    z.object({
      company: z.string(),
      extension: z.enum(extensionNames),
      isHere: z.boolean(),
      atMs: z.number(),
    }),
  ),
});
type Known = z.infer<typeof memoryFile>['known'][number];

/** A new feature of a service is detected within this time. */
const keptMs = 7 * 86_400_000;

/**
 * The extensions of a company's service, detected once; again if they cannot be read or written.
 */
export class ExtensionFile implements ExtensionMemory {
  readonly #path: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #findCompany: () => Promise<Result<string>>;
  /** Several are detected at once, and each is written beside the others. */
  readonly #writes = new Serial();

  constructor(
    stationDir: string,
    clock: Pick<Clock, 'now'>,
    findCompany: () => Promise<Result<string>>,
  ) {
    this.#path = join(stationDir, 'extensions.json');
    this.#clock = clock;
    this.#findCompany = findCompany;
  }

  async recall(): Promise<ReadonlyMap<Extension, boolean>> {
    const company = await this.#findCompany();
    if (!company.ok) return new Map();
    const name = nameCompany(company.value);
    const known = (await this.#read()).filter((one) => one.company === name);
    return new Map(known.map(({ extension, isHere }) => [extension, isHere]));
  }

  async remember(extension: Extension, isHere: boolean): Promise<void> {
    const company = await this.#findCompany();
    if (!company.ok) return;
    const name = nameCompany(company.value);
    await this.#writes.run(async () => {
      const others = (await this.#read()).filter(
        (one) => one.company !== name || one.extension !== extension,
      );
      const known: Known[] = [
        { company: name, extension, isHere, atMs: this.#clock.now() },
        ...others,
      ];
      await writeJsonFile(this.#path, { known });
    });
  }

  /** Returns the valid ones; a clock that was set back does not prolong them. */
  async #read(): Promise<readonly Known[]> {
    const nowMs = this.#clock.now();
    const memory = await readJsonFile(this.#path, memoryFile, nowMs);
    return memory?.known.filter(({ atMs }) => Math.abs(nowMs - atMs) < keptMs) ?? [];
  }
}
