import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../os/clock.ts';
import { need } from '../../os/errors.ts';
import { JsonFile } from '../../os/json-file.ts';

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
  readonly #file: JsonFile<Memory>;

  constructor(stationDir: string, clock: Pick<Clock, 'now'>) {
    this.#file = new JsonFile({
      path: join(stationDir, 'companies.json'),
      schema: memoryFile,
      base: { salt: randomBytes(16).toString('hex'), known: [], said: [] },
      clock,
    });
  }

  async recall(erpOrigin: string, token: string): Promise<string | null> {
    const { salt, known } = await this.#read();
    const digest = digestToken(salt, erpOrigin, token);
    return known.find((one) => one.token === digest)?.company ?? null;
  }

  async remember(erpOrigin: string, token: string, company: string): Promise<void> {
    await this.#file.change((memory) => {
      const first = { token: digestToken(memory.salt, erpOrigin, token), company };
      const others = memory.known.filter((one) => one.token !== first.token);
      return { ...memory, known: [first, ...others].slice(0, kept) };
    });
  }

  async said(): Promise<readonly SaidCompany[]> {
    return (await this.#read()).said;
  }

  async say(company: SaidCompany): Promise<void> {
    await this.#file.change((memory) => {
      const others = memory.said.filter((one) => one.company !== company.company);
      return { ...memory, said: [company, ...others].slice(0, kept) };
    });
  }

  async knows(company: string): Promise<boolean> {
    return (await this.#read()).known.some((one) => one.company === company);
  }

  async #read(): Promise<Memory> {
    return need(await this.#file.read());
  }
}

function digestToken(salt: string, erpOrigin: string, token: string): string {
  return createHmac('sha256', salt).update(`${erpOrigin}\n${token}`).digest('hex');
}
