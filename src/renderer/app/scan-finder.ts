import type { FoundParcel, GroupingChoice, ScanFindings } from '#shared/contract/scan.ts';
import { asksForToken, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { parseId, type Screen } from './screens.ts';
import type { Window } from './window.ts';

/** The meaning of a code that opened nothing. */
export type FoundScan =
  | { readonly kind: 'parcel'; readonly parcel: FoundParcel }
  | { readonly kind: 'several' }
  | { readonly kind: 'nothing' }
  /** Nobody knows what it means. */
  | { readonly kind: 'failed'; readonly fault: Fault };

const nothingKnown: ScanFindings = { groupings: [], parcels: [] };

export class ScanFinder {
  readonly #app: Window;
  /** A later scan opens something else. */
  #asked = 0;

  constructor(app: Window) {
    this.#app = app;
  }

  /**
   * Returns null if it was a grouping's number, which is open now. On the Desk a number is a
   * grouping's before it is an invoice's, and a parcel's code opens its row.
   */
  async find(code: string, isDesk = false): Promise<FoundScan | null> {
    this.#asked += 1;
    const asked = this.#asked;
    const go = (screen: Screen): null => {
      if (asked === this.#asked) this.#app.go(screen);
      return null;
    };
    const number = parseId(code);
    const findings = await this.#find(code, number);
    if (!findings.ok) return this.#fail(findings.fault);
    const { groupings: known, parcels } = findings.value;
    const searched =
      number === null || known.length > 0
        ? ok(known)
        : await this.#search(number, parcels.length > 0, isDesk);
    if (!searched.ok) return this.#fail(searched.fault);
    const groupings = searched.value;
    for (const { groupingId } of groupings) this.#app.names.set(groupingId, String(number));
    const [grouping] = groupings;
    if (number !== null && grouping !== undefined) {
      if (groupings.length === 1)
        return go({ name: 'grouping', groupingId: grouping.groupingId, shipmentId: null });
      if (asked === this.#asked) this.#app.choice = { number, groupings };
      return go({ name: 'desk' });
    }
    const [first] = parcels;
    if (first === undefined) return { kind: 'nothing' };
    if (parcels.some((parcel) => parcel.groupingId !== first.groupingId))
      return { kind: 'several' };
    if (!isDesk) return { kind: 'parcel', parcel: first };
    return go({ name: 'grouping', groupingId: first.groupingId, shipmentId: first.shipmentId });
  }

  /** For a number that was not opened here: the Desk opens it, and shows the obstacle. */
  async #search(
    number: number,
    isParcel: boolean,
    isDesk: boolean,
  ): Promise<Result<readonly GroupingChoice[]>> {
    // Elsewhere the number of a known invoice is that invoice's.
    if ((isParcel && !isDesk) || !this.#app.connected) return ok([]);
    return this.#app.request('scan.search', { number, wait: isDesk && !isParcel });
  }

  async #find(code: string, number: number | null): Promise<Result<ScanFindings>> {
    return this.#app.connected
      ? this.#app.request('scan.find', { code, number })
      : ok(nothingKnown);
  }

  #fail(fault: Fault): FoundScan {
    // The field for a token.
    if (asksForToken(fault)) this.#app.addNotice(fault);
    return { kind: 'failed', fault };
  }
}
