import { randomUUID } from 'node:crypto';
import { failed, fault, ok } from '../../shared/index.ts';
import type { CompanyInfo, Result } from '../../shared/index.ts';
import type { ErpClient } from '../erp/index.ts';
import { SingleFlight } from '../os/serial.ts';
import type { TokenMemory } from './station/token-memory.ts';

export interface CompanyServices {
  readonly erp: Pick<ErpClient, 'companyInfo'>;
  readonly erpOrigin: string;
  /** Whose requests they are: a token, or what stays the same for all tokens of a session. Null: there is none. */
  readonly holder: () => Promise<string | null>;
  readonly memory: TokenMemory;
  /** Of one that takes over from another: the account of that one, where nobody knows whose it is. */
  readonly accountBefore?: string | null;
}

/**
 * Whose groupings a token is for. An address is not enough: several companies have accounts at one ERP, and each one's
 * groupings, labels and recipients are nobody else's. All that a station keeps is kept under the company's key. Where the
 * ERP accepts the token and may not say whose it is, the key is an account without a name, of this token alone and of those
 * that take over from it.
 */
export class CompanyOfToken {
  readonly #services: CompanyServices;
  readonly #known = new Map<string, string>();
  readonly #asking = new SingleFlight<string>();

  constructor(services: CompanyServices) {
    this.#services = services;
  }

  /**
   * The key of the company that the ERP told for the token in use; asked once for each holder. Faults: those of
   * the request. Nothing that is kept may be shown before it is known.
   */
  async confirm(signal?: AbortSignal): Promise<Result<string>> {
    const { erp, holder: readHolder } = this.#services;
    for (;;) {
      const holder = await readHolder();
      if (holder === null) {
        // The client knows why there is no token.
        const refused = await erp.companyInfo(signal);
        if (!refused.ok) return refused;
        continue;
      }
      const company = await this.#asking.run(holder, (stop) => this.#find(holder, stop), signal);
      // Where another one has come meanwhile, the answer may be that one's.
      if ((await readHolder()) !== holder) continue;
      return company;
    }
  }

  async #find(holder: string, signal: AbortSignal): Promise<Result<string>> {
    const { erp, erpOrigin, memory, holder: readHolder } = this.#services;
    const known = this.#known.get(holder) ?? (await memory.recall(erpOrigin, holder));
    if (known !== null) {
      this.#known.set(holder, known);
      return ok(known);
    }
    const info = await erp.companyInfo(signal);
    const isUntold = !info.ok && info.fault.kind === 'forbidden';
    if (!info.ok && !isUntold) return info;
    const company = info.ok
      ? makeCompanyKey(erpOrigin, info.value)
      : (this.#services.accountBefore ?? `${erpOrigin}${untold}${randomUUID()}`);
    if (company === null) return failed(fault('bad-response', { detail: 'the ERP does not say which company it is' }));
    if ((await readHolder()) === holder) {
      this.#known.set(holder, company);
      await memory.remember(erpOrigin, holder, company);
    }
    return ok(company);
  }
}

const untold = ' account ';

/** Whether the key is that of an account of which nobody knows the company. */
export function isUntoldAccount(key: string): boolean {
  return key.includes(untold);
}

/**
 * What tells one company of an ERP from another: its tax id, letters included, which new ones have; its legal name where
 * the ERP tells no tax id. Null where it tells neither.
 */
function makeCompanyKey(erpOrigin: string, { taxId, legalName }: CompanyInfo): string | null {
  const id = (taxId ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  if (id !== '') return `${erpOrigin} ${id}`;
  const name = (legalName ?? '').trim().toLowerCase();
  return name === '' ? null : `${erpOrigin} name ${name}`;
}
