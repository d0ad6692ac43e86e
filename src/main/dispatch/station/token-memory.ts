import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../os/clock.ts';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';

const memoryFile = z.object({
  salt: z.string().min(32),
  known: z.array(z.object({ token: z.string(), company: z.string() })),
});
type Memory = z.infer<typeof memoryFile>;

/** A token lives for hours; those of some weeks are more than anybody goes back to. */
const kept = 100;

/**
 * Which company a token was confirmed for: so that nobody is asked twice, and what a station keeps is there without the
 * network too, for whoever has the same token. Of the token only a salted digest is kept. What cannot be read or written
 * is as good as nothing: the ERP is asked again.
 */
export class TokenMemory {
  readonly #path: string;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(stationDir: string, clock: Pick<Clock, 'now'>) {
    this.#path = join(stationDir, 'companies.json');
    this.#clock = clock;
  }

  async recall(erpOrigin: string, token: string): Promise<string | null> {
    const { salt, known } = await this.#read();
    const digest = digestToken(salt, erpOrigin, token);
    return known.find((one) => one.token === digest)?.company ?? null;
  }

  async remember(erpOrigin: string, token: string, company: string): Promise<void> {
    const { salt, known } = await this.#read();
    const digest = digestToken(salt, erpOrigin, token);
    const memory: Memory = { salt, known: [{ token: digest, company }, ...known].slice(0, kept) };
    await writeJsonFile(this.#path, memory);
  }

  async #read(): Promise<Memory> {
    const read = await readJsonFile(this.#path, this.#clock.now());
    const memory = memoryFile.safeParse(read.found === 'json' ? read.value : null);
    return memory.success ? memory.data : { salt: randomBytes(16).toString('hex'), known: [] };
  }
}

function digestToken(salt: string, erpOrigin: string, token: string): string {
  return createHmac('sha256', salt).update(`${erpOrigin}\n${token}`).digest('hex');
}
