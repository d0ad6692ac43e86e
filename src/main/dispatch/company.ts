import { type AccountCompany, type CompanyInfo, tidyTaxId } from '#shared/domain/erp.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import { askCompany, type ErpClient } from '../erp/index.ts';
import { need, throwFault } from '../os/errors.ts';
import { SingleFlight } from '../os/single-flight.ts';
import {
  isUnnamedAccount,
  makeAccountKey,
  makeCompanyKey,
  type TokenMemory,
  tryWork,
} from '../journal/index.ts';

export interface CompanyServices {
  readonly erp: Pick<ErpClient, 'companyInfo' | 'grouping'>;
  readonly erpOrigin: string;
  /** The owner of the requests: a token, or the constant id of a session's tokens. Null: none. */
  readonly holder: () => Promise<string | null>;
  /** The person's id at the sign-in service, constant over sign-ins; null if a token was pasted. */
  readonly account: () => string | null;
  readonly memory: TokenMemory;
  /** For a token that is to replace another: that one's owner. */
  readonly holderBefore?: () => Promise<string | null>;
}

/**
 * Finds the company of a token. An address is not enough: several companies have accounts at one
 * ERP, and groupings, labels and recipients are only for their own company. All of a station's data
 * are stored under the company's key. If the ERP accepts the token but does not name its company,
 * the key is an anonymous account: of the person who signed in, or of this token and its
 * successors. A person can name the company then.
 */
export class CompanyOfToken {
  readonly #services: CompanyServices;
  readonly #known = new Map<string, string>();
  readonly #asking = new SingleFlight<string>();

  constructor(services: CompanyServices) {
    this.#services = services;
  }

  /** Of a token that is to replace this one: an account without a name goes on. */
  successor(next: Pick<CompanyServices, 'erp' | 'holder' | 'account'>): CompanyOfToken {
    const { holder: holderBefore } = this.#services;
    return new CompanyOfToken({ ...this.#services, ...next, holderBefore });
  }

  /** Returns the key of the token's company; no stored data may be shown before it is known. */
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
      const find = (stop: AbortSignal) => tryWork(() => this.#find(holder, stop));
      const company = await this.#asking.run(holder, find, signal);
      // The answer may belong to a token that came meanwhile.
      if ((await readHolder()) !== holder) continue;
      return company;
    }
  }

  async #find(holder: string, signal: AbortSignal): Promise<string> {
    const { erp, erpOrigin, memory, holder: readHolder } = this.#services;
    const known = this.#known.get(holder);
    if (known !== undefined) return known;
    const recalled = await memory.recall(erpOrigin, holder);
    const isSure = recalled !== null && (await this.isSure(recalled));
    // The ERP may have refused to name it for a moment only.
    const asked = isSure ? ok(null) : await askCompany(erp, signal);
    if (recalled !== null && (!asked.ok || asked.value === null)) {
      this.#known.set(holder, recalled);
      return recalled;
    }
    const info = need(asked);
    const company = info === null ? await this.#findAccount(holder) : await this.#findKey(info);
    if (company === null)
      return throwFault('bad-response', { detail: 'the ERP does not say which company it is' });
    if ((await readHolder()) === holder) await this.#remember(holder, company, info === null);
    return company;
  }

  /**
   * Stores the company of the account in use; returns the key: that of before, unless the company
   * has one here.
   */
  async say({ name, taxId }: NonNullable<AccountCompany['said']>): Promise<Result<string>> {
    const { memory } = this.#services;
    const current = await this.confirm();
    const holder = await this.#services.holder();
    if (!current.ok || holder === null || !isUnnamedAccount(current.value)) return current;
    const known = await this.#findKey({ taxId, legalName: null });
    const isKnown =
      known !== null && (isUnnamedAccount(known) || (await memory.companies()).includes(known));
    const company = isKnown ? known : current.value;
    const said = await memory.say({ name, taxId: tidyTaxId(taxId), company });
    if (!said.ok) return said;
    await this.#remember(holder, company, true);
    return ok(company);
  }

  /** Returns whether the ERP omits the company, and the one that a person named. */
  async describe(signal?: AbortSignal): Promise<Result<AccountCompany>> {
    const company = await this.confirm(signal);
    if (!company.ok) return company;
    const said = await this.#findSaid(company.value);
    const named = said === undefined ? null : { name: said.name, taxId: said.taxId };
    return ok({ isUnnamed: isUnnamedAccount(company.value), said: named });
  }

  /**
   * Returns false for an account that may be another company here: neither the ERP nor a person has
   * named it, and it is not the only one.
   */
  async isSure(company: string): Promise<boolean> {
    const isNamed = !isUnnamedAccount(company) || (await this.#findSaid(company)) !== undefined;
    return isNamed || this.#services.memory.isAlone(company);
  }

  async #findSaid(company: string) {
    return (await this.#services.memory.said()).find((one) => one.company === company);
  }

  async #remember(holder: string, company: string, isUnnamed: boolean): Promise<void> {
    const { erpOrigin, memory, account } = this.#services;
    this.#known.set(holder, company);
    await memory.remember(erpOrigin, holder, company);
    const person = account();
    if (person !== null && isUnnamed)
      await memory.remember(erpOrigin, makePersonHolder(person), company);
  }

  async #findAccount(holder: string): Promise<string> {
    const { erpOrigin, memory, account, holderBefore } = this.#services;
    const person = account();
    const owner = person === null ? holder : makePersonHolder(person);
    const known = person === null ? null : await memory.recall(erpOrigin, owner);
    if (known !== null) return known;
    const before = (await holderBefore?.()) ?? null;
    const company = before === null ? null : await memory.recall(erpOrigin, before);
    // Another company's token begins another run, or another workspace.
    const all = [...this.#known.values(), company ?? ''];
    return all.findLast(isUnnamedAccount) ?? makeAccountKey(erpOrigin, owner);
  }

  async #findKey(info: Pick<CompanyInfo, 'taxId' | 'legalName'>): Promise<string | null> {
    const { erpOrigin, memory } = this.#services;
    const taxId = tidyTaxId(info.taxId ?? '');
    const said = (await memory.said()).find((one) => one.taxId === taxId);
    return said?.company ?? makeCompanyKey(erpOrigin, info);
  }
}

function makePersonHolder(person: string): string {
  return `${person} account`;
}
