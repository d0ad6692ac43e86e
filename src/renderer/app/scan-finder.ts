import type { FoundParcel, GroupingChoice, ScanFindings } from '#shared/contract/scan.ts';
import { parseId, type Screen } from './screens.ts';
import type { Window } from './window.ts';

/** The meaning of a code that opened nothing. */
export type FoundScan =
  | { readonly kind: 'parcel'; readonly parcel: FoundParcel }
  | { readonly kind: 'several' }
  | { readonly kind: 'nothing' };

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
    const { groupings: known, parcels } = await this.#find(code, number);
    const groupings =
      number === null || known.length > 0
        ? known
        : await this.#search(number, parcels.length > 0, isDesk);
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
  ): Promise<readonly GroupingChoice[]> {
    // Elsewhere the number of a known invoice is that invoice's.
    if ((isParcel && !isDesk) || !this.#app.connected) return [];
    const found = await this.#app.request('scan.search', {
      number,
      wait: isDesk && !isParcel,
    });
    return found.ok ? found.value : [];
  }

  async #find(code: string, number: number | null): Promise<ScanFindings> {
    if (!this.#app.connected) return nothingKnown;
    const found = await this.#app.request('scan.find', {
      code,
      number,
    });
    return found.ok ? found.value : nothingKnown;
  }
}
