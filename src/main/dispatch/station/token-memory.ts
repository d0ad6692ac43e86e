import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../os/clock.ts';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';

const memoryFile = z.object({
  salt: z.string().min(32),
  known: z.array(z.object({ token: z.string(), company: z.string() })),
  said: z
    .array(
      z.object({ erpOrigin: z.string(), name: z.string(), taxId: z.string(), company: z.string() }),
    )
    .default([]),
});
type Memory = z.infer<typeof memoryFile>;

/** A company that a person named, because the ERP does not, and the key of its records. */
type SaidCompany = Memory['said'][number];

/** A token lives for hours; some weeks' tokens are enough. */
const kept = 100;

/**
 * Companies are kept by token, so that the ERP is asked once, and a station's data are available
 * without the network. Only a salted digest of the token is stored. If the file cannot be read or
 * written, the ERP is asked again.
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
    const { known, ...memory } = await this.#read();
    const first = { token: digestToken(memory.salt, erpOrigin, token), company };
    const others = known.filter((one) => one.token !== first.token);
    await writeJsonFile(this.#path, { ...memory, known: [first, ...others].slice(0, kept) });
  }

  async said(): Promise<readonly SaidCompany[]> {
    return (await this.#read()).said;
  }

  async say(company: SaidCompany): Promise<void> {
    const memory = await this.#read();
    const others = memory.said.filter((one) => one.company !== company.company);
    await writeJsonFile(this.#path, { ...memory, said: [company, ...others].slice(0, kept) });
  }

  async knows(company: string): Promise<boolean> {
    return (await this.#read()).known.some((one) => one.company === company);
  }

  async #read(): Promise<Memory> {
    const memory = await readJsonFile(this.#path, memoryFile, this.#clock.now());
    return memory ?? { salt: randomBytes(16).toString('hex'), known: [], said: [] };
  }
}

function digestToken(salt: string, erpOrigin: string, token: string): string {
  return createHmac('sha256', salt).update(`${erpOrigin}\n${token}`).digest('hex');
}
