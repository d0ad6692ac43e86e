import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import { need } from '../../os/errors.ts';
import { JsonFile } from '../../os/json/json-file.ts';
import { nameCompany } from './company-key.ts';
import { findGuardFolder, listCompanies } from './guards.ts';

const memoryFile = z.object({
  salt: z.string().min(32),
  known: z.array(z.object({ token: z.string(), company: z.string() })),
  said: z.array(z.object({ name: z.string(), taxId: z.string(), company: z.string() })),
});
type Memory = z.infer<typeof memoryFile>;

/** A company that a person named, because the ERP does not, and the key of its records. */
type SaidCompany = Memory['said'][number];

/** A token lives for hours; some weeks' tokens are enough. */
const kept = 100;

/**
 * Companies are kept by token, so that the ERP is asked once, and a station's data are available
 * without the network. No token is stored: only digests. A program's changes are written one after
 * the other. A file that cannot be opened now is a fault: without it a person's word on an account
 * is not known. If it is lost, or no JSON, the ERP is asked again.
 */
export class TokenMemory {
  readonly #stationDir: string;
  readonly #file: JsonFile<Memory>;

  constructor(stationDir: string, clock: Pick<Clock, 'now'>) {
    this.#stationDir = stationDir;
    const path = join(stationDir, 'companies.json');
    const base = { salt: randomBytes(16).toString('hex'), known: [], said: [] };
    this.#file = new JsonFile({ path, schema: memoryFile, base, clock });
  }

  /** Returns the company of this token; null if it is not known. */
  async recall(erpOrigin: string, token: string): Promise<string | null> {
    const { salt, known } = await this.#read();
    const digest = digestToken(salt, erpOrigin, token);
    return known.find((one) => one.token === digest)?.company ?? null;
  }

  remember(erpOrigin: string, token: string, company: string): Promise<Result<unknown>> {
    return this.#file.change(({ known, ...memory }) => {
      const first = { token: digestToken(memory.salt, erpOrigin, token), company };
      return { ...memory, known: putFirst(first, known, 'token') };
    });
  }

  async said(): Promise<readonly SaidCompany[]> {
    return (await this.#read()).said;
  }

  say(company: SaidCompany): Promise<Result<unknown>> {
    return this.#file.change(({ said, ...memory }) => ({
      ...memory,
      said: putFirst(company, said, 'company'),
    }));
  }

  /** Returns the keys of all tokens, one or several times. */
  async companies(): Promise<readonly string[]> {
    return (await this.#read()).known.map(({ company }) => company);
  }

  /** Returns true if no token had another key, and nothing was begun under another. */
  async isAlone(company: string) {
    const begun = listCompanies(findGuardFolder(this.#stationDir));
    const known = (await this.companies()).map(nameCompany);
    const own = nameCompany(company);
    return [...begun, ...known].every((name) => name === own);
  }

  async #read() {
    return need(await this.#file.read());
  }
}

function putFirst<T>(first: T, all: readonly T[], key: keyof T) {
  return [first, ...all.filter((one) => one[key] !== first[key])].slice(0, kept);
}

function digestToken(salt: string, erpOrigin: string, token: string) {
  return createHmac('sha256', salt).update(`${erpOrigin}\n${token}`).digest('hex');
}
